/** Runs cases a few at a time, each with the test server to itself; whoever wants a result awaits it. */
import { runCase } from "./runCase.ts";
import type { CaseOptions } from "./runCase.ts";
import { startBeacon } from "./beacon.ts";
import { startTestServer } from "./testServer/index.ts";
import type { TestServer } from "./testServer/index.ts";
import type { Case } from "./types.ts";

export type CaseQueue = Awaited<ReturnType<typeof createCaseQueue>>;

/** @param atOnce cases that run at the same time. */
export async function createCaseQueue(atOnce: number) {
  const beacon = await startBeacon();
  const testServers = await Promise.all(Array.from({ length: atOnce }, startTestServer));
  const free: TestServer[] = [...testServers];
  const waiting: ((testServer: TestServer) => void)[] = [];

  const take = () => {
    const { promise, resolve } = Promise.withResolvers<TestServer>();
    const now = free.pop();
    if (now) resolve(now);
    else waiting.push(resolve);
    return promise;
  };
  const giveBack = (testServer: TestServer) => {
    const next = waiting.shift();
    if (next) next(testServer);
    else free.push(testServer);
  };

  return {
    /** What is wrong with the case; empty when it passes. */
    async run(one: Case, options?: CaseOptions): Promise<string[]> {
      const testServer = await take();
      try {
        return await runCase(one, testServer, beacon, options);
      } finally {
        giveBack(testServer);
      }
    },
    dispose: () => Promise.all([beacon, ...testServers].map((server) => server.dispose())),
  };
}
