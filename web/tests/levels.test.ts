/** Levels of detail: parts of one table, too near each other for anybody to see a change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { basisAt, tabulatedBasis } from "../src/stages/ocean/fish/bspline.ts";
import { KEEPING, NO_LEVEL, Ranks, rankFishes } from "../src/stages/ocean/fish/crowd.ts";
import { LEVELS, levelCosts } from "../src/stages/ocean/fish/speciesSkin.ts";
import { stations, type Tessellation } from "../src/stages/ocean/fish/stations.ts";
import {
  cross,
  dot,
  evaluate,
  faceFrames,
  minus,
  normalised,
  termsAt,
} from "../src/stages/ocean/fish/terms.ts";
import type { Vector } from "../src/wire/decode.ts";
import { FramePool } from "../src/wire/frame.ts";
import type { SkinPatch } from "../src/wire/messages.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, someNodes, UPRIGHT } from "./packets.ts";
import { bentBody, restBody, someSpecies } from "./species.ts";

const species = someSpecies();
const { faces, patches } = species.skin;
const SIZES = [
  [3, 21],
  [3, 9],
  [3, 12],
  [3, 4],
  [1, 2],
] as const;

test("coarser levels are parts of the finest, with both ends", () => {
  for (const [degree, count] of SIZES) {
    const finest = stations(degree, count, 1);
    for (const tessellation of [3, "control", "coarse"] as const) {
      const some = stations(degree, count, tessellation);
      assert.equal(some[0], 0);
      assert.equal(some.at(-1), 1);
      assert.ok(some.every((t) => finest.includes(t)));
      assert.ok(some.length < finest.length || degree === 1);
    }
  }
});

test("a control mesh has a vertex for each control point, at its own parameter", () => {
  for (const [degree, count] of SIZES) {
    const control = stations(degree, count, "control");
    assert.equal(control.length, count);
    // There control points on a line draw that line: the mean of indices is the parameter's.
    const line = stations(degree, count, "control");
    for (const t of [0, 0.23, 0.5, 0.81, 1]) {
      const { first, values } = basisAt(degree, count, t);
      const drawn = values.reduce((sum, value, k) => sum + value * (line[first + k] ?? 0), 0);
      assert.ok(Math.abs(drawn - t) < 1e-12);
    }
  }
});

test("cells that do not divide the finest are refused", () => {
  assert.throws(() => stations(3, 21, 4), /54 cells cannot be taken 4 at a time/);
});

test("the table holds what is evaluated, once", () => {
  for (const t of stations(3, 21, 1)) {
    assert.deepEqual(tabulatedBasis(3, 21, t), basisAt(3, 21, t));
    assert.equal(tabulatedBasis(3, 21, t), tabulatedBasis(3, 21, t));
  }
});

/** How far the middles of a patch's cells are off the surface [L]. */
function deviation(patch: SkinPatch, nodes: Vector[], tessellation: Tessellation): number {
  const frames = faceFrames(faces, nodes);
  const at = (u: number, v: number) => evaluate(termsAt(patch, faces, u, v), nodes, frames, 1);
  const us = stations(patch.degrees[0], patch.rows, tessellation);
  const vs = stations(patch.degrees[1], patch.columns, tessellation);
  let worst = 0;
  for (let i = 1; i < us.length; i++) {
    for (let j = 1; j < vs.length; j++) {
      const [u0 = 0, u1 = 0] = us.slice(i - 1);
      const [v0 = 0, v1 = 0] = vs.slice(j - 1);
      // Triangles share the edge from (1, 0) to (0, 1).
      const [one] = at(u1, v0);
      const [other] = at(u0, v1);
      const middle = one.map((x, axis) => (x + (other[axis] ?? 0)) / 2) as Vector;
      const [place, alongU, alongV] = at((u0 + u1) / 2, (v0 + v1) / 2);
      const normal = normalised(cross(alongU, alongV));
      worst = Math.max(worst, Math.abs(dot(minus(middle, place), normal)));
    }
  }
  return worst;
}

test("no level is half a pixel off the surface where it takes over", (t) => {
  const bodies = [restBody(species), bentBody(species, 2.5), bentBody(species, -3.5)];
  for (const [level, { body, fins }] of LEVELS.entries()) {
    const largest = LEVELS[level - 1]?.pixels;
    if (largest === undefined) continue;
    for (const patch of patches) {
      const side = patch.name === "left" || patch.name === "right";
      const off = Math.max(...bodies.map((nodes) => deviation(patch, nodes, side ? body : fins)));
      t.diagnostic(`level ${level}, ${patch.name}: ${(off * largest).toFixed(3)} pixels`);
      assert.ok(off * largest <= 0.5, `level ${level}, ${patch.name}: ${off * largest} pixels`);
    }
  }
});

test("each level costs less than the one before", () => {
  const costs = levelCosts([species]);
  assert.equal(costs.length, LEVELS.length);
  for (const [k, cost] of costs.entries()) {
    const before = costs[k - 1];
    if (before) assert.ok(cost.triangles < before.triangles && cost.bytes < before.bytes);
  }
  // Two halves of 8 x 20 cells, two fins of 11, two pectorals of 3, both faces of fins.
  assert.equal(costs[2]?.triangles, 2 * 2 * 8 * 20 + 2 * 2 * (2 * 11 + 2 * 3));
});

test("who has a level keeps it a little longer than others get it", () => {
  const fishes = [{ x: 1048576n, y: 1048576n, z: 1048576n, turn: UPRIGHT, nodes: someNodes() }];
  const frame = readSnapshot(packet({ fishes }), new FramePool());
  const held = new Uint8Array([NO_LEVEL]);
  const levelAt = (pixels: number): number => {
    const ranks = [[0, 1, 2].map(() => new Ranks())];
    const traits = { lengths: [1], seeds: [0], species: [0] };
    const view = { eye: { x: 0, y: 1, z: 0 }, sees: () => true, pixels };
    rankFishes({ from: frame, to: frame, alpha: 1 }, traits, view, [200, 100], ranks, -1, held);
    return (ranks[0] ?? []).findIndex(({ count }) => count > 0);
  };
  assert.equal(levelAt(205), 0);
  assert.equal(levelAt(200 * KEEPING + 2), 0);
  assert.equal(levelAt(200 * KEEPING - 2), 1);
  assert.equal(levelAt(195), 1);
  assert.equal(levelAt(205), 0);
  assert.equal(levelAt(50), 2);
});
