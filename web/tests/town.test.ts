import assert from "node:assert/strict";
import { test } from "node:test";
import FACES from "shaders/figures/face_kinds.glsl";
import GROUNDS from "shaders/figures/ground_kinds.glsl";
import MATERIAL_COLUMNS from "shaders/figures/materials.glsl";
import * as THREE from "three";
import { MATERIALS, PIECES, restOf } from "../src/stages/figures/people/body.ts";
import {
  lookOf,
  PIECES_COLUMN,
  Wardrobe,
  WEAVE_COLUMN,
} from "../src/stages/figures/people/wardrobe.ts";
import { hitBox } from "../src/stages/figures/rays.ts";
import { edges, without } from "../src/stages/figures/town/areas.ts";
import * as kinds from "../src/stages/figures/town/kinds.ts";
import { groundHeight, KERB, planOf } from "../src/stages/figures/town/plan.ts";
import { Rolls } from "../src/stages/figures/town/rolls.ts";
import { Strip } from "../src/stages/figures/town/strip.ts";
import type { TownDocument } from "../src/wire/figures.ts";

const TOWN: TownDocument = {
  format: 1,
  town: { low: [-40, -30], high: [40, 30], title: "A", description: "", pedestrians: 0 },
  street: [
    { name: "long", start: [-40, 0], end: [40, 0], width: 6, pavement: 3 },
    { name: "short", start: [10, -20], end: [10, 20], width: 4, pavement: 2 },
    { name: "askew", start: [-30, 10], end: [-20, 20], width: 4, pavement: 2 },
  ],
  crossing: [{ street: "long", at: 20, width: 4, light: "second" }],
  light: [
    { name: "first", green: 1, flashing: 1, red: 1, offset: 0 },
    { name: "second", green: 1, flashing: 1, red: 1, offset: 0 },
  ],
  square: [],
  path: [],
  building: [],
  tree: [],
  bench: [],
  guard: [],
};

test("streets along an axis lie lower, those askew are painted", () => {
  const plan = planOf(TOWN);
  assert.equal(plan.sunkRoads.length, 2);
  assert.equal(plan.flatRoads.length, 1);
  assert.equal(plan.pavements.length, 6);
  assert.equal(groundHeight(plan, 0, 0), -KERB);
  assert.equal(groundHeight(plan, 0, 10), 0);
  // Half a step at the kerb, and no jump beside it.
  assert.ok(Math.abs(groundHeight(plan, 0, 3) + KERB / 2) < 1e-9);
  assert.ok(groundHeight(plan, 0, 3.05) > groundHeight(plan, 0, 2.95));
});

test("a road that reaches the town's end leads on, another does not", () => {
  const [long, short] = planOf(TOWN).sunkRoads;
  assert.ok(long && long.low[0] < -300 && long.high[0] > 300);
  assert.deepEqual(short, { low: [8, -20], high: [12, 20] });
});

test("a light has a lamp at either end of its crossing, which face each other", () => {
  const [one, other] = planOf(TOWN).lights;
  assert.ok(one && other);
  assert.equal(one.light, 1);
  assert.equal(other.light, 1);
  // The crossing is 20 m from the street's start, at x = -20, from y = 3 to -3.
  assert.ok(one.at[1] > 3 && other.at[1] < -3);
  assert.ok(Math.abs(Math.sin(one.heading) + 1) < 1e-9);
  assert.ok(Math.abs(Math.sin(other.heading) - 1) < 1e-9);
  // Beside the stripes, on their two sides.
  assert.ok(Math.abs(one.at[0] + 20) > 2 && Math.abs(other.at[0] + 20) > 2);
});

test("trees around the town stand neither in it nor on its roads", () => {
  const plan = planOf(TOWN);
  assert.ok(plan.woods.length > 30);
  for (const { at } of plan.woods) {
    const inside = Math.abs(at[0]) < 40 && Math.abs(at[1]) < 30;
    assert.ok(!inside, `${at}`);
    assert.equal(groundHeight(plan, ...at), 0);
  }
});

test("an area without holes keeps its size less theirs", () => {
  const size = ({ low, high }: { low: readonly number[]; high: readonly number[] }) =>
    ((high[0] ?? 0) - (low[0] ?? 0)) * ((high[1] ?? 0) - (low[1] ?? 0));
  const whole = { low: [0, 0], high: [10, 10] } as const;
  const holes = [
    { low: [2, -5], high: [4, 15] },
    { low: [-1, 3], high: [11, 5] },
    { low: [20, 20], high: [30, 30] },
  ] as const;
  const left = without(whole, holes);
  // 100 less 2 x 10 and 10 x 2, which share 2 x 2.
  assert.equal(
    left.reduce((sum, part) => sum + size(part), 0),
    64,
  );
});

test("kerbs leave out where roads meet", () => {
  const roads = [
    { low: [-50, -3], high: [50, 3] },
    { low: [8, -20], high: [12, 20] },
  ] as const;
  const found = edges(roads);
  const north = found.filter(({ axis, at }) => axis === 0 && at === 3);
  assert.deepEqual(
    north.map(({ from, to }) => [from, to]),
    [
      [-50, 8],
      [12, 50],
    ],
  );
  const west = found.filter(({ axis, at }) => axis === 1 && at === 8);
  assert.deepEqual(
    west.map(({ from, to }) => [from, to]),
    [
      [-20, -3],
      [3, 20],
    ],
  );
});

test("a strip knows its corners and what lies on it", () => {
  const strip = Strip.between([0, 0], [0, 10], 4, 1);
  assert.deepEqual(strip.area, { low: [-2, -1], high: [2, 11] });
  assert.ok(strip.covers([1.9, 10.9]) && !strip.covers([2.1, 5]));
  assert.equal(Strip.between([0, 0], [3, 4], 2).area, null);
});

test("a ray meets a box from outside only", () => {
  const way = new THREE.Vector3(1, 0, 0);
  const box = [
    [2, -1, -1],
    [4, 1, 1],
  ] as const;
  assert.equal(hitBox(new THREE.Vector3(0, 0, 0), way, ...box), 2);
  assert.equal(hitBox(new THREE.Vector3(0, 3, 0), way, ...box), null);
  assert.equal(hitBox(new THREE.Vector3(3, 0, 0), way, ...box), null);
  assert.equal(hitBox(new THREE.Vector3(9, 0, 0), way, ...box), null);
});

test("a look is its seed's, neighbours' differ, and soldiers wear what is issued", () => {
  assert.deepEqual(lookOf(7, "pedestrian"), lookOf(7, "pedestrian"));
  const looks = Array.from({ length: 40 }, (_, seed) => JSON.stringify(lookOf(seed, "pedestrian")));
  assert.equal(new Set(looks).size, looks.length);
  for (let seed = 0; seed < 40; seed++) {
    const { pieces, weave, height } = lookOf(seed, "soldier");
    assert.deepEqual([pieces, weave, height], [["helmet"], "camouflage", 1]);
  }
});

test("the wardrobe keeps who it knows, grows, and notes what is worn", () => {
  const wardrobe = new Wardrobe();
  const first = wardrobe.slotOf(3, "soldier", true);
  for (let seed = 0; seed < 200; seed++) wardrobe.slotOf(seed, "pedestrian", false);
  assert.equal(wardrobe.slotOf(3, "soldier", true), first);
  assert.notEqual(wardrobe.slotOf(3, "soldier", false), first);
  const { data, width, height } = wardrobe.texture.image;
  assert.ok(height >= 202 && data);
  const worn = data[4 * (width * first + PIECES_COLUMN)] ?? 0;
  assert.equal(worn, 1 | (1 << PIECES.indexOf("helmet")));
  assert.ok(MATERIALS.length < PIECES_COLUMN);
});

test("segments at rest are as far from their parents as the skeleton says", () => {
  const rest = restOf(
    [-1, 0, 1],
    [
      [9, 9, 9],
      [0, 0, 1],
      [0.5, 0, 1],
    ],
  );
  assert.deepEqual([...rest], [0, 0, 0, 0, 0, 1, 0.5, 0, 2]);
});

test("rolls fall the same way for the same seed, evenly", () => {
  const one = new Rolls(5);
  const other = new Rolls(5);
  const rolls = Array.from({ length: 2000 }, () => one.next());
  assert.deepEqual(
    rolls.slice(0, 5),
    Array.from({ length: 5 }, () => other.next()),
  );
  const mean = rolls.reduce((sum, roll) => sum + roll, 0) / rolls.length;
  assert.ok(Math.abs(mean - 0.5) < 0.02 && Math.min(...rolls) >= 0 && Math.max(...rolls) < 1);
});

test("shaders know materials, faces and grounds by the same numbers", () => {
  const numbersIn = (...texts: string[]) =>
    Object.fromEntries(
      [...texts.join("").matchAll(/const int (\w+) = (\d+);/g)].map(([, name, n]) => [
        name,
        Number(n),
      ]),
    );
  assert.deepEqual(numbersIn(FACES, GROUNDS), { ...kinds });
  const columns = MATERIALS.map((name, column) => [name.toUpperCase(), column] as const);
  const worn = { PIECES_COLUMN, WEAVE_COLUMN };
  assert.deepEqual(numbersIn(MATERIAL_COLUMNS), { ...Object.fromEntries(columns), ...worn });
});
