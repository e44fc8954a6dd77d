/** What nobody tells the editor's runtime, it notices by itself. */
import assert from "node:assert/strict";
import { watchState } from "../../runtime/control/watchState.ts";
import { eventually } from "../support/processes.ts";
import { entry } from "../support/workspace.ts";
import { createControlled, type ControlledWorkspace } from "./support.ts";

describe("The editor is told", () => {
  let controlled: ControlledWorkspace;
  let stop: () => void;
  beforeEach(async () => {
    controlled = createControlled({
      "tools.json": { tools: [entry("a", { script: "scripts/a.ts" })] },
      "scripts/a.ts": "import { b } from './lib/b.ts';\nexport const main = () => b;\n",
      "scripts/lib/b.ts": "export const b: number = 1;\n",
    });
    stop = watchState(controlled.deps);
    // Its first look is at things as they are.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    controlled.told();
  });
  afterEach(async () => {
    stop();
    await controlled[Symbol.asyncDispose]();
  });
  const tells = (event: string): Promise<void> =>
    eventually(`${event} is told`, () => controlled.told().includes(event), 5000);

  it("when a script changes", async () => {
    controlled.workspace.write("scripts/a.ts", "export const main = () => 2;\n");
    await tells("tools/changed");
  });

  it("when a file changes that a script imports", async () => {
    controlled.workspace.write("scripts/lib/b.ts", "export const b: number = 2;\n");
    await tells("tools/changed");
  });

  it("nothing when nothing changes", async () => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.deepEqual(controlled.told(), []);
  });
}).timeout(20_000);
