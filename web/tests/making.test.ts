import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { Arranger } from "../src/making/arranger.ts";
import { pressArrangingKey } from "../src/making/keys.ts";
import { nameIn } from "../src/making/names.ts";
import { newThing, sized, thingsOf, wishOf, within } from "../src/making/things.ts";
import { Store } from "../src/shell/store.ts";
import { groundPlace, thingOn } from "../src/stages/ocean/making/aim.ts";
import type { ClientMessage, Habitat } from "../src/wire/messages.ts";

const HABITAT = {
  radius: 5,
  obstacles: [
    { kind: "rock", x: 1, y: 2, bottom: -2.1, top: -1.4, radius: 0.5, seed: 1, height: 0.6 },
  ],
  weeds: [{ kind: "kelp", root: [-1, 0, -2], leaves: 3, height: 1.5 }],
} as unknown as Habitat;
const FLAT = { height: () => -2 };

function arranger(habitat = HABITAT) {
  const sent: ClientMessage[] = [];
  const state = new Store<{ habitat: Habitat | null }>({ habitat: null });
  const studio = { state, send: (message: ClientMessage) => sent.push(message) };
  const one = new Arranger(studio as never);
  state.set({ habitat });
  return { one, sent, show: (next: Habitat) => state.set({ habitat: next }) };
}

function ray(from: readonly number[], to: readonly number[]): THREE.Ray {
  const origin = new THREE.Vector3(...from);
  return new THREE.Ray(origin, new THREE.Vector3(...to).sub(origin).normalize());
}

test("things are counted as the habitat counts them", () => {
  const [rock, kelp] = thingsOf(HABITAT);
  assert.deepEqual([rock?.sort, rock?.index, rock?.place], ["obstacle", 0, [1, 2]]);
  assert.deepEqual([kelp?.sort, kelp?.index, kelp?.height], ["weed", 0, 1.5]);
});

test("places stay within the boundary and sizes within what can be", () => {
  assert.deepEqual(within([1, 1], 5), [1, 1]);
  assert.ok(Math.abs(Math.hypot(...within([30, 40], 5)) - 4.95) < 1e-9);
  const rock = newThing("rock", [0, 0]);
  assert.equal(sized(rock, { radius: 100 }).radius, 3);
  assert.equal(sized(rock, { height: 0 }).height, 0.05);
  assert.deepEqual(wishOf({ ...rock, place: [0.123456, 1] }).place, [0.1235, 1]);
});

test("what is put is chosen, and what stands there then is what is held", () => {
  const { one, sent, show } = arranger();
  one.take("coral");
  one.put([0.5, 0.5]);
  assert.equal(sent.length, 1);
  assert.equal((sent[0] as { index: unknown }).index, null);
  assert.equal(one.state.value.held?.index, 1);
  const coral = { ...HABITAT.obstacles[0], kind: "coral", x: 0.5, y: 0.5 } as never;
  show({ ...HABITAT, obstacles: [...HABITAT.obstacles, coral] });
  assert.deepEqual(one.state.value.held?.place, [0.5, 0.5]);
  show(HABITAT);
  assert.equal(one.state.value.held, null, "it is gone");
});

test("keys choose, move, resize and take away, as one change for a row of them", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.window ??= globalThis as never;
  const { one, sent } = arranger();
  const press = (key: string, shiftKey = false) =>
    pressArrangingKey({ key, shiftKey } as KeyboardEvent, one);
  assert.equal(press("ArrowLeft"), false, "nothing is arranged");
  one.next(1);
  assert.equal(press("ArrowLeft"), true);
  press("ArrowUp", true);
  press("+");
  assert.equal(sent.length, 0);
  context.mock.timers.tick(1000);
  assert.equal(sent.length, 1);
  const { index, place, radius } = sent[0] as { index: number; place: number[]; radius: number };
  assert.deepEqual([index, place, radius], [0, [0.9, 2.5], 0.55]);
  press("PageDown");
  press("Delete");
  assert.deepEqual(sent[1], { type: "take-away", sort: "weed", index: 0 });
  press("u");
  assert.deepEqual(sent[2], { type: "undo" });
  press("Escape");
  assert.equal(one.state.value.on, false);
});

test("a ray finds the ground, and the nearest thing that no ground hides", () => {
  const down = groundPlace(ray([1, 5, -2], [1, -2, -2]), FLAT);
  assert.ok(down && Math.hypot(down[0] - 1, down[1] - 2) < 0.01);
  assert.equal(groundPlace(ray([0, 5, 0], [0, 9, 0]), FLAT), null);
  const things = thingsOf(HABITAT);
  assert.equal(thingOn(ray([1, 5, -2], [1, -2, -2]), things, FLAT)?.kind, "rock");
  assert.equal(thingOn(ray([-1, -1.5, 9], [-1, -1.5, 0]), things, FLAT)?.kind, "kelp");
  assert.equal(thingOn(ray([3, 5, 3], [3, -2, 3]), things, FLAT), null);
  assert.equal(thingOn(ray([1, -9, -2], [1, -3, -2]), things, FLAT), null, "below the ground");
});

test("names are as the studio takes them while they are typed", () => {
  assert.equal(nameIn("My Reef 2"), "my-reef-2");
  assert.equal(nameIn("../etc/passwd"), "etcpasswd");
  assert.equal(nameIn("7 seas"), "seas");
});
