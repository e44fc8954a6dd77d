/** A VS Code for a suite of UI tests, and its windows, closed after each test. */
import { makeFolders, type Folders } from "./folders.ts";
import { needVsCode, startVsCode, type VsCodeOptions, type VsCodeServer } from "./vscodeServer.ts";
import { openWorkbench, type WindowOptions, type Workbench } from "./workbench.ts";

export interface WindowBench {
  readonly server: VsCodeServer;
  readonly folders: Folders;
  open(options?: WindowOptions): Promise<Workbench>;
}

/**
 * Sets up mocha's hooks; the members are there when the tests run. A test that fails leaves a screenshot where GUIDON_SCREENSHOTS says.
 * @param options a function when it needs what another hook made
 */
export function windowBench(options: VsCodeOptions | (() => VsCodeOptions | Promise<VsCodeOptions>) = {}): WindowBench {
  let server: VsCodeServer | undefined;
  let folders: Folders | undefined;
  const windows: Workbench[] = [];

  before(async function () {
    needVsCode(this);
    this.timeout(120_000);
    server = await startVsCode(typeof options === "function" ? await options() : options);
    folders = makeFolders(server);
  });

  afterEach(async function () {
    const name = (this.currentTest?.fullTitle() ?? "").replaceAll(/[^\w]+/g, "-");
    for (const window of windows.splice(0)) {
      if (this.currentTest?.state === "failed") await window.screenshot(`failed-${name}`);
      await window.close();
    }
  });

  after(() => server?.stop());

  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("VS Code is there in tests only");
    return value;
  };
  return {
    get server() {
      return there(server);
    },
    get folders() {
      return there(folders);
    },
    async open(windowOptions) {
      const window = await openWorkbench(there(server), windowOptions);
      windows.push(window);
      return window;
    },
  };
}
