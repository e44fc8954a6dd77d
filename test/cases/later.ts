/** Cases that need a part of Guidon that is not there yet. Each is proven to need it (later.test.ts), so that no row stays here too long. */

export interface LaterCase {
  id: string;
  /** What brings it. */
  comesWith: string;
  /** What the case says today, because that part is missing. */
  saysToday: RegExp;
}

export const LATER: LaterCase[] = [
  { id: "FIL-01", comesWith: "g.downloads", saysToday: /waitForDownload/ },
  { id: "FIL-03", comesWith: "g.dom.uploadFiles", saysToday: /uploadFiles/ },
  { id: "TAB-01", comesWith: "g.tabs", saysToday: /waitForNewTab/ },
  { id: "MCP-02", comesWith: "MCP over HTTP", saysToday: /guidon mcp has no option for HTTP/ },
];
