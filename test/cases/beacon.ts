/** Scripts that must not run call it in their first line: it counts how often main() was entered, for each path. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Beacon = Awaited<ReturnType<typeof startBeacon>>;

export async function startBeacon() {
  const hits = new Map<string, number>();
  const server = createServer((request, response) => {
    hits.set(request.url ?? "", (hits.get(request.url ?? "") ?? 0) + 1);
    response.end("ok");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: (path: string) => hits.get(path) ?? 0,
    async dispose() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
