import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  contractionOf,
  finsOf,
  isAutomatic,
  LEVEL_NAMES,
  levelOf,
  looksOf,
  nodeOf,
  positionOf,
} from "../src/wire/decode.ts";
import { FramePool, type SnapshotFrame } from "../src/wire/frame.ts";
import { leavesBetween, movingPair, particlesBetween } from "../src/wire/moving.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";

interface Golden {
  tick: number;
  roster: number;
  lengths: number[];
  positions: number[][];
  /** Of the records with nodes, by row. */
  nodes: Record<string, number[][]>;
  /** Of all records [rad]. */
  fins: number[][];
  /** Of all records, 0 to 1. */
  looks: number[][];
  /** Of the records with muscles, by row. */
  contraction: Record<string, number[]>;
  /** Of all records. */
  levels: number[];
  automatic: boolean[];
  /** From the roots of their clusters [m]. */
  leaves: number[][][];
  plankton: GoldenParticles;
  bubbles: GoldenParticles;
  food: GoldenParticles;
  /** [s] */
  time: number;
  submarines: object[];
  line: object;
}

/** Diameters of all places, 0 where there is none, and where the others are, z up [m]. */
interface GoldenParticles {
  sizes: number[];
  places: number[][];
}

const folder = new URL("../../tests/wire/", import.meta.url);

test("the packet that Python wrote reads as Python means it", () => {
  const golden = JSON.parse(
    readFileSync(new URL("golden_snapshot.json", folder), "utf8"),
  ) as Golden;
  const bytes = readFileSync(new URL("golden_snapshot.bin", folder));
  const frame = readSnapshot(new Uint8Array(bytes).buffer, new FramePool());
  assert.equal(frame.tick, golden.tick);
  assert.equal(frame.roster, golden.roster);
  for (const [fish, place] of golden.positions.entries()) {
    near(positionOf(frame, fish), place);
  }
  for (const [fish, nodes] of Object.entries(golden.nodes)) {
    const length = golden.lengths[Number(fish)] ?? 0;
    for (const [node, place] of nodes.entries()) {
      near(nodeOf(frame, Number(fish), node, length), place);
    }
  }
  for (const [fish, fins] of golden.fins.entries()) near(finsOf(frame, fish), fins);
  for (const [fish, looks] of golden.looks.entries()) near(looksOf(frame, fish), looks);
  for (const [fish, level] of golden.levels.entries()) {
    assert.equal(levelOf(frame, fish), LEVEL_NAMES[level]);
    assert.equal(isAutomatic(frame, fish), golden.automatic[fish]);
  }
  assert.deepEqual(Object.keys(golden.contraction), ["1"]);
  for (const [fish, contraction] of Object.entries(golden.contraction)) {
    near(contractionOf(frame, Number(fish)), contraction);
  }
  checkHabitat(frame, golden);
  assert.equal(frame.time, golden.time);
  const boats = frame.submarines.map(({ thrust, turn, pitch, lift, ...body }) => ({
    ...body,
    helm: [thrust, turn, pitch, lift],
  }));
  assert.deepEqual(boats, golden.submarines);
  assert.deepEqual(frame.line, golden.line);
});

function checkHabitat(frame: SnapshotFrame, golden: Golden): void {
  const moving = movingPair({ from: frame, to: frame, alpha: 1 });
  assert.ok(moving);
  const nodes = golden.leaves.flat();
  const leaves = new Float32Array(nodes.length * 4);
  leavesBetween(moving, new Float32Array(golden.leaves.length * 3), leaves);
  for (const [node, [x = 0, y = 0, z = 0]] of nodes.entries()) {
    near([...leaves.subarray(node * 4, node * 4 + 3)], [x, z, -y], 1e-6);
  }
  for (const what of ["plankton", "bubbles", "food"] as const) {
    const { sizes, places } = golden[what];
    const out = new Float32Array(sizes.length * 4);
    assert.equal(particlesBetween(moving, what, out), places.length);
    const there = sizes.flatMap((size, row) => (size > 0 ? [row] : []));
    for (const [k, row] of there.entries()) {
      const [x = 0, y = 0, z = 0] = places[k] ?? [];
      near([...out.subarray(row * 4, row * 4 + 4)], [x, z, -y, sizes[row] ?? 0], 1e-6);
    }
  }
}

function near(actual: readonly number[], expected: readonly number[], tolerance = 1e-9): void {
  for (const [axis, value] of actual.entries()) {
    const wrong = Math.abs(value - (expected[axis] ?? Number.NaN));
    assert.ok(wrong < tolerance, `${actual} is ${expected}`);
  }
}
