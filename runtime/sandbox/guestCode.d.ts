/** The code of guest/, bundled by the build into one function body that ends in `return guest.boot(…)`. */
declare module "guidon:guest" {
  export const guestCode: string;
}
