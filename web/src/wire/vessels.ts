/** Submarines and the fishing line of a snapshot, and as they are between two of them. */
import { mix, type Quaternion, type Vector } from "./decode.ts";
import type { SnapshotFrame } from "./frame.ts";
import { type LineStatus, MOST_SUBMARINES, SUBMARINE_BYTES } from "./messages.ts";
import type { Pair } from "./timeline.ts";

/** Studio coordinates, z up [m, m/s]; levers -1 to 1. */
export interface SubmarineFrame {
  /** By which it is known, from 1 on. */
  number: number;
  position: Vector;
  orientation: Quaternion;
  velocity: Vector;
  thrust: number;
  turn: number;
  pitch: number;
  lift: number;
}

export interface LineFrame {
  hook: Vector;
  /** Where it enters the water. */
  top: Vector;
  state: LineStatus["state"];
  /** Somebody hangs on it. */
  caught: boolean;
}

export const LINE_STATES: readonly LineStatus["state"][] = ["up", "sinks", "waits", "pulls"];

/** Reads float32 numbers one after the other. */
function numbers(view: DataView, at: number): () => number {
  let next = at;
  return () => {
    const value = view.getFloat32(next, true);
    next += 4;
    return value;
  };
}

/** Null if something is missing in it, or nobody has its number. */
export function readSubmarine(view: DataView, at: number): SubmarineFrame | null {
  const next = numbers(view, at);
  const vector = (): Vector => [next(), next(), next()];
  const read: SubmarineFrame = {
    number: view.getUint32(at + SUBMARINE_BYTES - 4, true),
    position: vector(),
    orientation: [next(), next(), next(), next()],
    velocity: vector(),
    thrust: next(),
    turn: next(),
    pitch: next(),
    lift: next(),
  };
  const known = read.number >= 1 && read.number <= MOST_SUBMARINES;
  return known && Object.values(read).flat().every(Number.isFinite) ? read : null;
}

/** Null if a number is missing in it, or its state is unknown. */
export function readLine(view: DataView, at: number): LineFrame | null {
  const next = numbers(view, at);
  const hook: Vector = [next(), next(), next()];
  const top: Vector = [next(), next(), next()];
  const state = LINE_STATES[view.getUint16(at + 24, true)];
  if (!state || ![...hook, ...top].every(Number.isFinite)) return null;
  return { hook, top, state, caught: view.getUint16(at + 26, true) !== 0 };
}

/** Who is launched is there at once, as is who is gone gone. */
export function submarinesBetween({ from, to, alpha }: Pair<SnapshotFrame>): SubmarineFrame[] {
  return to.submarines.map((goal) => {
    const start = from.submarines.find(({ number }) => number === goal.number) ?? goal;
    return submarineBetween(start, goal, alpha);
  });
}

function submarineBetween(
  start: SubmarineFrame,
  goal: SubmarineFrame,
  alpha: number,
): SubmarineFrame {
  return {
    ...goal,
    position: mix(start.position, goal.position, alpha),
    velocity: mix(start.velocity, goal.velocity, alpha),
    orientation: turnBetween(start.orientation, goal.orientation, alpha),
    thrust: start.thrust * (1 - alpha) + goal.thrust * alpha,
  };
}

export function lineBetween({ from, to, alpha }: Pair<SnapshotFrame>): LineFrame | null {
  const goal = to.line;
  if (!goal) return null;
  // One that is cast elsewhere has not swung there.
  const start = from.line && from.line.state !== "up" ? from.line : goal;
  return {
    ...goal,
    hook: mix(start.hook, goal.hook, alpha),
    top: mix(start.top, goal.top, alpha),
  };
}

/** The short way, of length 1. */
export function turnBetween(from: Quaternion, to: Quaternion, alpha: number): Quaternion {
  const same = from.reduce((sum, part, k) => sum + part * (to[k] ?? 0), 0) < 0 ? -1 : 1;
  const mixed = from.map((part, k) => part * (1 - alpha) + same * (to[k] ?? 0) * alpha);
  const length = Math.hypot(...mixed) || 1;
  return mixed.map((part) => part / length) as Quaternion;
}

/** Of the bow, left of the x axis, how far it points up, and left side up [rad]. */
export function attitudeOf([w, x, y, z]: Quaternion): {
  heading: number;
  pitch: number;
  roll: number;
} {
  return {
    heading: Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)),
    pitch: -Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - x * z)))),
    roll: Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
  };
}
