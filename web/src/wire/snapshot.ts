/** Checks a binary snapshot and lays it out for textures. Runs in the worker. */
import { decodePosition, hasFlag } from "./decode.ts";
import {
  capacityFor,
  FIRST_LOOK_NODE,
  type FramePool,
  LOOKS,
  type MovingFrame,
  NODE_TEXELS,
  type SnapshotFrame,
} from "./frame.ts";
import {
  FINS_PER_BLOCK,
  FLAG_FINS,
  FLAG_LOOKS,
  FLAG_MUSCLES,
  FLAG_NODES,
  HEADER_BYTES,
  LINE_BYTES,
  LOOKS_PER_BLOCK,
  MAGIC,
  MOST_LEAF_NODES,
  MOST_SUBMARINES,
  MUSCLE_STEPS_PER_LENGTH,
  MUSCLES_PER_BLOCK,
  NODE_BLOCK_BYTES,
  NODES_PER_BLOCK,
  PARTICLE_BYTES,
  PROTOCOL,
  RECORD_BYTES,
  SUBMARINE_BYTES,
} from "./messages.ts";
import { readLine, readSubmarine } from "./vessels.ts";

/** Data that cannot be used; its text is meant for a person. */
export class WireError extends Error {}

/** The other side speaks another version; trying again would not help. */
export class ProtocolError extends WireError {
  constructor(theirs: number, ours = PROTOCOL, protocol = "the protocol") {
    super(
      `The studio speaks version ${theirs} of ${protocol} and this page version ${ours}. ` +
        "Reload the page; if that does not help, install the same version of both.",
    );
  }
}

const LITTLE_ENDIAN = true;

export function readSnapshot(data: ArrayBuffer, pool: FramePool): SnapshotFrame {
  if (data.byteLength < HEADER_BYTES) {
    throw new WireError(`snapshot of ${data.byteLength} bytes is shorter than its header`);
  }
  const header = new DataView(data, 0, HEADER_BYTES);
  if (header.getUint32(0, LITTLE_ENDIAN) !== MAGIC) {
    throw new WireError("not a snapshot: it does not begin with MTRM");
  }
  const protocol = header.getUint16(4, LITTLE_ENDIAN);
  if (protocol !== PROTOCOL) throw new ProtocolError(protocol);
  const extent = header.getFloat32(16, LITTLE_ENDIAN);
  if (!(extent > 0 && extent < Number.POSITIVE_INFINITY)) {
    throw new WireError(`snapshot of extent ${extent} m; it must be positive`);
  }
  const count = header.getUint32(20, LITTLE_ENDIAN);
  const blocks = header.getUint32(24, LITTLE_ENDIAN);
  const nodes = header.getUint16(28, LITTLE_ENDIAN);
  if (header.getUint16(6, LITTLE_ENDIAN) !== HEADER_BYTES || nodes !== NODES_PER_BLOCK) {
    throw new WireError(`snapshot with ${nodes} nodes a block; this page reads ${NODES_PER_BLOCK}`);
  }
  const muscles = header.getUint16(30, LITTLE_ENDIAN);
  if (muscles !== MUSCLES_PER_BLOCK) {
    throw new WireError(
      `snapshot with ${muscles} muscles a block; this page reads ${MUSCLES_PER_BLOCK}`,
    );
  }
  const finBlocks = header.getUint32(32, LITTLE_ENDIAN);
  const lookBlocks = header.getUint32(80, LITTLE_ENDIAN);
  const muscleBlocks = header.getUint32(36, LITTLE_ENDIAN);
  const body = HEADER_BYTES + count * RECORD_BYTES;
  const finsAt = body + blocks * NODE_BLOCK_BYTES;
  const looksAt = finsAt + finBlocks * FINS_PER_BLOCK;
  const musclesAt = looksAt + lookBlocks * LOOKS_PER_BLOCK;
  const leavesAt = musclesAt + muscleBlocks * MUSCLES_PER_BLOCK;
  const scenery = sceneryOf(header);
  const vesselsAt = leavesAt + scenery.bytes;
  const submarines = header.getUint8(58);
  const lines = header.getUint8(59);
  if (data.byteLength !== vesselsAt + submarines * SUBMARINE_BYTES + lines * LINE_BYTES) {
    throw new WireError(
      `snapshot of ${data.byteLength} bytes announces ${count} records, ${blocks} blocks of ` +
        `nodes, ${finBlocks} of fins, ${lookBlocks} of looks, ${muscleBlocks} of muscles, ` +
        `${scenery.leaves} leaves of ${scenery.leafNodes} nodes, ${scenery.places.join(" + ")} particles, ` +
        `${submarines} submarines, ${lines} lines`,
    );
  }
  const records = new Uint32Array(data, HEADER_BYTES, count * 4);
  const moving = readMoving(data, leavesAt, header, scenery);
  const vessels = readVessels(data, vesselsAt, submarines, lines);
  const time = header.getFloat64(72, LITTLE_ENDIAN);
  if (!Number.isFinite(time)) throw new WireError(`snapshot of the time ${time} s`);
  checkFlagged(records, FLAG_NODES, blocks, "nodes");
  checkFlagged(records, FLAG_FINS, finBlocks, "fins");
  checkFlagged(records, FLAG_LOOKS, lookBlocks, "looks");
  checkFlagged(records, FLAG_MUSCLES, muscleBlocks, "muscles");

  const buffers = pool.take(capacityFor(count));
  buffers.records.set(records);
  const roster = header.getUint32(12, LITTLE_ENDIAN);
  const blockNodes = new Int16Array(data, body, blocks * NODES_PER_BLOCK * 3);
  spreadNodes(records, blockNodes, buffers.nodes);
  spreadFins(records, new Int8Array(data, finsAt, finBlocks * FINS_PER_BLOCK), buffers.nodes);
  spreadLooks(records, new Uint8Array(data, looksAt, lookBlocks * LOOKS_PER_BLOCK), buffers.nodes);
  spreadMuscles(
    records,
    new Uint8Array(data, musclesAt, muscleBlocks * MUSCLES_PER_BLOCK),
    buffers.nodes,
  );
  return {
    tick: header.getUint32(8, LITTLE_ENDIAN),
    time,
    roster,
    extent,
    count,
    capacity: buffers.capacity,
    centre: centreOf(records, extent),
    records: buffers.records,
    nodes: buffers.nodes,
    moving,
    ...vessels,
  };
}

interface Scenery {
  leaves: number;
  leafNodes: number;
  /** For plankton, bubbles, food. */
  places: [number, number, number];
  bytes: number;
}

function sceneryOf(header: DataView): Scenery {
  const leaves = header.getUint32(40, LITTLE_ENDIAN);
  const places: Scenery["places"] = [
    header.getUint32(44, LITTLE_ENDIAN),
    header.getUint32(48, LITTLE_ENDIAN),
    header.getUint32(52, LITTLE_ENDIAN),
  ];
  const leafNodes = header.getUint16(56, LITTLE_ENDIAN);
  const particles = places[0] + places[1] + places[2];
  return {
    leaves,
    leafNodes,
    places,
    bytes: leaves * leafNodes * 3 * 2 + particles * PARTICLE_BYTES,
  };
}

/** Views of the message itself: it travels on with the frame, so that nothing is copied. */
function readMoving(
  data: ArrayBuffer,
  leavesAt: number,
  header: DataView,
  { leaves, leafNodes, places }: Scenery,
): MovingFrame | null {
  const radius = header.getFloat32(60, LITTLE_ENDIAN);
  const lowest = header.getFloat32(64, LITTLE_ENDIAN);
  const highest = header.getFloat32(68, LITTLE_ENDIAN);
  if (radius === 0 && leaves === 0 && places.every((count) => count === 0)) return null;
  if (!(radius > 0 && lowest < highest && Number.isFinite(radius + lowest + highest))) {
    throw new WireError(
      `snapshot of a habitat of radius ${radius} m between ${lowest} and ${highest} m`,
    );
  }
  if (leaves > 0 && (leafNodes < 2 || leafNodes > MOST_LEAF_NODES)) {
    throw new WireError(`snapshot with leaves of ${leafNodes} nodes; 2 to ${MOST_LEAF_NODES} fit`);
  }
  const leafSteps = new Int16Array(data, leavesAt, leaves * leafNodes * 3);
  let at = leavesAt + leafSteps.byteLength;
  const [plankton, bubbles, food] = places.map((count) => {
    const steps = new Uint16Array(data, at, count * 4);
    at += steps.byteLength;
    return steps;
  }) as [Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>];
  return { radius, lowest, highest, leaves, leafNodes, leafSteps, plankton, bubbles, food };
}

function readVessels(
  data: ArrayBuffer,
  at: number,
  submarines: number,
  lines: number,
): Pick<SnapshotFrame, "submarines" | "line"> {
  if (submarines > MOST_SUBMARINES || lines > 1) {
    throw new WireError(
      `snapshot of ${submarines} submarines and ${lines} lines; there is room for ` +
        `${MOST_SUBMARINES} and 1`,
    );
  }
  const view = new DataView(data);
  const boats = Array.from({ length: submarines }, (_, k) => {
    const boat = readSubmarine(view, at + k * SUBMARINE_BYTES);
    if (!boat) throw new WireError("snapshot of a submarine that is nowhere");
    return boat;
  });
  const line = lines ? readLine(view, at + submarines * SUBMARINE_BYTES) : null;
  if (lines && !line) throw new WireError("snapshot of a line that is nowhere");
  return { submarines: boats, line };
}

function checkFlagged(records: Uint32Array, flag: number, blocks: number, what: string): void {
  let flagged = 0;
  for (let fish = 0; fish * 4 < records.length; fish++) {
    if (hasFlag(records, fish, flag)) flagged++;
  }
  if (flagged !== blocks) {
    throw new WireError(`snapshot flags ${flagged} records with ${what} and carries ${blocks}`);
  }
}

/** A record without nodes is not drawn, so whatever the buffer held before may stay. */
function spreadNodes(records: Uint32Array, blocks: Int16Array, out: Int16Array): void {
  let read = 0;
  for (let fish = 0; fish * 4 < records.length; fish++) {
    if (!hasFlag(records, fish, FLAG_NODES)) continue;
    let write = fish * NODE_TEXELS * 4;
    for (let node = 0; node < NODES_PER_BLOCK; node++) {
      out[write++] = blocks[read++] ?? 0;
      out[write++] = blocks[read++] ?? 0;
      out[write++] = blocks[read++] ?? 0;
      write++;
    }
  }
}

/** The four numbers of the fins go into the spare texel; fins at rest were not sent. */
function spreadFins(records: Uint32Array, blocks: Int8Array, out: Int16Array): void {
  let read = 0;
  for (let fish = 0; fish * 4 < records.length; fish++) {
    const own = hasFlag(records, fish, FLAG_FINS);
    const write = (fish * NODE_TEXELS + NODES_PER_BLOCK) * 4;
    for (let k = 0; k < FINS_PER_BLOCK; k++) out[write + k] = own ? (blocks[read++] ?? 0) : 0;
  }
}

/** Mouth, courtship and fear go beside three nodes; who shows nothing was not sent. */
function spreadLooks(records: Uint32Array, blocks: Uint8Array, out: Int16Array): void {
  let read = 0;
  for (let fish = 0; fish * 4 < records.length; fish++) {
    const own = hasFlag(records, fish, FLAG_LOOKS);
    for (let look = 0; look < LOOKS; look++) {
      const write = (fish * NODE_TEXELS + FIRST_LOOK_NODE + look) * 4 + 3;
      out[write] = own ? (blocks[read + look] ?? 0) : 0;
    }
    if (own) read += LOOKS_PER_BLOCK;
  }
}

/** Muscle i joins the nodes i + 1 and i + 5; its length goes beside the first of them. */
function spreadMuscles(records: Uint32Array, blocks: Uint8Array, out: Int16Array): void {
  let read = 0;
  for (let fish = 0; fish * 4 < records.length; fish++) {
    const own = hasFlag(records, fish, FLAG_MUSCLES);
    for (let muscle = 0; muscle < MUSCLES_PER_BLOCK; muscle++) {
      const write = (fish * NODE_TEXELS + muscle + 1) * 4 + 3;
      out[write] = own ? (blocks[read++] ?? 0) : MUSCLE_STEPS_PER_LENGTH;
    }
  }
}

function centreOf(records: Uint32Array, extent: number): [number, number, number] {
  const fishes = records.length / 4;
  const sum: [number, number, number] = [0, 0, 0];
  for (let fish = 0; fish < fishes; fish++) {
    const [x, y, z] = decodePosition(records[fish * 4] ?? 0, records[fish * 4 + 1] ?? 0, extent);
    sum[0] += x;
    sum[1] += y;
    sum[2] += z;
  }
  const share = 1 / Math.max(fishes, 1);
  return [sum[0] * share, sum[1] * share, sum[2] * share];
}
