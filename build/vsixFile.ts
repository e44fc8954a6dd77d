import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { ROOT } from "./bundle.ts";
import type { Target } from "./targets.ts";

/** Where a VSIX is written when no other place is given. */
export const vsixFile = ({ name }: Target): string => join(ROOT, `${manifest.name}-${name}-${manifest.version}.vsix`);
