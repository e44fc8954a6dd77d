/** The code of guest/, bundled by the build: a function expression that takes what `boot` takes and gives what it gives. */
declare module "guidon:guest" {
  export const guestCode: string;
}
