/** Frames of the Performance stage as they come over the wire. */
import {
  COORDINATES,
  CORNER_BYTES,
  DOUBLE_BYTES,
  PERFORMANCE_HEADER_BYTES,
  PROP_BYTES,
} from "../wire/performing.ts";
import { WireError } from "../wire/snapshot.ts";

/** A double, its performer, and how they stand; places [m], z up. */
export interface DoubleFrame {
  coordinates: Float32Array<ArrayBuffer>;
  performer: Float32Array<ArrayBuffer>;
  /** Centre of mass, three numbers; then the performer's. */
  centres: Float32Array<ArrayBuffer>;
  /** 0 to 1. */
  balance: number;
  /** How high the ground beneath it is [m]. */
  ground: number;
  flags: number;
  /** Of the support polygon, two numbers each. */
  corners: Float32Array<ArrayBuffer>;
}

export interface PerformanceFrame {
  tick: number;
  /** Revision of the scene that it shows; the timeline's word for it is roster. */
  roster: number;
  seconds: number;
  doubles: DoubleFrame[];
  /** Of props that move: place and turn (w, x, y, z), seven numbers each. */
  props: Float32Array<ArrayBuffer>;
}

const NUMBERS = 2 * COORDINATES + 8;

/** Lies on the buffer of the message. */
export function readPerformanceFrame(data: ArrayBuffer): PerformanceFrame {
  if (data.byteLength < PERFORMANCE_HEADER_BYTES) {
    throw new WireError(
      `frame of ${data.byteLength} bytes; its header has ${PERFORMANCE_HEADER_BYTES}`,
    );
  }
  const view = new DataView(data);
  const count = view.getUint16(16, true);
  const props = view.getUint16(18, true);
  const corners = view.getUint32(20, true);
  const atProps = PERFORMANCE_HEADER_BYTES + count * DOUBLE_BYTES;
  const atCorners = atProps + props * PROP_BYTES;
  const expected = atCorners + corners * CORNER_BYTES;
  if (data.byteLength !== expected) {
    throw new WireError(
      `frame of ${data.byteLength} bytes; ${count} doubles, ${props} props and ${corners} corners take ${expected}`,
    );
  }
  let first = 0;
  const doubles = Array.from({ length: count }, (_, number) => {
    const at = PERFORMANCE_HEADER_BYTES + number * DOUBLE_BYTES;
    const numbers = new Float32Array(data, at, NUMBERS);
    const own = view.getUint16(at + 4 * NUMBERS + 2, true);
    if (first + own > corners) throw new WireError(`double ${number} has corners beyond the frame`);
    const polygon = new Float32Array(data, atCorners + first * CORNER_BYTES, 2 * own);
    first += own;
    return {
      coordinates: numbers.subarray(0, COORDINATES),
      performer: numbers.subarray(COORDINATES, 2 * COORDINATES),
      centres: numbers.subarray(2 * COORDINATES, 2 * COORDINATES + 6),
      balance: numbers[NUMBERS - 2] ?? 0,
      ground: numbers[NUMBERS - 1] ?? 0,
      flags: view.getUint16(at + 4 * NUMBERS, true),
      corners: polygon,
    };
  });
  return {
    roster: view.getUint32(0, true),
    tick: view.getUint32(4, true),
    seconds: view.getFloat64(8, true),
    doubles,
    props: new Float32Array(data, atProps, 7 * props),
  };
}
