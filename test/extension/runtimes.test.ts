import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { ChannelError } from "../../runtime/channel.ts";
import { childEnvironment } from "../../extension/childEnvironment.ts";
import { createStage, first, inState, isAlive, type Stage, type StageOptions, until } from "./support.ts";

describe("The runtimes of a window", () => {
  let stage: Stage;
  const set = (options?: StageOptions): Stage => (stage = createStage(options));
  afterEach(() => stage.dispose());

  const unavailable = (error: unknown): boolean => error instanceof ChannelError && error.data.code === "Unavailable";

  it("start at the first request, one process for each folder", async () => {
    const { runtimes, notes } = set({ count: 2 });
    const runtime = first(stage);
    assert.equal(runtime.state, "stopped");
    assert.deepEqual(notes(), []);
    const [view, again] = await Promise.all([runtime.request("tools/list", {}), runtime.request("tools/list", {})]);
    assert.equal(view.name, "stand-in");
    assert.deepEqual(again, view);
    assert.equal(runtime.state, "running");
    assert.equal(runtime.info?.folder, runtime.folder.uri.fsPath);
    assert.equal(notes().length, 1);
    assert.equal(runtimes.all[1]?.state, "stopped");
  });

  it("are found by a file of their folder", () => {
    const { runtimes, fake, folders } = set({ count: 2 });
    const { Uri } = fake.vscode;
    assert.equal(runtimes.of(Uri.file(`${folders[1]}/scripts/a.js`)), runtimes.all[1]);
    assert.equal(runtimes.of(Uri.file("/elsewhere/a.js")), undefined);
  });

  it("do not exist before the workspace is trusted", async () => {
    const { runtimes, fake } = set({ trusted: false });
    assert.deepEqual(runtimes.all, []);
    fake.grantTrust();
    assert.equal((await first(stage).request("tools/list", {})).name, "stand-in");
    assert.equal(runtimes.all.length, 1);
  });

  it("leave out folders that are not on a disk", () => {
    const { runtimes } = set({ folders: ["vscode-vfs://github/a/b"] });
    assert.deepEqual(runtimes.all, []);
  });

  it("follow the folders: one that stays keeps its process, one that goes ends", async () => {
    const { runtimes, fake, folders } = set({ count: 2 });
    const [one, two] = runtimes.all;
    assert.ok(one && two);
    await Promise.all([one.request("tools/list", {}), two.request("tools/list", {})]);
    const pid = one.info?.pid ?? 0;
    fake.setFolders([folders[1] ?? ""]);
    assert.deepEqual(runtimes.all, [two]);
    assert.equal(two.state, "running");
    await until(() => !isAlive(pid));
    await assert.rejects(one.request("tools/list", {}), unavailable);
  });

  it("pass on events, and what the process writes to stderr goes to the log", async () => {
    const { runtimes, fake } = set();
    const revisions: string[] = [];
    runtimes.on("tools/changed", (runtime, { revision }) => revisions.push(`${runtime.folder.name} ${revision}`));
    await first(stage).request("tools/reload", {});
    await until(() => revisions.length > 0);
    assert.deepEqual(revisions, ["folder0 r2"]);
    await until(() => fake.logLines.some((line) => line === "[warning] folder0: it is a stand-in"));
  });

  it("go on telling the others when one listener throws", async () => {
    const { runtimes, fake } = set();
    let heard = 0;
    runtimes.on("tools/changed", () => {
      throw new Error("not mine");
    });
    runtimes.on("tools/changed", () => heard++);
    await first(stage).request("tools/reload", {});
    await until(() => heard === 1);
    assert.ok(fake.logLines.includes("[error] not mine"));
  });

  it("are told when a request is not wanted any more", async () => {
    const { fake, notes } = set();
    const source = new fake.vscode.CancellationTokenSource();
    const asked = first(stage).request("runs/list", {}, source.token);
    await until(() => notes().includes("asked"));
    source.cancel();
    await assert.rejects(asked);
    await until(() => notes().includes("canceled"));
  });

  it("work in their folder, without what the editor sets for itself", async () => {
    const environment = childEnvironment(
      {
        ...process.env,
        ELECTRON_RUN_AS_NODE: "1",
        NODE_OPTIONS: "--no-such-option",
        VSCODE_IPC_HOOK: "/x",
        KEPT: "yes",
      },
      { GUIDON_BROWSER: "/chrome", GUIDON_LOG: undefined },
    );
    const { folders } = set({ program: { environment: () => environment } });
    const { text } = await first(stage).request("tools/callText", { tool: "x" });
    const { env, cwd } = JSON.parse(text);
    assert.equal(cwd, folders[0]);
    assert.equal(env.KEPT, "yes");
    assert.equal(env.GUIDON_BROWSER, "/chrome");
    for (const name of ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "VSCODE_IPC_HOOK"]) assert.equal(env[name], undefined);
  });

  it("answer requests that came while they were slow to start", async () => {
    set().behave({ slowMs: 300 });
    const asked = first(stage).request("tools/list", {});
    assert.equal(first(stage).state, "starting");
    assert.equal((await asked).name, "stand-in");
  });

  it("start again by themselves when they die; a request under way fails with Unavailable", async () => {
    const { notes } = set();
    const runtime = first(stage);
    await runtime.request("tools/list", {});
    const asked = runtime.request("runs/list", {});
    await until(() => notes().includes("asked"));
    await assert.rejects(runtime.request("runs/clear", {}), unavailable);
    await assert.rejects(asked, unavailable);
    await inState(stage, runtime, "restarting");
    // The next one waits for the new process.
    assert.equal((await runtime.request("tools/list", {})).name, "stand-in");
    assert.equal(runtime.state, "running");
    assert.equal(notes().filter((line) => line.startsWith("start")).length, 2);
  });

  it("are given up when they die too often, with the reason; Start Again starts them", async () => {
    const { behave, runtimes, notes, fake } = set();
    behave({ dieAfterMs: 20 });
    const runtime = first(stage);
    await runtime.request("tools/list", {});
    await inState(stage, runtime, "failed");
    assert.equal(notes().length, 4);
    assert.match(runtime.problem ?? "", /runtime for “folder0” ended too often: it ended with exit code 7/);
    await assert.rejects(runtime.request("tools/list", {}), unavailable);
    assert.ok(fake.logLines.some((line) => line.startsWith("[error] folder0: Guidon's runtime")));
    behave({});
    await runtimes.restart();
    assert.equal(runtime.state, "running");
    assert.equal(runtime.problem, undefined);
    assert.equal((await runtime.request("tools/list", {})).name, "stand-in");
  });

  it("are given up after two starts that lead to nothing; the last line on stderr is told", async () => {
    set().behave({ exit: 3 });
    const runtime = first(stage);
    await assert.rejects(runtime.request("tools/list", {}), unavailable);
    assert.equal(runtime.state, "failed");
    assert.match(runtime.problem ?? "", /does not start: it ended with exit code 3: it cannot go on/);
    assert.equal(stage.notes().length, 2);
  });

  it("get a second chance when the first start leads to nothing", async () => {
    set().behave({ exit: 3, once: true });
    assert.equal((await first(stage).request("tools/list", {})).name, "stand-in");
  });

  it("are given up when they do not answer in time", async () => {
    set({ timing: { limits: { startMs: 200, softEndMs: 50, hardEndMs: 100 } } }).behave({ slowMs: 20_000 });
    const runtime = first(stage);
    await assert.rejects(runtime.request("tools/list", {}), unavailable);
    assert.equal(runtime.state, "failed");
    assert.ok(stage.fake.logLines.some((line) => /did not answer within 0\.2 s/.test(line)));
  });

  it("are started anew when something else is on their stdout", async () => {
    set().behave({ garbage: "hello, this is a debug line\r\n\r\n", once: true });
    assert.equal((await first(stage).request("tools/list", {})).name, "stand-in");
    assert.equal(stage.notes().length, 2);
  });

  it("say why when the program is not there", async () => {
    set({
      program: { node: () => Promise.resolve({ path: "/no/such/node", source: "path", abi: "147", version: "26" }) },
    });
    await assert.rejects(first(stage).request("tools/list", {}), unavailable);
    assert.match(first(stage).problem ?? "", /ENOENT/);
  });

  it("say at once that there is no Node", async () => {
    set({ program: { node: () => Promise.resolve({ problem: "There is no Node.", lookedAt: [] }) } });
    await assert.rejects(first(stage).request("tools/list", {}), /There is no Node\./);
    assert.equal(first(stage).state, "failed");
  });

  it("are ended softly, else by force", async () => {
    const { behave, notes, runtimes } = set();
    behave({ stubborn: true });
    await first(stage).request("tools/list", {});
    const pid = first(stage).info?.pid ?? 0;
    runtimes.dispose();
    await until(() => !isAlive(pid));
    assert.ok(notes().includes("SIGTERM"));
  });

  it("say of a folder that is gone that it is gone, and try no more", async () => {
    const { folders } = set({ count: 2 });
    const gone = folders[1] ?? "";
    rmSync(gone, { recursive: true });
    const runtime = stage.runtimes.all[1];
    assert.ok(runtime);
    const problem = `The folder “folder1” is not there: ${gone}`;
    await assert.rejects(runtime.request("tools/list", {}), { message: problem });
    assert.deepEqual([runtime.state, runtime.problem], ["failed", problem]);
  });

  it("are one process after several restarts at once; whoever waits for an answer gets it", async () => {
    const { runtimes, notes, behave } = set();
    const runtime = first(stage);
    await runtime.request("tools/list", {});
    behave({ slowMs: 100 });
    const restarts = [runtimes.restart(), runtimes.restart()];
    const asked = runtime.request("tools/list", {});
    restarts.push(runtimes.restart());
    await Promise.all(restarts);
    assert.equal((await asked).name, "stand-in");
    const alive = notes().filter((line) => line.startsWith("start") && isAlive(Number(line.slice(6))));
    assert.deepEqual(alive, [`start ${runtime.info?.pid}`]);
  });

  it("restart only what is wanted", async () => {
    const { runtimes, notes } = set({ count: 2 });
    await first(stage).request("tools/list", {});
    await runtimes.restart();
    assert.equal(notes(0).length, 2);
    assert.deepEqual(notes(1), []);
  });
});
