/**
 * Samples of packets, as audiences are sent them: the thesis' way from the simulation to those who
 * look on (`wire/mocap/packets.py` and `state.py`). Whatever does not fit is named, never guessed at.
 */
import {
  CLOCK,
  PACKET_BODY_BYTES,
  PACKET_FARTHEST,
  PACKET_HEADER_BYTES,
  PACKET_NAME_BYTES,
} from "../wire/performing.ts";
import { WireError } from "../wire/snapshot.ts";

/** Numbers of a body: place [m], turn (w, x, y, z). */
export const BODY_NUMBERS = PACKET_BODY_BYTES / 8;
/** Turns are of length 1; what is shorter than this turns nothing. */
const SHORTEST = 1e-3;

export interface Sample {
  /** Of the performance, from 0 again after an hour. */
  seconds: number;
  /** How often another scene has begun, from 0 again after REVISIONS. */
  revision: number;
  /** By name, all bodies of an object. */
  objects: Map<string, Float64Array<ArrayBuffer>>;
}

type Objects = Sample["objects"];

/** All that a message has, the oldest first: a name that is said again begins the next sample. They
 * lie on its buffer. */
export function readSamples(data: ArrayBuffer): Sample[] {
  const bytes = new Uint8Array(data);
  const samples: Sample[] = [];
  let objects: Objects = new Map();
  for (let at = 0; at < bytes.length; ) {
    if (at + PACKET_HEADER_BYTES > bytes.length) {
      throw new WireError(`sample of ${bytes.length} bytes ends within the name of an object`);
    }
    const name = nameAt(bytes, at);
    const count = bytes[at + PACKET_NAME_BYTES] ?? 0;
    const size = PACKET_HEADER_BYTES + count * PACKET_BODY_BYTES;
    if (at + size > bytes.length) {
      throw new WireError(`object "${name}" has ${count} bodies, and not all of them came`);
    }
    if (objects.has(name)) {
      samples.push(timed(objects));
      objects = new Map();
    }
    // Headers and bodies are whole numbers of doubles long.
    const bodies = new Float64Array(data, at + PACKET_HEADER_BYTES, BODY_NUMBERS * count);
    check(name, bodies);
    objects.set(name, bodies);
    at += size;
  }
  return [...samples, timed(objects)];
}

/** With the time that one of them tells. */
function timed(objects: Objects): Sample {
  const [seconds, revision] = objects.get(CLOCK) ?? [];
  if (seconds === undefined || revision === undefined) {
    throw new WireError(`sample without the object "${CLOCK}", which tells its time`);
  }
  objects.delete(CLOCK);
  return { seconds, revision, objects };
}

function nameAt(bytes: Uint8Array, at: number): string {
  const own = bytes.subarray(at, at + PACKET_NAME_BYTES);
  const name = String.fromCharCode(...own).replace(/[\0 ]+$/, "");
  if (!/^[\x20-\x7e]+$/.test(name)) throw new WireError("an object of a sample has no name");
  return name;
}

function check(name: string, bodies: Float64Array): void {
  for (let at = 0; at < bodies.length; at += BODY_NUMBERS) {
    const [, , , w = 0, x = 0, y = 0, z = 0] = bodies.subarray(at, at + BODY_NUMBERS);
    if (!(Math.hypot(w, x, y, z) >= SHORTEST)) {
      throw new WireError(`object "${name}" has a turn that turns nothing`);
    }
  }
  if (!bodies.every((number) => Math.abs(number) <= PACKET_FARTHEST)) {
    throw new WireError(`object "${name}" is nowhere`);
  }
}
