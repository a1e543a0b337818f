import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../src/behaviour/choosing.ts";
import { History, KEPT_SECONDS } from "../src/behaviour/history.ts";
import type { Thinking } from "../src/wire/messages.ts";

function felt(id: number, time: number, hunger: number, intention = "wander"): Thinking {
  return {
    ...{ id, time, species: 0, sentence: "", intention, routine: "", stage: "", seconds: 0 },
    drives: [
      { name: "hunger", value: hunger, threshold: 0.25 },
      { name: "libido", value: 0, threshold: 0.25 },
      { name: "fear", value: 0.1, threshold: 0.3 },
    ],
    ...{ memory: "", target: "", choice: "", sees: "", command: "", preferences: [] },
    ...{ target_id: null, place: null, character: null },
  };
}

test("what was felt is kept with its thresholds, for a minute", () => {
  const history = new History();
  for (let k = 0; k <= 900; k++) history.add(felt(7, k / 10, k / 1000));
  assert.equal(history.times.at(-1), 90);
  assert.ok((history.times[0] ?? 0) >= 90 - KEPT_SECONDS - 1);
  assert.ok((history.times[0] ?? 0) <= 90 - KEPT_SECONDS);
  assert.deepEqual(
    history.columns.map((column) => column.at(-1)),
    [0.9, 0, 0.1, 0.25, 0.3],
  );
  for (const column of history.columns) assert.equal(column.length, history.times.length);
  assert.equal(history.intentions.length, history.times.length);
});

test("a held world adds nothing, but tells of what is changed in it", () => {
  const history = new History();
  history.add(felt(7, 1, 0.2));
  history.add(felt(7, 1, 0.2));
  history.add(felt(7, 1, 0.9, "eat"));
  assert.deepEqual(history.times, [1]);
  assert.deepEqual(history.columns[0], [0.9]);
  assert.deepEqual(history.intentions, ["eat"]);
});

test("between two fishes there is a gap, even where the world is held", () => {
  const history = new History();
  history.add(felt(7, 1, 0.2));
  history.add(felt(8, 1.1, 0.5));
  assert.deepEqual(history.columns[0], [0.2, null, 0.5]);
  assert.deepEqual(history.intentions, ["wander", null, "wander"]);
  history.add(felt(9, 1.1, 0.7));
  history.add(felt(9, 1.1, 0.8));
  assert.deepEqual(history.columns[0].slice(3), [null, 0.8]);
  history.add(felt(9, 1.2, 0.9));
  assert.deepEqual(history.columns[0].slice(3), [null, 0.8, 0.9]);
  const ascending = history.times.every((time, k) => k === 0 || time > (history.times[k - 1] ?? 0));
  assert.ok(ascending, `${history.times}`);
});

test("who feels nothing leaves a gap; what is wound back is forgotten", () => {
  const history = new History();
  for (let k = 0; k < 5; k++) history.add(felt(7, k, 0.1 * k));
  history.add({ ...felt(7, 5, 0), drives: [], intention: "" });
  assert.equal(history.columns[0].at(-1), null);
  assert.equal(history.intentions.at(-1), null);
  history.add(felt(7, 1.5, 0.6));
  assert.deepEqual(history.times, [0, 1, 1.5]);
  history.clear();
  assert.deepEqual(history.times, []);
});

test("one goes from fish to fish by their numbers, round and round", () => {
  const ids = [5, 2, 9];
  assert.equal(neighbour(ids, 2, 1), 5);
  assert.equal(neighbour(ids, 9, 1), 2);
  assert.equal(neighbour(ids, 2, -1), 9);
  assert.equal(neighbour(ids, 7, -1), 5);
  assert.equal(neighbour([], 7, 1), null);
});
