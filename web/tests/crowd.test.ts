import assert from "node:assert/strict";
import { test } from "node:test";
import { Ranks, rankFishes, type View } from "../src/stages/ocean/fish/crowd.ts";
import { FramePool } from "../src/wire/frame.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, someNodes, UPRIGHT } from "./packets.ts";

/** A frame with fishes at these heights over the centre of 40 m of sea [m]. */
function frameAt(heights: number[], shown = true) {
  const middle = 1048576n;
  const fishes = heights.map((height) => ({
    x: middle,
    y: middle,
    z: BigInt(Math.round((height / 40 + 0.5) * 2097151)),
    turn: UPRIGHT,
    ...(shown && { nodes: someNodes() }),
  }));
  return readSnapshot(packet({ fishes }), new FramePool());
}

const VIEW: View = { eye: { x: 0, y: 0, z: 0 }, sees: () => true, pixels: 1000 };
const SIZES = [150, 50];

function ranked(
  heights: number[],
  {
    view = VIEW,
    species = heights.map(() => 0),
    from = heights,
    alpha = 1,
    shown = [true, true],
  } = {},
): number[][][] {
  const ranks = [0, 1].map(() => [0, 1, 2].map(() => new Ranks()));
  const traits = { lengths: heights.map(() => 0.2), seeds: heights.map(() => 0), species };
  const pair = { from: frameAt(from, shown[0]), to: frameAt(heights, shown[1]), alpha };
  rankFishes(pair, traits, view, SIZES, ranks);
  return ranks.map((levels) => levels.map(({ rows, count }) => [...rows.subarray(0, count)]));
}

test("near fishes get the finest level, far ones the coarsest", () => {
  assert.deepEqual(ranked([1, 2, 10])[0], [[0], [1], [2]]);
});

test("each species has its own ranks, and strangers are left out", () => {
  const levels = ranked([1, 1, 1], { species: [1, 0, 7] });
  assert.deepEqual(levels[0]?.[0], [1]);
  assert.deepEqual(levels[1]?.[0], [0]);
});

test("who is out of sight is not drawn; heights are the page's y", () => {
  const view = { ...VIEW, sees: (_x: number, y: number) => y > 1.5 };
  assert.deepEqual(ranked([1, 2], { view })[0], [[], [1], []]);
  assert.deepEqual(ranked([19], { view: { ...VIEW, eye: { x: 0, y: -40, z: 0 } } })[0], [
    [],
    [],
    [],
  ]);
});

test("who has nodes in neither snapshot is not drawn, who has them in one is", () => {
  const drawn = (...shown: boolean[]) => ranked([1], { shown })[0]?.[0];
  assert.deepEqual(drawn(false, false), []);
  assert.deepEqual(drawn(false, true), [0]);
  assert.deepEqual(drawn(true, false), [0]);
});

test("between two snapshots the place between them counts", () => {
  assert.deepEqual(ranked([1], { from: [9], alpha: 0.5 })[0], [[], [], [0]]);
  assert.deepEqual(ranked([1], { from: [9], alpha: 1 })[0], [[0], [], []]);
});

test("ranks grow with the crowd", () => {
  const ranks = new Ranks();
  for (let row = 0; row < 100; row++) ranks.add(row);
  assert.deepEqual(
    [...ranks.rows.subarray(0, 100)],
    Array.from({ length: 100 }, (_, row) => row),
  );
});
