import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { eventually } from "../support/processes.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";
import { openChannel, ChannelError } from "../../runtime/channel.ts";
import type { OwnerEvents, OwnerRequests } from "../../runtime/contract/owner.ts";
import { createOwnerFile, type OwnerRecord } from "../../runtime/owner/ownerFile.ts";
import { OwnerGone, type OwnerConnection } from "../../runtime/owner/ownerConnection.ts";
import type { Ownership } from "../../runtime/owner/ownership.ts";
import { CARD, end, ownership, sideNamed, startOwner, type Place } from "./support.ts";

describe("The owner of a workspace folder", () => {
  let workspace: TestWorkspace;
  let place: Place;
  let opened: Ownership[];

  beforeEach(() => {
    workspace = createWorkspace({ "tools.json": { tools: [] } });
    place = { folder: workspace.folder, dataDir: join(workspace.home, "guidon") };
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((each) => each.dispose()));
    workspace.dispose();
  });

  const open = (name: string, more: Parameters<typeof ownership>[2] = {}): Ownership => {
    const made = ownership(place, sideNamed(name), more);
    opened.push(made);
    return made;
  };
  const attach = async (name: string, more: Parameters<typeof ownership>[2] = {}): Promise<OwnerConnection> => {
    const found = await open(name, more).join();
    assert.equal(found.role, "attached");
    return found.role === "attached" ? found.owner : assert.fail();
  };
  const runOn = async (owner: OwnerConnection, tool = "t", origin: "Mcp" | "User" = "Mcp"): Promise<unknown> => {
    // A peer that lies about a person is what the owner has to see through.
    const run = { id: "1", tool, args: { a: 1 }, origin: origin as "Mcp", client: "test", confirmed: false };
    const result = await owner.run(run, {}, new AbortController().signal);
    return result.ok ? JSON.parse(result.json) : result.error;
  };
  const recordFile = (): string => join(place.dataDir, "owners", readdirSync(join(place.dataDir, "owners"))[0] ?? "");
  const record = (): OwnerRecord => createOwnerFile(place.dataDir, place.folder).read() ?? assert.fail();

  it("is the first process; the second brings its runs to it", async () => {
    assert.equal((await open("first").join()).role, "owner");
    const owner = await attach("second");
    assert.deepEqual(await runOn(owner), {
      by: "first",
      args: { a: 1 },
      origin: "Mcp",
      peer: CARD,
    });
  });

  it("is one process when twelve start at once", async () => {
    const roles = await Promise.all(Array.from({ length: 12 }, (_, index) => open(`p${index}`).join()));
    assert.equal(roles.filter(({ role }) => role === "owner").length, 1);
    assert.equal(roles.filter(({ role }) => role === "attached").length, 11);
  });

  it("is another one for another folder, and for another user data directory", async () => {
    assert.equal((await open("first").join()).role, "owner");
    const other = createWorkspace({});
    const elsewhere = ownership({ ...place, folder: other.folder }, sideNamed("x"));
    const otherHome = ownership({ ...place, dataDir: join(other.home, "guidon") }, sideNamed("y"));
    opened.push(elsewhere, otherHome);
    assert.equal((await elsewhere.join()).role, "owner");
    assert.equal((await otherHome.join()).role, "owner");
    await Promise.all([elsewhere.dispose(), otherHome.dispose()]);
    other.dispose();
  });

  it("is the same by way of a symbolic link", async () => {
    assert.equal((await open("first").join()).role, "owner");
    const link = join(dirname(place.folder), "link");
    symlinkSync(place.folder, link);
    const linked = ownership({ ...place, folder: link }, sideNamed("linked"));
    opened.push(linked);
    assert.equal((await linked.join()).role, "attached");
  });

  it("hears what a peer's command line and environment say, for that peer's runs", async () => {
    await open("first").join();
    const owner = await attach("second", { card: { ...CARD, trusted: true, secrets: { TOKEN: "value-of-peer" } } });
    const ran = (await runOn(owner)) as { peer: unknown };
    assert.deepEqual(ran.peer, { ...CARD, trusted: true, secrets: { TOKEN: "value-of-peer" } });
  });

  it("takes no peer's word that a person started a run", async () => {
    await open("first").join();
    const ran = (await runOn(await attach("second"), "t", "User")) as { origin: string };
    assert.equal(ran.origin, "Mcp");
  });

  it("gives the folder back when it ends", async () => {
    const first = open("first");
    await first.join();
    const { address } = record();
    await first.dispose();
    assert.deepEqual(readdirSync(join(place.dataDir, "owners")), []);
    assert.equal(existsSync(address), false);
    assert.equal((await open("second").join()).role, "owner");
  });

  it("keeps record and socket from other users", async () => {
    await open("first").join();
    assert.equal(statSync(recordFile()).mode & 0o777, 0o600);
    assert.equal(statSync(dirname(recordFile())).mode & 0o777, 0o700);
    assert.equal(statSync(dirname(record().address)).mode & 0o077, 0);
  });

  it("answers nobody who cannot show the key", async () => {
    await open("first").join();
    const socket = connect(record().address);
    const channel = openChannel<OwnerRequests, OwnerEvents>(socket, socket);
    const refused = (error: unknown): boolean => error instanceof ChannelError && error.data.code === "AccessDenied";
    await assert.rejects(channel.request("runs/list", {}), refused);
    await channel.request("hello", { nonce: "00" });
    await assert.rejects(channel.request("enter", { proof: "00".repeat(32), ...CARD }), refused);
    if (!socket.destroyed) await once(socket, "close");
  });

  it("is not believed when it cannot show the key: the peer tells it nothing and becomes the owner", async () => {
    await open("first").join();
    const real = record();
    const folder = join(workspace.home, "squat");
    mkdirSync(folder, { mode: 0o700 });
    const heard: string[] = [];
    const squatter = createServer((socket) => socket.on("data", (chunk) => heard.push(chunk.toString())));
    await once(squatter.listen(join(folder, "s.sock")), "listening");
    writeFileSync(recordFile(), JSON.stringify({ ...real, address: join(folder, "s.sock") }));
    const card = { ...CARD, secrets: { TOKEN: "never-told-value" } };
    assert.equal((await open("second", { card }).join()).role, "owner");
    squatter.close();
    assert.ok(heard.length > 0, "the peer greeted it");
    assert.ok(!heard.join("").includes("never-told-value"));
    assert.ok(!heard.join("").includes(real.key));
  }).timeout(10_000);

  it("is not looked for at an address in a folder that others can write to", async () => {
    await open("first").join();
    chmodSync(dirname(record().address), 0o777);
    assert.equal((await open("second").join()).role, "owner");
  });

  it("that was killed leaves nothing that the next one stumbles over", async () => {
    const child = await startOwner(place);
    const { address } = record();
    await end(child);
    assert.equal(existsSync(address), true, "a killed process leaves its socket");
    assert.equal((await open("next").join()).role, "owner");
    assert.equal(existsSync(address), false);
    assert.equal(record().pid, process.pid);
  });

  it("that is killed in the middle of a run is reported, and its peer takes over", async () => {
    const child = await startOwner(place);
    const peer = open("peer");
    const found = await peer.join();
    assert.equal(found.role, "attached");
    if (found.role !== "attached") return;
    const running = assert.rejects(runOn(found.owner, "wait"), OwnerGone);
    await once(child, "message");
    await end(child);
    await running;
    assert.equal((await peer.join()).role, "owner");
    assert.deepEqual(((await runOn(await attach("third"))) as { by: string }).by, "peer");
  });

  it("that stands still is given up, and the folder changes hands", async () => {
    const child = await startOwner(place);
    child.kill("SIGSTOP");
    try {
      assert.equal((await open("next").join()).role, "owner");
      assert.equal(((await runOn(await attach("third"))) as { by: string }).by, "next");
    } finally {
      await end(child);
    }
  }).timeout(10_000);

  it("that stands still in the middle of a run is given up soon, as is whatever else is asked of it", async () => {
    const child = await startOwner(place);
    try {
      const owner = await attach("peer");
      child.kill("SIGSTOP");
      await Promise.all([assert.rejects(runOn(owner), OwnerGone), assert.rejects(owner.request("runs/list", {}))]);
    } finally {
      await end(child);
    }
  }).timeout(15_000);

  it("that stands still holds up nobody who cancels", async () => {
    const child = await startOwner(place);
    try {
      const owner = await attach("peer");
      child.kill("SIGSTOP");
      const stop = new AbortController();
      const run = { id: "1", tool: "wait", args: {}, origin: "Mcp" as const, client: "test", confirmed: false };
      const canceled = assert.rejects(owner.run(run, {}, stop.signal), { code: "Canceled" });
      const began = performance.now();
      stop.abort();
      await canceled;
      assert.ok(performance.now() - began < 500);
    } finally {
      await end(child);
    }
  });

  it("that was taken for dead notices it, and brings its runs to the new owner", async () => {
    const first = open("first");
    await first.join();
    const peer = await attach("peer");
    writeFileSync(recordFile(), JSON.stringify({ ...record(), key: "00", pid: process.pid, address: "/nowhere" }));
    const second = open("second");
    assert.equal((await second.join()).role, "owner");
    await eventually("the first one attaches", () => first.place()?.role === "attached");
    // Whoever had nothing under way there is sent on.
    await new Promise<void>((resolve) => peer.onClose(resolve));
  }).timeout(10_000);

  it("that lets nobody in keeps the folder; whoever comes runs its tools itself", async () => {
    await open("first").join();
    const before = record();
    const server = createServer((socket) => socket.destroy());
    const folder = join(workspace.home, "full");
    mkdirSync(folder, { mode: 0o700 });
    await once(server.listen(join(folder, "s.sock")), "listening");
    const full = { ...before, address: join(folder, "s.sock") };
    writeFileSync(recordFile(), JSON.stringify(full));
    assert.equal((await open("second").join()).role, "alone");
    assert.deepEqual(record(), full);
    server.close();
  });

  it("puts out who says too much before the greeting", async () => {
    await open("first").join();
    const socket = connect(record().address);
    socket.on("error", () => {});
    socket.write("Content-Length: 99999999999\r\n\r\n");
    const pour = setInterval(() => socket.write("x".repeat(256 * 1024)), 5);
    await once(socket, "close");
    clearInterval(pour);
    assert.ok(socket.bytesWritten < 64 * 1024 * 1024);
  });

  it("of another protocol is left alone", async () => {
    await open("first").join();
    const file = recordFile();
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), protocol: 2 }));
    assert.equal((await open("second").join()).role, "owner");
  });

  it("is nobody where the user data directory cannot be written to; runs happen in each process then", async () => {
    const file = join(workspace.home, "no-folder");
    writeFileSync(file, "");
    const alone = ownership({ ...place, dataDir: join(file, "guidon") }, sideNamed("alone"));
    opened.push(alone);
    assert.equal((await alone.join()).role, "alone");
  });

  it("is never a process that only came for one run", async () => {
    assert.equal((await open("one", { mode: "attach" }).join()).role, "alone");
    await open("owner").join();
    assert.equal((await open("two", { mode: "attach" }).join()).role, "attached");
  });
});
