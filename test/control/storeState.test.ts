import assert from "node:assert/strict";
import { createStoreState } from "../../runtime/control/storeState.ts";
import { ToolError } from "../../runtime/errors.ts";
import type { StoreStatus } from "../../runtime/secrets/secretStore.ts";

describe("The state of the store of secrets", () => {
  it("is asked for once in a while, and anew when the person tries again", async () => {
    let asked = 0;
    let status: StoreStatus = { ok: false, error: new ToolError("KeychainLocked", "It is locked") };
    const ask = (): Promise<StoreStatus> => {
      asked++;
      return Promise.resolve(status);
    };
    const store = createStoreState(ask, () => {});
    assert.equal((await store.now()).ok, false);
    status = { ok: true };
    assert.equal((await store.now()).ok, false);
    assert.equal(asked, 1);
    assert.equal((await store.now(true)).ok, true);
    assert.equal((await store.now()).ok, true);
    assert.equal(asked, 2);
  });
});
