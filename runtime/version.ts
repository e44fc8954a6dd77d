/** The version of this build, in one place for server, command and reports. */
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
