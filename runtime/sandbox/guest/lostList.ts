/** What JSON could not hold, for the result. */
import { append, arrayJoin, stringify } from "./primordials.ts";

/** A collector of lost paths that stays short. */
export function createLostList(limit = 20): { add(path: string, what: string): void; toJson(): string } {
  const lost: string[] = [];
  let more = 0;
  return {
    add(path, what) {
      if (lost.length < limit) append(lost, stringify(`${path === "" ? "the result" : path} (${what})`));
      else more++;
    },
    toJson() {
      if (more > 0) append(lost, stringify(`and ${more} more`));
      return `[${arrayJoin(lost, ",")}]`;
    },
  };
}
