/** A group of rows of the bench. */
import type { FoundBrowser } from "../../../runtime/browser/findBrowser.ts";
import type { Peer } from "../peers.ts";
import type { Result } from "../report.ts";

export interface BenchContext {
  /** Fewer rounds: to see that it works. */
  quick: boolean;
  /** An empty folder for what the row makes. */
  scratch: string;
  /** Words after `node` of the bare server. */
  bare: string[];
  /** The browser that Guidon finds by itself; the others are given the same. */
  browser: () => FoundBrowser;
  peers: () => Peer[];
}

export interface BenchRow {
  name: string;
  run: (context: BenchContext) => Promise<Result[]>;
}
