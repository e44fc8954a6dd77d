// Mocha requires this. A test that leaves something open would keep the whole run waiting: it is named, ended, and a failure.
const PATIENCE_MS = Number(process.env.GUIDON_TEST_PATIENCE_MS ?? 10_000);

export const mochaHooks = {
  afterAll() {
    setTimeout(endAll, PATIENCE_MS).unref();
  },
};

function endAll() {
  // The one list that Node has of what keeps it alive, by an inner name.
  const open = process._getActiveHandles().filter((handle) => handle.fd === undefined || handle.fd > 2);
  const names = open.map((handle) =>
    [handle.constructor.name, handle.spawnfile ?? "", handle.pid ?? ""].join(" ").trim(),
  );
  process.stderr.write(`The tests left this open, which is a failure: ${names.join(", ")}\n`);
  for (const handle of open) if (handle.spawnfile) handle.kill("SIGKILL");
  // Mocha sets its own exit code in a listener that was added earlier.
  process.once("exit", () => {
    process.exitCode ||= 1;
  });
  process.exit();
}
