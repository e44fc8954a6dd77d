// The Authorization header stands in tools.json. Guidon adds it on the way out; this script never sees the secret.
async function main() {
  const { title, body, priority } = g.tool.args;

  const response = await g.http.makeHttpRequest({
    url: "http://127.0.0.1:4174/tickets",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ title, body, priority: priority ?? "medium" }),
  });
  if (response.status !== 201) {
    g.tool.fail("UnsupportedResponse", `The ticketing system answered ${response.status}: ${response.body}`, {
      hint: response.status === 401 ? "Ask the person to check the secret TICKETING_API_KEY" : undefined,
    });
  }

  const ticket = JSON.parse(response.body);
  return { ticketId: ticket.id, url: ticket.url };
}
