/** `guidon control`: the runtime of one folder for an editor that started it, over stdin and stdout. Not for people. */
import { takeEnvironment } from "../environment.ts";
import { serveControl, type ControlChannel } from "../control/control.ts";
import { createLog } from "../log.ts";
import { createRuntime } from "../runtime.ts";
import { takeEnvironmentSecrets } from "../secrets/environmentStore.ts";
import { dataDirectory, loadSettings } from "../settings.ts";

/** How long shutting down may take before the process ends all the same. */
const SHUTDOWN_MS = 1500;
/** After the editor's first questions, sandbox children are started, so that the first run finds one. */
const WARM_AFTER_MS = 1000;

export async function control(folder: string): Promise<void> {
  const environment = takeEnvironment(process.env);
  const environmentSecrets = takeEnvironmentSecrets(environment);
  const log = createLog(environment["GUIDON_LOG"] ?? "info");
  const settings = loadSettings(environment);
  const dataDir = dataDirectory(environment);
  for (const problem of settings.problems) log.warn(problem);
  const runtime = createRuntime({
    folders: [folder],
    trust: false,
    sharing: "share",
    follow: true,
    environment,
    environmentSecrets,
    dataDir,
    settings,
    log,
  });

  let channel: ControlChannel | undefined;
  let state: "serving" | "closing" = "serving";
  const shutDown = async (): Promise<void> => {
    if (state === "closing") return;
    state = "closing";
    setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
    channel?.close();
    await runtime.dispose();
    process.exit(0);
  };
  const close = (): void => void shutDown();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, close);

  const { registry } = runtime.workspace(undefined);
  channel = await serveControl(
    process.stdin,
    process.stdout,
    { folder, registry, runtime, dataDir, environment, shown: new Map(), log },
    close,
  );
  setTimeout(() => registry.current().tools.length > 0 && runtime.warm(), WARM_AFTER_MS).unref();
}
