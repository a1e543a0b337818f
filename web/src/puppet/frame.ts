/** Frames of the puppet stage as they come over the wire. */
import { PUPPET_FRAME_HEADER } from "../wire/puppetry.ts";
import { WireError } from "../wire/snapshot.ts";

export interface PuppetFrame {
  tick: number;
  /** Revision of the puppet that it shows; the timeline's word for it is roster. */
  roster: number;
  seconds: number;
  /** Places, three numbers each, z up [m]. */
  points: Float32Array<ArrayBuffer>;
  vertices: Float32Array<ArrayBuffer>;
}

const MOST_ROWS = 1_000_000;

/** Lies on the buffer of the message. */
export function readPuppetFrame(data: ArrayBuffer): PuppetFrame {
  if (data.byteLength < PUPPET_FRAME_HEADER) {
    throw new WireError(`frame of ${data.byteLength} bytes; its header has ${PUPPET_FRAME_HEADER}`);
  }
  const header = new DataView(data);
  const points = header.getUint32(16, true);
  const vertices = header.getUint32(20, true);
  const expected = PUPPET_FRAME_HEADER + 12 * (points + vertices);
  if (points + vertices > MOST_ROWS || data.byteLength !== expected) {
    throw new WireError(
      `frame of ${data.byteLength} bytes; ${points} points and ${vertices} vertices take ${expected}`,
    );
  }
  return {
    roster: header.getUint32(0, true),
    tick: header.getUint32(4, true),
    seconds: header.getFloat64(8, true),
    points: new Float32Array(data, PUPPET_FRAME_HEADER, 3 * points),
    vertices: new Float32Array(data, PUPPET_FRAME_HEADER + 12 * points, 3 * vertices),
  };
}
