/** Tools that run only with a person's yes to each run. */
import type { WorkspaceTool } from "../contract/tools.ts";

export function needsYes({ confirm, annotations }: Pick<WorkspaceTool, "confirm" | "annotations">): boolean {
  return confirm === "always" || (confirm === "destructive" && annotations.destructive === true);
}

/** How a person gives it, where whoever calls cannot ask. */
export function howToSayYes({ name }: Pick<WorkspaceTool, "name">): string {
  return `the user can run it in a terminal, where Guidon asks: guidon run ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)} …`;
}
