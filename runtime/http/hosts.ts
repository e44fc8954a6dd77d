/** Where a tool's secret headers may go. */
export { isHostAllowed } from "../hostPattern.ts";
