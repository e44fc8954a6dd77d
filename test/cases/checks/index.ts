/** The judges of the `check` sentences of case files: sentence → judge. */
import { browserChecks } from "./browser.ts";
import { httpChecks } from "./http.ts";
import { mcpChecks } from "./mcp.ts";
import type { Check } from "./toolbox.ts";
import { toolsChecks } from "./tools.ts";

export const checks: Record<string, Check> = { ...browserChecks, ...httpChecks, ...mcpChecks, ...toolsChecks };
