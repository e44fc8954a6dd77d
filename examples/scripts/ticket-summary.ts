// TypeScript, with a module of the workspace imported: Guidon bundles both for the run.
import { type Ticket, countByPriority, mostUrgent } from "./lib/tickets.ts";

export default async function main() {
  const response = await g.http.get("http://127.0.0.1:4174/tickets");
  if (!response.ok) g.tool.fail("UnsupportedResponse", `The ticketing system answered ${response.status}`);

  const tickets: Ticket[] = JSON.parse(response.body);
  return {
    total: tickets.length,
    byPriority: countByPriority(tickets),
    urgent: mostUrgent(tickets, g.tool.args.maxUrgent ?? 5),
  };
}
