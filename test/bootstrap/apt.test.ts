import assert from "node:assert/strict";
import { basename, delimiter, dirname } from "node:path";
import { aptModule } from "./modules.ts";

const { debianOf, onPath } = aptModule;

describe("The system", () => {
  it("is told from /etc/os-release, with what it is made from", () => {
    assert.equal(debianOf('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n'), "debian");
    assert.equal(debianOf("ID=ubuntu\nID_LIKE=debian\n"), "ubuntu");
    assert.equal(debianOf('ID=linuxmint\nID_LIKE="ubuntu debian"\n'), "ubuntu");
    assert.equal(debianOf("ID=raspbian\nID_LIKE=debian\n"), "debian");
    assert.equal(debianOf("ID=fedora\n"), undefined);
    assert.equal(debianOf(""), undefined);
  });
});

describe("A program", () => {
  it("is on PATH when one of its folders has it", () => {
    const name = basename(process.execPath);
    assert.equal(onPath(name, ["/nowhere", dirname(process.execPath)].join(delimiter)), true);
    assert.equal(onPath(name, "/nowhere"), false);
    assert.equal(onPath(name, ""), false);
  });
});
