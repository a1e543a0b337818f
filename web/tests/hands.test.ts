import assert from "node:assert/strict";
import { test } from "node:test";
import { Hand } from "../src/hands/hand.ts";
import { Store } from "../src/shell/store.ts";
import type { Studio } from "../src/shell/studio.ts";
import type { ClientMessage } from "../src/wire/messages.ts";

/** A hand, what it says, and what wakes its timer. */
function someHand() {
  const said: ClientMessage[] = [];
  const timers: (() => void)[] = [];
  Object.defineProperty(globalThis, "window", {
    value: {
      setTimeout: (wake: () => void) => timers.push(wake),
      clearTimeout: () => timers.splice(0),
    },
    configurable: true,
  });
  const world = { recording: null, comparison: null };
  const state = new Store<object>({ hello: world, connection: { phase: "open" } });
  const studio = { state, send: (message: ClientMessage) => said.push(message) };
  return {
    hand: new Hand(studio as unknown as Studio),
    said,
    state,
    tick: () => timers.shift()?.(),
  };
}

const places = (said: ClientMessage[]) => said.map((one) => "place" in one && one.place);

test("a hand tells at once, then of the newest place only, and at last that it is open", () => {
  const { hand, said, tick } = someHand();
  hand.pull([9, 9, 9]);
  assert.deepEqual(said, [], "an empty hand pulls nobody");
  hand.take(7, 3, [0, 0, 0]);
  for (const x of [1, 2, 3]) hand.pull([x, 0, 0]);
  assert.deepEqual(said, [{ type: "grab", id: 7, node: 3, place: [0, 0, 0] }]);
  tick();
  assert.deepEqual(places(said), [
    [0, 0, 0],
    [3, 0, 0],
  ]);
  tick();
  assert.equal(said.length, 2, "a hand at rest says nothing");
  assert.ok(hand.letGo());
  assert.ok(!hand.letGo());
  assert.deepEqual(said.at(-1), { type: "let-go" });
  assert.equal(hand.state.value.held, null);
});

test("without a pointer it takes the fish in the middle, and moves it step by step", () => {
  const { hand, said, tick } = someHand();
  hand.nudge(1, 0);
  assert.deepEqual(said, [], "there is no fish in the middle");
  hand.aim = () => ({ id: 4, place: [1, 2, 3] });
  hand.across = (right, up) => [0.1 * right, 0, 0.1 * up];
  hand.nudge(1, 0);
  tick();
  hand.nudge(0, -1);
  tick();
  assert.deepEqual(places(said), [
    [1, 2, 3],
    [1.1, 2, 3],
    [1.1, 2, 2.9],
  ]);
});

test("another world knows nothing of a hand", () => {
  const { hand, said, state } = someHand();
  hand.toggle(true);
  hand.take(7, 3, [0, 0, 0]);
  state.set({ hello: { recording: null, comparison: {} } });
  assert.deepEqual(hand.state.value, { on: false, held: null });
  assert.equal(said.length, 1);
});
