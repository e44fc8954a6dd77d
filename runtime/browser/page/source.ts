/**
 * The page script as text: the parts, put together inside the page. Each part is a function that gets the others as its one parameter and
 * refers to nothing else, so it survives bundling and minifying.
 */
import { actOps } from "./actOps.ts";
import { extractOps } from "./extractOps.ts";
import type { PageLib } from "./lib.ts";
import { queryPart } from "./query.ts";
import { readOps } from "./readOps.ts";
import { statePart } from "./state.ts";
import { textPart } from "./text.ts";
import { waitPart } from "./wait.ts";

const PARTS: ((lib: PageLib) => Partial<PageLib>)[] = [
  queryPart,
  textPart,
  statePart,
  readOps,
  actOps,
  extractOps,
  waitPart,
];

const PLACE = "globalThis.guidonPageScript";

/** Installs the page script in the world that it is evaluated in, once a document. */
const INSTALL = `(${PLACE} ??= (() => { const lib = { ops: {} }; for (const part of [${PARTS.map((part) => `(${String(part)})`).join(",\n")}]) Object.assign(lib, part(lib)); return lib; })())`;

/** Expression that runs an operation where the script is installed, and gives "absent" where it is not. */
export const callExpression = (op: string, input: object): string =>
  `(${PLACE} ? ${PLACE}.run(${JSON.stringify(op)}, ${JSON.stringify(input)}) : "absent")`;

/** Expression that installs the page script first. */
export const installAndCallExpression = (op: string, input: object): string =>
  `${INSTALL}.run(${JSON.stringify(op)}, ${JSON.stringify(input)})`;
