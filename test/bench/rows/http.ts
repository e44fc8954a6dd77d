/** One request to a loopback server from a script, against undici called directly. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { interleave, median } from "../measure.ts";
import { result } from "../report.ts";
import { connect, guidon, writeWorkspace } from "../servers.ts";
import type { BenchRow } from "./row.ts";

const MANY = 41;

export const httpRequest: BenchRow = {
  name: "http request",
  async run({ scratch, quick }) {
    const server = createServer((_, response) => response.end('{"id":1,"item":"Lamp"}')).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const script = `async function main() {
  let status;
  for (let i = 0; i < g.tool.args.times; i++) status = (await g.http.makeHttpRequest({ url: "${url}" })).status;
  return status;
}\n`;
    const parameters = { type: "object", properties: { times: { type: "integer" } } };
    const ours = await connect(guidon(writeWorkspace(scratch, { fetch: { script, parameters } })));
    const execute = (times: number) => ours.call("ExecuteWorkspaceTool", { name: "fetch", parameters: { times } });
    const times = await interleave(quick ? 10 : 60, 12, {
      one: () => execute(1),
      many: () => execute(MANY),
      async direct() {
        for (let index = 1; index < MANY; index++) await (await request(url)).body.text();
      },
    });
    await ours.close();
    server.closeAllConnections();
    server.close();
    // The call itself is the same in both, so the difference is the requests alone.
    const perRequest = (median(times.many) - median(times.one)) / (MANY - 1);
    return [
      result({
        row: "one HTTP request of a script",
        unit: "ms",
        ours: perRequest,
        against: median(times.direct) / (MANY - 1),
      }),
    ];
  },
};
