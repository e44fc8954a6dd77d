/** `guidon secrets`: names and states in, values never out. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { ToolError } from "../errors.ts";
import { listedTools } from "../listing.ts";
import { distFile } from "../distFile.ts";
import { createSecrets, type SecretReach, type Secrets } from "../secrets/secrets.ts";
import { secretNames } from "../headerTemplate.ts";
import { createWorkspaceId, workspaceId } from "../workspaceId.ts";
import { visibleText } from "../visibleText.ts";
import { commandFolders, commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { paint, print, printJson } from "./output.ts";

interface SecretOptions extends CommandOptions {
  everywhere?: boolean;
}

const FROM = {
  environment: "environment",
  editor: "the editor",
  workspace: "this workspace",
  all: "all workspaces",
} as const;

const reach = (options: SecretOptions): SecretReach => (options.everywhere ? "all" : "workspace");

export async function setSecret(name: string, options: SecretOptions): Promise<void> {
  await withSecrets(options, createWorkspaceId, async (secrets) => {
    await secrets.checkSettable(name, reach(options));
    const notes = await secrets.set(name, await readValue(name), reach(options));
    print(`${name} is set for ${options.everywhere ? "all workspaces" : "this workspace"}, in the system's keychain.`);
    for (const note of notes) print(paint("yellow", note));
  });
}

export async function deleteSecret(name: string, options: SecretOptions): Promise<void> {
  await withSecrets(options, knownId, async (secrets) => {
    const deleted = await secrets.delete(name, reach(options));
    if (!deleted)
      throw new ToolError(
        "SecretNotSet",
        `${name} is not set ${options.everywhere ? "for all workspaces" : "for this workspace"}`,
        {
          hint: "guidon secrets list shows the names.",
        },
      );
    print(`${name} is deleted.`);
  });
}

export async function listSecrets(options: SecretOptions & { json?: boolean }): Promise<void> {
  const { asked, known } = await withRuntime(options, async (runtime) => ({
    asked: listedTools(runtime).flatMap(({ tool }) =>
      secretNames(tool.headers).map((name) => ({ name, tool: tool.name })),
    ),
    known: (await Promise.all(runtime.workspaces.map(({ folder }) => runtime.secretEntries(folder)))).flat(),
  }));
  const names = [...new Set([...known.map(({ name }) => name), ...asked.map(({ name }) => name)])].toSorted();
  const rows = names.map((name) => {
    const entry = known.find((item) => item.name === name);
    return {
      name,
      ...entry,
      set: entry !== undefined,
      usedBy: asked.filter((item) => item.name === name).map(({ tool }) => tool),
    };
  });
  if (options.json) return printJson({ secrets: rows });
  for (const { name, set, from, usedBy } of rows) {
    const state = set ? `set (${FROM[from ?? "workspace"]})` : paint("yellow", "not set");
    print(`${paint("bold", name)}  ${state}${usedBy.length > 0 ? `  used by ${visibleText(usedBy.join(", "))}` : ""}`);
  }
  if (rows.length === 0) print("No secrets: none is set, and tools.json asks for none.");
  print(paint("dim", `"guidon doctor" says whether the system's keychain works.`));
}

/** Only what stores something gives a workspace its id. */
function knownId(dataDir: string, folder: string): string {
  return workspaceId(dataDir, folder) ?? "none";
}

async function withSecrets(
  options: SecretOptions,
  idOf: (dataDir: string, folder: string) => string | Promise<string>,
  use: (secrets: Secrets) => Promise<void>,
): Promise<void> {
  const { environment, environmentSecrets, dataDir, log } = commandSetting();
  const [folder = process.cwd()] = await commandFolders(options, environment);
  const secrets = createSecrets({
    dataDir,
    workspaceId: await idOf(dataDir, folder),
    environmentSecrets,
    keychainFile: distFile("keychain.js"),
    log,
    environment,
  });
  try {
    await use(secrets);
  } finally {
    secrets.dispose();
  }
}

/** From the terminal without echo, or all of stdin where it is no terminal. */
async function readValue(name: string): Promise<string> {
  if (!process.stdin.isTTY) return readAll();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  // Asked only now that the terminal echoes nothing any more.
  process.stderr.write(`Value of ${name} (not shown): `);
  try {
    return await new Promise((resolve, reject) => {
      prompt.once("line", resolve);
      prompt.once("close", () => reject(new ToolError("Canceled", "Nothing was stored")));
    });
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
