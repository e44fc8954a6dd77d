import assert from "node:assert/strict";
import { createMessageReader, type ErrorAnswer } from "../../runtime/mcp/messageReader.ts";

const MAX = 2048;
let answers: ErrorAnswer[];

function through(chunks: (string | Buffer)[]): string {
  answers = [];
  let all = "";
  const reader = createMessageReader(
    (message) => (all += JSON.stringify(message) + "\n"),
    (error) => answers.push(error),
    MAX,
  );
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return all;
}
const request = (members: Record<string, unknown>): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", ...members }) + "\n";
const paramsOf = (params: unknown): unknown => JSON.parse(through([request({ params })])).params;

describe("Input of the stdio transport", () => {
  it("takes null params out, so that the message gets an answer", () => {
    assert.equal(
      through(['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}\n']),
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
    );
  });

  it("finds them when the message arrives in pieces", () => {
    assert.equal(
      through(['{"jsonrpc":"2.0","id":1,"method":"a","par', 'ams": nu', 'll}\n{"jsonrpc":"2.0"', ',"method":"b"}\n']),
      '{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","method":"b"}\n',
    );
  });

  it("leaves nulls inside of arguments alone", () => {
    const line = request({ params: { name: "x", arguments: { params: null, text: '"params":null' } } });
    assert.equal(through([line]), line);
  });

  it("takes arguments that are null as none, and arguments that are JSON text as what they say", () => {
    assert.deepEqual(paramsOf({ name: "x", arguments: null }), { name: "x" });
    assert.deepEqual(paramsOf({ name: "x", arguments: '{"a": 1}' }), { name: "x", arguments: { a: 1 } });
    assert.deepEqual(paramsOf({ name: "x", arguments: "" }), { name: "x", arguments: {} });
    assert.deepEqual(paramsOf({ name: "x", arguments: "[1" }), { name: "x", arguments: "[1" });
  });

  it("takes null in _meta as nothing", () => {
    assert.deepEqual(paramsOf({ name: "x", _meta: { progressToken: null } }), { name: "x", _meta: {} });
    assert.deepEqual(paramsOf({ name: "x", _meta: null }), { name: "x" });
  });

  for (const [what, line, id, text] of [
    ["params that are a list", request({ params: [] }), 1, /params must be an object/],
    ["a null id", request({ id: null }), null, /id must be/],
    ["an id that is no whole number", request({ id: 1.5 }), 1.5, /id must be/],
    ["another version", request({ jsonrpc: "1.0" }), 1, /jsonrpc must be/],
    ["a method that is no text", request({ method: 5 }), 1, /method must be/],
    ["a member that is not of the protocol", request({ extra: 1 }), 1, /beside jsonrpc/],
    ["a number", "5\n", null, /must be an object/],
  ] as const)
    it(`answers ${what}`, () => {
      assert.equal(through([line]), "");
      assert.equal(answers.length, 1);
      assert.deepEqual([answers[0]?.id, answers[0]?.error.code], [id, -32600]);
      assert.match(answers[0]?.error.message ?? "", text);
    });

  it("answers each request of a batch, and a batch without requests once", () => {
    assert.equal(through(['[{"jsonrpc":"2.0","id":7,"method":"ping"},{"id":"b"},3]\n[]\n']), "");
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error.code]),
      [
        [7, -32600],
        ["b", -32600],
        [null, -32600],
      ],
    );
  });

  it("answers what is no JSON, and passes over empty lines", () => {
    assert.equal(through(['"params":null garbage\n\n  \r\n']), "");
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error.code]),
      [[null, -32700]],
    );
  });

  it("answers neither notifications nor answers that are wrong", () => {
    assert.equal(through(['{"jsonrpc":"2.0","method":"n","params":[]}\n{"jsonrpc":"2.0","id":[],"result":{}}\n']), "");
    assert.deepEqual(answers, []);
  });

  const long = "x".repeat(3 * MAX);
  for (const [where, line, id] of [
    ["first", `{"jsonrpc":"2.0","id":4,"params":{"id":9,"text":"${long}"}}\n`, 4],
    ["last", `{"method":"tools/call","params":{"id":9,"text":"${long}"},"jsonrpc":"2.0","id":"last"}\n`, "last"],
    ["before jsonrpc", `{"params":{"id":9,"text":"${long}"},"id":5,"jsonrpc":"2.0"}\r\n`, 5],
    ["nowhere but inside", `{"params":{"text":"${long}","id":9}}\n`, null],
    ["in the middle", `{"a":{"text":"${long}"},"id":5,"b":{"text":"${long}"}}\n`, null],
  ] as const)
    it(`drops a message that is too long, answers it with its id (${where}), and goes on`, () => {
      const next = request({ id: 2 });
      const chunks = (line + next).match(/[^]{1,500}/g) ?? [];
      assert.equal(through(chunks), next);
      assert.deepEqual([answers.length, answers[0]?.id, answers[0]?.error.code], [1, id, -32600]);
      assert.match(answers[0]?.error.message ?? "", /longer than/);
    });

  it("keeps characters that lie on a chunk border", () => {
    const line = request({ params: { x: "é😀" } });
    assert.equal(through(Array.from(Buffer.from(line), (byte) => Buffer.from([byte]))), line);
  });
});
