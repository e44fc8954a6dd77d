/** The picture of the page of a run that failed. */
import type { PartDeps } from "./part.ts";

const MAX_BYTES = 8 * 1024 * 1024;

/** @returns a data: address; undefined where there is no picture that can be read */
export async function pictureOf({ vscode, log }: PartDeps, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    if (bytes.byteLength > MAX_BYTES) return undefined;
    return `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
  } catch {
    log.debug("The screenshot of a run is not there any more");
    return undefined;
  }
}
