/** All calls of this feature, flat. */
import { domActCalls } from "./domActCalls.ts";
import { domExtractCalls } from "./domExtractCalls.ts";
import { domReadCalls } from "./domReadCalls.ts";

export const domCalls = [...domActCalls, ...domReadCalls, ...domExtractCalls];
export type { BrowserScope } from "./session.ts";
export { navCalls } from "./navCalls.ts";
export { pageCalls } from "./pageCalls.ts";
