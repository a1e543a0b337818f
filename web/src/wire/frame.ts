import { shaderConstant } from "../shaderConstants.ts";
import type { LineFrame, SubmarineFrame } from "./vessels.ts";

/** Fishes in a row of every texture. */
export const FISHES_PER_ROW = shaderConstant("FISHES_PER_ROW");

/** Most faces a skin may hang on: the poses (24 texels and two a face) then fit into 2048. */
export const MOST_FACES = 52;

/** Texels a fish has for its nodes: 23 nodes and one for its fins. */
export const NODE_TEXELS = shaderConstant("NODE_TEXELS");

/** Beside this node and the two next stand mouth, courtship and fear. */
export const FIRST_LOOK_NODE = shaderConstant("FIRST_LOOK_TEXEL");
export const LOOKS = shaderConstant("LOOKS");

/** What moves in a habitat, as it came: steps, on the buffer of the message. */
export interface MovingFrame {
  /** Small things lie within the radius of the middle, between lowest and highest [m]. */
  radius: number;
  lowest: number;
  highest: number;
  leaves: number;
  leafNodes: number;
  /** Triples from the roots of their clusters, node by node, leaf by leaf. */
  leafSteps: Int16Array<ArrayBuffer>;
  /** Four numbers for each place: x, y, z and size. */
  plankton: Uint16Array<ArrayBuffer>;
  bubbles: Uint16Array<ArrayBuffer>;
  food: Uint16Array<ArrayBuffer>;
}

/** One snapshot, laid out as textures want it; it travels from the worker by transfer. */
export interface SnapshotFrame {
  tick: number;
  /** Of the world [s]; in a recording ticks count pictures. */
  time: number;
  /** Revision of the roster that names the records. */
  roster: number;
  /** Edge of the cube that positions lie in [m]. */
  extent: number;
  count: number;
  /** Fishes that the arrays have room for: a multiple of FISHES_PER_ROW. */
  capacity: number;
  /** Mean position of all fishes, z up [m]. */
  centre: [number, number, number];
  /** Records as they came: RGBA32UI texels, one a fish. */
  records: Uint32Array<ArrayBuffer>;
  /**
   * Nodes: RGBA16I texels, NODE_TEXELS a fish. The fourth channel of nodes 1 to 12 is the length of
   * the muscle that begins there, of nodes 17 to 19 how far its mouth is open, its courtship and its
   * fear; the spare texel has the four angles of the pectoral fins.
   */
  nodes: Int16Array<ArrayBuffer>;
  /** null in open water. */
  moving: MovingFrame | null;
  /** In the order of their numbers. */
  submarines: readonly SubmarineFrame[];
  /** null without one. */
  line: LineFrame | null;
}

/** The part of a frame that is worth reusing. */
export interface FrameBuffers {
  capacity: number;
  records: Uint32Array<ArrayBuffer>;
  nodes: Int16Array<ArrayBuffer>;
}

export function capacityFor(count: number): number {
  return Math.max(1, Math.ceil(count / FISHES_PER_ROW)) * FISHES_PER_ROW;
}

/** Lends out buffers of one capacity; what comes back in another size is let go. */
export class FramePool {
  private idle: FrameBuffers[] = [];
  private capacity = 0;

  take(capacity: number): FrameBuffers {
    if (capacity !== this.capacity) {
      this.capacity = capacity;
      this.idle = [];
    }
    return (
      this.idle.pop() ?? {
        capacity,
        records: new Uint32Array(capacity * 4),
        nodes: new Int16Array(capacity * NODE_TEXELS * 4),
      }
    );
  }

  give(buffers: FrameBuffers): void {
    if (buffers.capacity === this.capacity) this.idle.push(buffers);
  }
}
