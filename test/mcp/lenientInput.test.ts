import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { lenientInput } from "../../runtime/mcp/lenientInput.ts";

async function through(chunks: string[]): Promise<string> {
  let all = "";
  for await (const chunk of Readable.from(chunks.map((text) => Buffer.from(text))).pipe(lenientInput())) all += chunk;
  return all;
}

describe("Input of the stdio transport", () => {
  it("takes null params out, so that the message gets an answer", async () => {
    assert.equal(
      await through(['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}\n']),
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
    );
  });

  it("finds them when the message arrives in pieces", async () => {
    assert.equal(await through(['{"id":1,"par', 'ams": nu', 'll}\n{"id"', ":2}\n"]), '{"id":1}\n{"id":2}\n');
  });

  it("leaves params of other kinds and nulls inside of them alone", async () => {
    const line = '{"id":1,"params":{"text":"\\"params\\":null","params":null}}\n';
    assert.equal(await through([line]), line);
  });

  it("passes on what is no JSON", async () => {
    assert.equal(await through(['"params":null garbage\n']), '"params":null garbage\n');
  });

  it("keeps characters that lie on a chunk border", async () => {
    const bytes = Buffer.from('{"x":"é😀"}\n');
    let text = "";
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    const out = Readable.from(pieces).pipe(lenientInput());
    const all: Buffer[] = [];
    for await (const chunk of out) all.push(chunk);
    text = Buffer.concat(all).toString();
    assert.equal(text, '{"x":"é😀"}\n');
  });
});
