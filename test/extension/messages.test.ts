import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createAttention } from "../../extension/attention.ts";
import { createFailureMessages } from "../../extension/failures.ts";
import { reasonIn } from "../../extension/log.ts";
import { readSettings } from "../../extension/settings.ts";
import { durationText, lastRunText, plainText } from "../../extension/texts.ts";
import { createFakeVscode } from "../support/fakeVscode.ts";
import { until } from "./support.ts";
import { createWindow, type Window } from "./toolsSupport.ts";

describe("The messages", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));
  const open = (count = 1): Window => {
    const window = createWindow(Array.from({ length: count }, () => ({})));
    cleanUp.push(window.dispose);
    return window;
  };
  const texts = ({ fake }: Window): string[] => fake.shown.messages.map(({ text }) => text);

  describe("about an agent's call that needs a person", () => {
    it("name the agent and the tool; the button leads to the approval", async () => {
      const window = open();
      cleanUp.push(() => createAttention(window.deps).dispose());
      createAttention(window.deps);
      window.fake.answers.message = () => "Review…";
      window.runtimes.fire(window.first, "attention", { kind: "approval", tool: "send", client: "Claude Code" });
      assert.deepEqual(texts(window), ["Claude Code wants to run “send”, which you have not approved yet."]);
      const folder = window.first.folder.uri.toString();
      await until(() => window.fake.executed.some(({ id }) => id === "guidon.approveTools"));
      assert.deepEqual(window.fake.executed.at(-1)?.args, [{ folder, tool: "send" }]);
    });

    it("lead to the secret that is missing", async () => {
      const window = open();
      createAttention(window.deps);
      window.fake.answers.message = () => "Set Secret…";
      const missing = { kind: "secret", tool: "send", client: "Codex", secrets: ["TOKEN"] } as const;
      window.runtimes.fire(window.first, "attention", { ...missing, secrets: ["TOKEN"] });
      await until(() => window.fake.executed.some(({ id }) => id === "guidon.setSecret"));
      assert.equal(window.fake.executed.at(-1)?.args[0].name, "TOKEN");
    });

    it("come once, although agents try again", async () => {
      const window = open();
      createAttention(window.deps);
      for (let i = 0; i < 3; i++) {
        window.runtimes.fire(window.first, "attention", { kind: "approval", tool: "send", client: "Codex" });
        await Promise.resolve();
      }
      window.runtimes.fire(window.first, "attention", { kind: "approval", tool: "other", client: "Codex" });
      assert.equal(texts(window).length, 2);
    });

    it("make no link of what an agent calls itself", () => {
      const window = open();
      createAttention(window.deps);
      window.runtimes.fire(window.first, "attention", { kind: "approval", tool: "a", client: "[x](command:evil)\n" });
      assert.match(texts(window)[0] ?? "", /^\[x\] \(command:evil\) {2}wants to run/);
    });
  });

  describe("about a runtime that was given up", () => {
    const fail = (window: Window, problem: string): void => {
      for (const runtime of window.runtimes.all) Object.assign(runtime, { state: "failed", problem });
      window.runtimes.change();
    };

    it("come once, also for several folders, with the ways on", () => {
      const window = open(3);
      createFailureMessages(window.deps);
      fail(window, "It ended too often.");
      window.runtimes.change();
      assert.deepEqual(texts(window), ["It ended too often."]);
      assert.deepEqual(window.fake.shown.messages[0]?.buttons, ["Show Log", "Start Again"]);
    });

    it("lead to the setting where that can help", () => {
      const window = open();
      createFailureMessages(window.deps);
      fail(window, "Install one, or name its program in the setting guidon.nodePath.");
      assert.deepEqual(window.fake.shown.messages[0]?.buttons, ["Show Log", "Start Again", "Open Settings"]);
    });

    it("come again when it ran in between", async () => {
      const window = open();
      createFailureMessages(window.deps);
      fail(window, "It ended too often.");
      // The person closes the message.
      await setImmediate();
      window.runtimes.start(window.first);
      fail(window, "It ended too often.");
      assert.equal(texts(window).length, 2);
    });
  });
});

describe("The settings", () => {
  it("that name programs are the person's; a workspace has no say", () => {
    const settings = { "guidon.nodePath": "/mine" };
    const workspaceSettings = { "guidon.nodePath": "/evil", "guidon.browserPath": "/evil", "guidon.codeLens": false };
    const read = readSettings(createFakeVscode({ settings, workspaceSettings }).vscode);
    assert.deepEqual(
      { ...read },
      { nodePath: "/mine", browserPath: "", codeLens: false, statusBar: true, keepRuns: undefined },
    );
  });
});

describe("The reason of an end", () => {
  const reason = (...lines: string[]): string | undefined =>
    lines.reduce<string | undefined>((before, line) => reasonIn(line, before), undefined);
  const at = "2026-01-01T00:00:00.000Z";

  it("is Node's own error, else the last warning or plain line; news of ordinary work are none", () => {
    assert.equal(
      reason("Error: Cannot find module 'x'", "    at f (a.js:1:1)", "", "Node.js v26.1.0"),
      "Error: Cannot find module 'x'",
    );
    assert.equal(reason("first", "last", `${at} info it is connected`), "last");
    assert.equal(reason(`${at} error it cannot write`, `${at} debug bye`), "it cannot write");
    assert.equal(reason(`${at} info it is connected`), undefined);
  });
});

describe("The texts", () => {
  const { l10n } = createFakeVscode().vscode;

  it("tell durations as a person would", () => {
    assert.deepEqual(
      [0, 999, 1000, 59_949, 59_950, 125_000].map((ms) => durationText(l10n, ms)),
      ["0 ms", "999 ms", "1.0 s", "59.9 s", "1 min 0 s", "2 min 5 s"],
    );
  });

  it("tell how a run went", () => {
    const last = { id: "1", startedAt: "" };
    assert.equal(lastRunText(l10n, { ...last, state: "ok", durationMs: 1200 }), "ok 1.2 s");
    assert.equal(lastRunText(l10n, { ...last, state: "canceled" }), "canceled");
  });

  it("of others are one line of limited length, without marks that turn the direction of writing", () => {
    assert.equal(plainText("a\nb\u202ec"), "a b c");
    assert.equal(plainText("[a](command:b) $(verified)"), "[a] (command:b) $ (verified)");
    assert.equal(plainText("x".repeat(50), 10), `${"x".repeat(9)}…`);
  });
});
