/**
 * What the pose shader does, in TypeScript: the twin that tests compare it with.
 * The arithmetic is the shader's, term by term; only the precision is higher.
 */
import { FIRST_LOOK_NODE, LOOKS, NODE_TEXELS, type SnapshotFrame } from "./frame.ts";
import {
  FIN_STEPS_PER_RADIAN,
  FINS_PER_BLOCK,
  FLAG_AUTOMATIC,
  FLAG_NODES,
  LEVEL_MASK,
  LEVEL_SHIFT,
  LOOK_STEPS,
  type Motor,
  MUSCLE_STEPS_PER_LENGTH,
  MUSCLES_PER_BLOCK,
  NODE_STEPS_PER_LENGTH,
  NODES_PER_BLOCK,
  POSITION_STEPS,
  QUATERNION_STEPS,
} from "./messages.ts";
import type { Pair } from "./timeline.ts";

export type Vector = [number, number, number];
/** (w, x, y, z) */
export type Quaternion = [number, number, number, number];

const LOW_21_BITS = 0x1fffff;
const LOW_10_BITS = 0x3ff;

/** How much the simulation calculates of a fish; the numbers of the wire. */
export const LEVEL_NAMES = ["muscles", "playback", "frame"] as const;
export type LevelName = (typeof LEVEL_NAMES)[number];

export function hasFlag(records: Uint32Array, fish: number, flag: number): boolean {
  return (((records[fish * 4 + 3] ?? 0) >>> 24) & flag) !== 0;
}

/** Whether a fish can be drawn: the studio sends nodes of those that somebody may see. */
export function isShown(
  { from, to }: Pick<Pair<SnapshotFrame>, "from" | "to">,
  fish: number,
): boolean {
  return hasFlag(to.records, fish, FLAG_NODES) || hasFlag(from.records, fish, FLAG_NODES);
}

export function levelOf(frame: SnapshotFrame, fish: number): LevelName {
  const flags = at(frame.records, fish * 4 + 3) >>> 24;
  return LEVEL_NAMES[(flags >>> LEVEL_SHIFT) & LEVEL_MASK] ?? "frame";
}

/** Whether a fish's level is chosen for it. */
export function isAutomatic(frame: SnapshotFrame, fish: number): boolean {
  return hasFlag(frame.records, fish, FLAG_AUTOMATIC);
}

/** What a person has chosen for a fish. */
export function choiceOf(frame: SnapshotFrame, fish: number): Motor["choice"] {
  if (isAutomatic(frame, fish)) return "automatic";
  return levelOf(frame, fish) === "muscles" ? "muscle" : "repertoire";
}

/** Of a record's first two words: 0 to POSITION_STEPS from one face of the cube to the other. */
export function stepsX(low: number): number {
  return low & LOW_21_BITS;
}

export function stepsY(low: number, high: number): number {
  return (low >>> 21) | ((high & LOW_10_BITS) << 11);
}

export function stepsZ(high: number): number {
  return (high >>> 10) & LOW_21_BITS;
}

export function decodePosition(low: number, high: number, extent: number): Vector {
  return [
    (stepsX(low) / POSITION_STEPS - 0.5) * extent,
    (stepsY(low, high) / POSITION_STEPS - 0.5) * extent,
    (stepsZ(high) / POSITION_STEPS - 0.5) * extent,
  ];
}

export function decodeQuaternion(word: number): Quaternion {
  const a = smallComponent(word & LOW_10_BITS);
  const b = smallComponent((word >>> 10) & LOW_10_BITS);
  const c = smallComponent((word >>> 20) & LOW_10_BITS);
  const largest = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
  switch (word >>> 30) {
    case 0:
      return [largest, a, b, c];
    case 1:
      return [a, largest, b, c];
    case 2:
      return [a, b, largest, c];
    default:
      return [a, b, c, largest];
  }
}

function smallComponent(steps: number): number {
  return ((steps * 2) / QUATERNION_STEPS - 1) * Math.SQRT1_2;
}

export function rotate([w, a, b, c]: Quaternion, [x, y, z]: Vector): Vector {
  const p = 2 * (b * z - c * y);
  const q = 2 * (c * x - a * z);
  const r = 2 * (a * y - b * x);
  return [x + w * p + b * r - c * q, y + w * q + c * p - a * r, z + w * r + a * q - b * p];
}

export function positionOf(frame: SnapshotFrame, fish: number): Vector {
  const { records } = frame;
  return decodePosition(at(records, fish * 4), at(records, fish * 4 + 1), frame.extent);
}

/** Left of the world's x axis [rad]. */
export function headingOf(frame: SnapshotFrame, fish: number): number {
  const [x, y] = rotate(decodeQuaternion(at(frame.records, fish * 4 + 2)), [1, 0, 0]);
  return Math.atan2(y, x);
}

/** Of the pectoral fins [rad]: left swung out, its leading edge raised, then the right. */
export function finsOf(frame: SnapshotFrame, fish: number): number[] {
  const texel = (fish * NODE_TEXELS + NODES_PER_BLOCK) * 4;
  return Array.from(
    { length: FINS_PER_BLOCK },
    (_, k) => at(frame.nodes, texel + k) / FIN_STEPS_PER_RADIAN,
  );
}

/** How far its mouth is open, its courtship and its fear, 0 to 1. */
export function looksOf(frame: SnapshotFrame, fish: number): number[] {
  const texel = fish * NODE_TEXELS + FIRST_LOOK_NODE;
  return Array.from({ length: LOOKS }, (_, k) => at(frame.nodes, (texel + k) * 4 + 3) / LOOK_STEPS);
}

/** Rest length over natural length of every muscle. */
export function contractionOf(frame: SnapshotFrame, fish: number): number[] {
  return Array.from(
    { length: MUSCLES_PER_BLOCK },
    (_, k) => at(frame.nodes, (fish * NODE_TEXELS + k + 1) * 4 + 3) / MUSCLE_STEPS_PER_LENGTH,
  );
}

/** World position of a node, z up [m]; `shape`: the snapshot that has the nodes. */
export function nodeOf(
  frame: SnapshotFrame,
  fish: number,
  node: number,
  length: number,
  shape = frame,
): Vector {
  const origin = positionOf(frame, fish);
  const turn = decodeQuaternion(at(frame.records, fish * 4 + 2));
  const texel = (fish * NODE_TEXELS + node) * 4;
  const scale = length / NODE_STEPS_PER_LENGTH;
  const arm = rotate(turn, [
    at(shape.nodes, texel) * scale,
    at(shape.nodes, texel + 1) * scale,
    at(shape.nodes, texel + 2) * scale,
  ]);
  return [origin[0] + arm[0], origin[1] + arm[1], origin[2] + arm[2]];
}

/**
 * World position of a node between two snapshots. Who has come into sight, or gone out of it, has
 * nodes in one of them only: then it is moved between both with the shape that is known.
 */
export function nodeBetween(
  pair: Pair<SnapshotFrame>,
  fish: number,
  node: number,
  length: number,
): Vector {
  const { from, to, alpha } = pair;
  const [start, goal] = shapesOf(pair, fish);
  return mix(nodeOf(from, fish, node, length, start), nodeOf(to, fish, node, length, goal), alpha);
}

/** The snapshots whose shapes a fish has at the beginning and at the end of a pair. */
export function shapesOf(
  { from, to }: Pick<Pair<SnapshotFrame>, "from" | "to">,
  fish: number,
): readonly [SnapshotFrame, SnapshotFrame] {
  const inFrom = hasFlag(from.records, fish, FLAG_NODES);
  const inTo = hasFlag(to.records, fish, FLAG_NODES);
  return [inFrom || !inTo ? from : to, inTo || !inFrom ? to : from];
}

export function mix(from: Vector, to: Vector, alpha: number): Vector {
  return [
    from[0] * (1 - alpha) + to[0] * alpha,
    from[1] * (1 - alpha) + to[1] * alpha,
    from[2] * (1 - alpha) + to[2] * alpha,
  ];
}

function at(array: Uint32Array | Int16Array, index: number): number {
  return array[index] ?? 0;
}
