/** What the editor asks about the tools of a folder, with real files, scripts and runs. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolRow } from "../../runtime/contract/control.ts";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { toolsHandlers } from "../../runtime/control/toolsHandlers.ts";
import { ToolError } from "../../runtime/errors.ts";
import type { RunResult } from "../../runtime/run/run.ts";
import { entry } from "../support/workspace.ts";
import { approveShown, createControlled, NEVER, type ControlledWorkspace } from "./support.ts";

const GREET = "async function main() { return `hello ${g.tool.args.who}`; }\n";
const greet = entry("greet", {
  parameters: {
    type: "object",
    properties: {
      who: { type: "string", description: "Who is greeted" },
      times: { type: "integer", minimum: 1, default: 1 },
      kids: { type: "array", items: { type: "object", properties: { "a/b": { type: "number" } }, required: ["a/b"] } },
    },
    required: ["who"],
  },
});

describe("The tools of a folder, for its editor", function () {
  this.timeout(30_000);
  let controlled: ControlledWorkspace;
  let handlers: ReturnType<typeof toolsHandlers>;
  const open = (files: Record<string, unknown>, options?: Parameters<typeof createControlled>[1]): void => {
    controlled = createControlled(files, options);
    handlers = toolsHandlers(controlled.deps, () => undefined);
  };
  afterEach(() => controlled[Symbol.asyncDispose]());
  const rows = async (): Promise<ToolRow[]> => (await handlers["tools/list"]({}, NEVER)).tools;
  const run = (tool: string, args: JsonObject): Promise<RunResult> =>
    controlled.deps.runtime.run({ tool, args, origin: "Mcp", signal: NEVER });
  const codeOf = async (work: () => unknown): Promise<string> => {
    try {
      await work();
    } catch (error) {
      return error instanceof ToolError ? error.code : String(error);
    }
    return "none";
  };

  describe("in a list", () => {
    it("each have the state that a person has to do something about, worded for the editor", async () => {
      const secret = { headers: { Authorization: "Bearer {{API_TOKEN}}" }, allowedHosts: ["api.example.com"] };
      open({
        "tools.json": {
          tools: [
            greet,
            entry("asks", { script: "scripts/greet.js", ...secret }),
            entry("gone"),
            entry("off", { script: "scripts/greet.js", enabled: false }),
            entry("wrong"),
            entry("careful", { script: "scripts/greet.js", confirm: "always" }),
          ],
        },
        "scripts/greet.js": GREET,
        "scripts/wrong.js": "async function main() { return 1 +; }",
      });
      const state = async (): Promise<Record<string, string>> =>
        Object.fromEntries((await rows()).map((row) => [row.name, `${row.state}: ${row.why ?? ""}`]));
      const before = await state();
      assert.match(before["greet"] ?? "", /^approval: waiting for the user's approval, nobody has approved it yet$/);
      assert.match(before["asks"] ?? "", /^approval: .*; secret "API_TOKEN" not set$/);
      assert.match(before["gone"] ?? "", /^problem: script scripts\/gone\.js does not exist$/);
      assert.match(before["off"] ?? "", /^disabled: /);
      assert.match(before["wrong"] ?? "", /^problem: scripts\/wrong\.js:1:/);
      assert.doesNotMatch(Object.values(before).join(), /guidon |terminal/);

      await approveShown(handlers, "greet", "asks", "careful");
      const after = await state();
      assert.equal(after["greet"], "ready: ");
      assert.equal(after["careful"], "ready: ");
      assert.equal(after["asks"], 'secret: secret "API_TOKEN" not set');
      assert.equal((await rows()).find(({ name }) => name === "greet")?.why, undefined);
    });

    it("are ready with a secret of the environment, and have their place and last run", async () => {
      open(
        {
          "tools.json":
            '{\n  "tools": [\n    { "name": "a", "description": "d", "script": "a.js", "headers": { "X-Key": "{{KEY}}" } }\n  ]\n}',
          "a.js": GREET,
        },
        { environmentSecrets: new Map([["KEY", "from-environment"]]) },
      );
      handlers = toolsHandlers(controlled.deps, (tool) => ({
        id: tool,
        state: "ok",
        startedAt: "2026-01-01T00:00:00Z",
      }));
      await approveShown(handlers, "a");
      const [row] = await rows();
      assert.equal(row?.state, "ready");
      assert.deepEqual(row?.range.start, { line: 2, character: 4 });
      assert.equal(row?.lastRun?.id, "a");
    });

    it("name their script as a file of the folder, however the author wrote it", async () => {
      open({ "tools.json": { tools: [{ ...greet, script: ".\\scripts\\greet.js" }] }, "scripts/greet.js": GREET });
      const [row] = await rows();
      assert.deepEqual([row?.script, row?.file], [".\\scripts\\greet.js", "scripts/greet.js"]);
    });

    it("come with the problems of tools.json, also of one that is broken or missing", async () => {
      open({ "tools.json": { tools: [greet] }, "scripts/greet.js": GREET });
      assert.equal((await handlers["tools/list"]({}, NEVER)).state, "ok");
      controlled.workspace.write("tools.json", "{ nonsense");
      const view = await handlers["tools/reload"]({}, NEVER);
      assert.equal(view.state, "stale");
      assert.equal(view.tools.length, 1);
      assert.equal(view.problems[0]?.severity, "error");
    });

    it("of a thousand tools takes no more than a moment", async () => {
      const many = Array.from({ length: 1000 }, (_, n) => entry(`tool-${n}`, { script: `scripts/${n % 50}.js` }));
      const scripts = Array.from({ length: 50 }, (_, n) => [`scripts/${n}.js`, GREET]);
      open({ "tools.json": { tools: many }, ...Object.fromEntries(scripts) });
      await approveShown(handlers, ...many.map(({ name }) => String(name)));
      const started = performance.now();
      assert.ok((await rows()).every(({ state }) => state === "ready"));
      assert.ok(performance.now() - started < 2000, `${performance.now() - started} ms`);
    });
  });

  describe("that Guidon makes as an example", () => {
    it("run at once in an empty folder, without a browser, a network or a secret", async () => {
      open({});
      const { written, tool } = await handlers["tools/createExample"]({}, NEVER);
      assert.deepEqual(written, ["tools.json", "scripts/word-count.js", "scripts/page-summary.js"]);
      assert.ok(controlled.told().includes("tools/changed"));
      assert.deepEqual(
        (await rows()).map(({ name, state }) => `${name} ${state}`),
        ["word-count ready", "page-summary ready"],
      );
      const { args } = await handlers["tools/exampleArguments"]({ tool }, NEVER);
      const result = await run(tool, args);
      assert.deepEqual(result.ok && JSON.parse(result.json).frequent[0], { word: "to", count: 2 });
      assert.deepEqual(controlled.deps.registry.current().problems, []);
    });

    it("are not made beside a tools.json that is there, and nothing of that is approved", async () => {
      const own = { tools: [{ ...greet, name: "word-count", script: "scripts/word-count.js" }] };
      open({ "tools.json": own, "scripts/word-count.js": GREET });
      assert.equal(await codeOf(() => handlers["tools/createExample"]({}, NEVER)), "AlreadyExists");
      assert.deepEqual(readdirSync(join(controlled.workspace.folder, "scripts")), ["word-count.js"]);
      assert.equal((await rows())[0]?.state, "approval");
    });

    it("are approved only where each byte is Guidon's", async () => {
      open({ "scripts/word-count.js": GREET });
      const { written } = await handlers["tools/createExample"]({}, NEVER);
      assert.deepEqual(written, ["tools.json", "scripts/page-summary.js"]);
      assert.deepEqual(
        (await rows()).map(({ name, state }) => `${name} ${state}`),
        ["word-count approval", "page-summary ready"],
      );
    });

    it("are never written through a link out of the folder", async () => {
      open({});
      const outside = mkdtempSync(join(tmpdir(), "guidon-outside-"));
      symlinkSync(outside, join(controlled.workspace.folder, "scripts"));
      assert.equal(await codeOf(() => handlers["tools/createExample"]({}, NEVER)), "InvalidPath");
      assert.deepEqual(readdirSync(outside), []);
      rmSync(outside, { recursive: true });
    });
  });

  describe("whose script is missing", () => {
    const parameters = {
      type: "object",
      properties: {
        title: { type: "string", description: "Ends */ here; see https://docs.example.com/a\n@timeout 900" },
        "user-id": { type: "integer", minimum: 1 },
        class: { type: "string", enum: ["a", "b"] },
      },
      required: ["title"],
    };
    for (const script of ["new/folder/tool.js", "tool.mts"])
      it(`get ${script} with a main() made from their parameters, which runs`, async () => {
        open({
          "tools.json": { tools: [entry("made", { script, parameters, description: "Makes\n@timeout 900 it */" })] },
        });
        const { file } = await handlers["tools/createScript"]({ tool: "made" }, NEVER);
        assert.equal(file, script);
        const text = readFileSync(join(controlled.workspace.folder, file), "utf8");
        assert.match(text, /^\/\*\* Makes timeout 900 it \* \/ \*\/\nasync function main\(\)/);
        assert.equal(text.includes(": Promise<unknown>"), script.endsWith(".mts"));
        assert.match(
          text,
          /^ {4}title, \/\/ a string, required: Ends \* \/ here; see docs\.example\.com\/a timeout 900$/m,
        );
        assert.match(text, /^ {4}"user-id": userId, \/\/ an integer/m);
        assert.match(text, /^ {4}"class": class2, \/\/ one of "a", "b"$/m);
        const [approval] = await handlers["tools/approvals"]({}, NEVER);
        assert.deepEqual(approval?.permissions, [`runs ${script}`]);
        await approveShown(handlers, "made");
        const result = await run("made", { title: "t", "user-id": 3, class: "b" });
        assert.deepEqual(result.ok && JSON.parse(result.json), { title: "t", userId: 3, class2: "b" });
      });

    it("get one as the text of an editor says, saved or not", async () => {
      open({ "tools.json": { tools: [greet] }, "scripts/greet.js": GREET });
      const ofCity = { type: "object", properties: { city: { type: "string" } } };
      const moved = { ...greet, script: ".\\scripts\\moved.js" };
      const text = JSON.stringify({ tools: [moved, entry("fresh", { parameters: ofCity })] });
      const create = handlers["tools/createScript"];
      assert.deepEqual(await create({ tool: "fresh", text }, NEVER), { file: "scripts/fresh.js" });
      assert.match(readFileSync(join(controlled.workspace.folder, "scripts", "fresh.js"), "utf8"), /\bcity\b/);
      assert.deepEqual(await create({ tool: "greet", text }, NEVER), { file: "scripts/moved.js" });
      assert.deepEqual(controlled.told(), ["tools/changed"]);
      assert.equal(await codeOf(() => create({ tool: "gone", text }, NEVER)), "UnknownTool");
    });

    it("are spoken of to a person, not to an agent, where there is no such tool", async () => {
      open({ "tools.json": { tools: [greet] }, "scripts/greet.js": GREET });
      const ask = async (): Promise<unknown> => handlers["tools/createScript"]({ tool: "fresh" }, NEVER);
      await assert.rejects(ask, (error: ToolError) => {
        assert.equal(error.message, 'There is no tool "fresh"');
        assert.equal(error.hint, "Closest: greet.");
        return true;
      });
    });

    it("get none over a file that is there, outside of the folder, or for a name that is unknown", async () => {
      open({ "tools.json": { tools: [greet, entry("linked", { script: "link/a.js" })] }, "scripts/greet.js": GREET });
      const outside = mkdtempSync(join(tmpdir(), "guidon-outside-"));
      symlinkSync(outside, join(controlled.workspace.folder, "link"));
      const create = (tool: string): Promise<string> => codeOf(() => handlers["tools/createScript"]({ tool }, NEVER));
      assert.equal(await create("greet"), "AlreadyExists");
      assert.equal(readFileSync(join(controlled.workspace.folder, "scripts", "greet.js"), "utf8"), GREET);
      assert.equal(await create("linked"), "InvalidPath");
      assert.equal(await create("gret"), "UnknownTool");
      symlinkSync(join(outside, "elsewhere.js"), join(controlled.workspace.folder, "scripts", "dangling.js"));
      controlled.workspace.write("tools.json", { tools: [entry("dangling")] });
      assert.equal(await create("dangling"), "AlreadyExists");
      assert.equal(existsSync(join(outside, "elsewhere.js")), false);
      rmSync(outside, { recursive: true });
    });
  });

  describe("and their arguments", () => {
    beforeEach(() =>
      open({
        "tools.json": {
          tools: [greet, entry("shown", { ...greet, name: "shown", examples: [{ args: { who: "Ana" } }] })],
        },
        "scripts/greet.js": GREET,
        "scripts/shown.js": GREET,
      }),
    );

    it("begin with defaults and the author's example, with nothing made up", async () => {
      assert.deepEqual(await handlers["tools/exampleArguments"]({ tool: "greet" }, NEVER), { args: { times: 1 } });
      assert.deepEqual(await handlers["tools/exampleArguments"]({ tool: "shown" }, NEVER), {
        args: { times: 1, who: "Ana" },
      });
    });

    it("are checked as a run checks them, with the place of each problem", async () => {
      const check = async (args: JsonObject): Promise<{ pointer: string; message: string }[]> =>
        (await handlers["tools/checkArguments"]({ tool: "greet", args }, NEVER)).problems;
      assert.deepEqual(await check({ who: "Ana", times: "2" }), []);
      const problems = await check({ times: 0, kids: [{ "a/b": 1 }, {}], more: 1 });
      assert.deepEqual(
        problems.map(({ pointer }) => pointer),
        ["/kids/1/a~1b", "/times", "/who"],
      );
      assert.match(problems[2]?.message ?? "", /^Is required and missing: expected a string/);
      const refused = await run("greet", { times: 0, kids: [{ "a/b": 1 }, {}] });
      assert.equal(refused.ok, false);
      assert.deepEqual(
        (await handlers["tools/checkArguments"]({ tool: "greet", args: [1] }, NEVER)).problems.map(
          ({ pointer }) => pointer,
        ),
        [""],
      );
    });

    it("make the text of the call that an agent would send", async () => {
      const { text } = await handlers["tools/callText"]({ tool: "shown" }, NEVER);
      assert.equal(text, '{\n  "name": "shown",\n  "parameters": {\n    "who": "Ana"\n  }\n}');
      const made = JSON.parse((await handlers["tools/callText"]({ tool: "greet" }, NEVER)).text);
      assert.deepEqual(
        (await handlers["tools/checkArguments"]({ tool: "greet", args: made.parameters }, NEVER)).problems,
        [],
      );
      const given = await handlers["tools/callText"]({ tool: "greet", args: { who: "Bo" } }, NEVER);
      assert.deepEqual(JSON.parse(given.text), { name: "greet", parameters: { who: "Bo" } });
    });
  });

  describe("and the approval of a person", () => {
    beforeEach(() =>
      open({
        "tools.json": { tools: [greet, entry("other"), entry("gone")] },
        "scripts/greet.js": GREET,
        "scripts/other.js": "// https://api.example.com/\nasync function main() { return 2; }",
      }),
    );
    const states = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await handlers["tools/approvals"]({}, NEVER)).map(({ tool, state }) => [tool, state]));

    it("say what each may do, and keep what was approved before", async () => {
      const approvals = await handlers["tools/approvals"]({}, NEVER);
      assert.deepEqual(
        approvals.map(({ permissions }) => permissions),
        [
          ["runs scripts/greet.js"],
          ["runs scripts/other.js", "its script names the hosts api.example.com"],
          ["script scripts/gone.js does not exist"],
        ],
      );
      await approveShown(handlers, "greet");
      assert.deepEqual(await states(), { greet: "approved", other: "new", gone: "unusable" });
      await approveShown(handlers, "other");
      assert.deepEqual(await states(), { greet: "approved", other: "approved", gone: "unusable" });
      assert.equal((await run("other", {})).ok, true);
    });

    it("hold for what was shown, not for what the tool became meanwhile", async () => {
      const [shown] = await handlers["tools/approvals"]({ tools: ["greet"] }, NEVER);
      controlled.workspace.write("scripts/greet.js", "async function main() { return 'something else'; }");
      // Another view of the same window asks what it may do now.
      await handlers["tools/approvals"]({}, NEVER);
      await handlers["tools/approve"]({ tokens: [shown?.token ?? ""] }, NEVER);
      assert.equal((await states())["greet"], "changed");
      assert.equal((await run("greet", { who: "Ana" })).ok, false);
    });

    it("are not to be had for what nobody was shown", async () => {
      assert.equal(await codeOf(() => handlers["tools/approve"]({ tokens: ["other"] }, NEVER)), "NotApproved");
      assert.equal((await states())["other"], "new");
    });
  });

  it("have typings for their scripts: where g.d.ts is, and a type for each script", async () => {
    open({
      "tools.json": {
        tools: [
          greet,
          entry("again", {
            script: "./scripts/greet.js",
            parameters: { type: "object", properties: { id: { type: "integer" } } },
          }),
        ],
      },
      "scripts/greet.js": GREET,
    });
    const { declarations, scripts } = await handlers["scripts/typings"]({}, NEVER);
    assert.match(readFileSync(declarations, "utf8"), /declare const g: GuidonApi/);
    assert.deepEqual(scripts, [
      {
        file: join(controlled.workspace.folder, "scripts", "greet.js"),
        argsType:
          '({ /** Who is greeted */ who: string; times: number; kids?: ({ "a/b": number })[] }) | ({ id?: number })',
      },
    ]);
  });
});
