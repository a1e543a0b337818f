import assert from "node:assert/strict";
import { test } from "node:test";
import { isFolded, remember } from "../src/shell/folding.ts";

function storage(kept: Map<string, string> | null): void {
  const store = {
    getItem: (key: string) => {
      if (!kept) throw new Error("denied");
      return kept.get(key) ?? null;
    },
    setItem: (key: string, value: string) => {
      if (!kept) throw new Error("denied");
      kept.set(key, value);
    },
  };
  Object.defineProperty(globalThis, "localStorage", { value: store, configurable: true });
}

test("a panel is as it says until somebody folds it or opens it", () => {
  storage(new Map());
  assert.equal(isFolded({ id: "water" }), false);
  assert.equal(isFolded({ id: "physics", folded: true }), true);
  remember("water", true);
  remember("physics", false);
  assert.equal(isFolded({ id: "water" }), true);
  assert.equal(isFolded({ id: "physics", folded: true }), false);
});

test("what another page left there is no choice, and a browser that keeps nothing does no harm", () => {
  for (const left of ["no json", "null", "[]", '"water"', '{"water":"yes"}']) {
    storage(new Map([["motorium-panels", left]]));
    assert.equal(isFolded({ id: "water" }), false, left);
  }
  storage(null);
  remember("water", true);
  assert.equal(isFolded({ id: "water" }), false);
});
