/** Cases that need a machine other than the one that runs the tests; machine/machine.test.ts makes it. */

export const ELSEWHERE: { id: string; needs: string }[] = [
  { id: "ENV-08", needs: "a machine without a browser" },
  { id: "SEC-09", needs: "a keychain module that does not load" },
];
