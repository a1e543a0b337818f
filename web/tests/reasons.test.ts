import assert from "node:assert/strict";
import { test } from "node:test";
import { parseServerMessage } from "../src/wire/parse.ts";

const CHARACTER = {
  feels: ["fear"],
  traits: [{ name: "timidity", value: 3, own: 2, low: 0, high: 10 }],
  habits: [{ name: "schooling", on: false, own: true }],
};

const FISH = {
  time: 12.5,
  id: 12,
  species: 0,
  sentence: "fish 12 flees: shark 3 at 4.9 m, fear 0.41 > 0.3",
  intention: "escape",
  routine: "escaping",
  stage: "",
  seconds: 1.5,
  drives: [{ name: "fear", value: 0.41, threshold: 0.3 }],
  memory: "",
  target: "shark 3 at 4.9 m",
  choice: "",
  sees: "1 predator",
  command: "swim 4 L/s",
  preferences: [0, 0, 0, -1, 0, 0],
  target_id: 3,
  place: null,
  character: CHARACTER,
};

const because = (fish: object | null) => JSON.stringify({ type: "because", fish, reason: "" });

test("reasons are read, and nobody's too", () => {
  assert.deepEqual(parseServerMessage(because(FISH)), { type: "because", fish: FISH, reason: "" });
  assert.deepEqual(parseServerMessage(because(null)), { type: "because", fish: null, reason: "" });
  const placed = { ...FISH, target_id: null, place: [1, 2, 3] };
  assert.ok(parseServerMessage(because(placed)));
  assert.ok(parseServerMessage(because({ ...FISH, character: null })));
});

test("reasons that cannot be shown are refused", () => {
  const wrongs = [
    { sentence: 3 },
    { drives: [{ name: "fear", value: "much", threshold: 0.3 }] },
    { preferences: [0, null] },
    { place: [1, 2] },
    { target_id: "3" },
    { time: null },
    { character: { ...CHARACTER, feels: [3] } },
    { character: { ...CHARACTER, traits: [{ name: "timidity", value: 3 }] } },
    { character: { ...CHARACTER, habits: [{ name: "schooling", on: 1, own: true }] } },
  ];
  for (const wrong of wrongs) {
    const message = because({ ...FISH, ...wrong });
    assert.throws(() => parseServerMessage(message), /"because": field "fish"/);
  }
});
