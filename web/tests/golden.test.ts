import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  contractionOf,
  finsOf,
  isAutomatic,
  LEVEL_NAMES,
  levelOf,
  nodeOf,
  positionOf,
} from "../src/wire/decode.ts";
import { FramePool } from "../src/wire/frame.ts";
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
  /** Of the records with muscles, by row. */
  contraction: Record<string, number[]>;
  /** Of all records. */
  levels: number[];
  automatic: boolean[];
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
  for (const [fish, level] of golden.levels.entries()) {
    assert.equal(levelOf(frame, fish), LEVEL_NAMES[level]);
    assert.equal(isAutomatic(frame, fish), golden.automatic[fish]);
  }
  assert.deepEqual(Object.keys(golden.contraction), ["1"]);
  for (const [fish, contraction] of Object.entries(golden.contraction)) {
    near(contractionOf(frame, Number(fish)), contraction);
  }
});

function near(actual: readonly number[], expected: readonly number[]): void {
  for (const [axis, value] of actual.entries()) {
    assert.ok(Math.abs(value - (expected[axis] ?? Number.NaN)) < 1e-9, `${actual} is ${expected}`);
  }
}
