/** Frames of figures as they come over the wire (`wire/figures/layout.py`), read in the worker. */
import {
  FIGURE_HEADER_BYTES,
  FIGURE_MAGIC,
  FLAG_GONE,
  LEVEL_BITS,
  MOST_ROWS,
  PLACE_BYTES,
  PLACE_STEPS_PER_METRE,
  ROW_BYTES,
  SHARE_STEPS,
  type SkeletonInfo,
  SLIDE_STEPS_PER_METRE,
  TURN_STEPS,
  TURN_ZERO,
  VALUE_BYTES,
} from "../wire/figures.ts";
import { WireError } from "../wire/snapshot.ts";

/** What a frame tells of one level: rows with what has changed, and who is not there any more. */
export interface LevelPatch {
  ids: Uint32Array<ArrayBuffer>;
  shares: Float32Array<ArrayBuffer>;
  /** Of the first segment, three numbers a row, z up [m]; not a number where they stay. */
  places: Float32Array<ArrayBuffer>;
  /** (rows + 1,): where the values of each row begin. */
  first: Uint32Array<ArrayBuffer>;
  /** Numbers of values: segments, then slides. */
  which: Uint8Array<ArrayBuffer>;
  /** Four a value: a turn as (w, x, y, z), or a slide as (x, y, z, 0) [m]. */
  values: Float32Array<ArrayBuffer>;
  gone: Uint32Array<ArrayBuffer>;
}

export interface FigureFrame {
  tick: number;
  /** The town's time [s]. */
  seconds: number;
  /** Revision of the roster that names the figures. */
  roster: number;
  /** It tells everything: what was known before is void. */
  anew: boolean;
  bytes: number;
  /** Named joints of segments that it updates. */
  jointUpdates: number;
  levels: LevelPatch[];
}

const SMALLEST_THREE = Math.SQRT1_2;

/** Reads the frames of one connection, which go on from each other. */
export class FrameReader {
  private readonly levels: readonly SkeletonInfo[];
  private readonly counts: number[];
  /** Who is known on which level: four times the id, and the level. */
  private readonly known = new Set<number>();
  private sequence: number | null = 0;

  constructor(levels: readonly SkeletonInfo[]) {
    this.levels = levels;
    this.counts = levels.map(({ segments, sliding }) => segments.length + sliding.length);
  }

  /** Whether a frame could not be read, and none has begun anew since. */
  get isLost(): boolean {
    return this.sequence === null;
  }

  read(data: ArrayBuffer): FigureFrame {
    const view = new DataView(data);
    const { sequence, rows, ...header } = this.readHeader(view);
    const expected = this.sequence;
    this.sequence = null;
    if (sequence === 0) this.known.clear();
    else if (sequence !== expected) {
      throw new WireError(
        `frame ${sequence} of this connection, not ${expected ?? "after a loss"}`,
      );
    }
    const drafts = this.levels.map(() => new Draft());
    let at = FIGURE_HEADER_BYTES;
    for (let row = 0; row < rows; row++) at = this.readRow(view, at, row, drafts);
    if (at !== data.byteLength) {
      throw new WireError(`frame with ${data.byteLength - at} bytes behind its ${rows} rows`);
    }
    this.sequence = sequence + 1;
    return {
      ...header,
      anew: sequence === 0,
      bytes: data.byteLength,
      jointUpdates: this.updatesOf(drafts),
      levels: drafts.map((draft) => draft.patch()),
    };
  }

  private readHeader(view: DataView) {
    const { byteLength } = view;
    if (byteLength < FIGURE_HEADER_BYTES) {
      throw new WireError(`frame of ${byteLength} bytes; its header has ${FIGURE_HEADER_BYTES}`);
    }
    if (view.getUint32(0, true) !== FIGURE_MAGIC) {
      throw new WireError("no frame of figures: it does not begin with MTRF");
    }
    const seconds = view.getFloat64(8, true);
    const rows = view.getUint32(24, true);
    if (rows > MOST_ROWS || FIGURE_HEADER_BYTES + rows * ROW_BYTES > byteLength) {
      throw new WireError(`frame of ${byteLength} bytes announces ${rows} rows; too many`);
    }
    if (!Number.isFinite(seconds)) throw new WireError(`frame of the time ${seconds} s`);
    return {
      tick: view.getUint32(4, true),
      seconds,
      roster: view.getUint32(16, true),
      sequence: view.getUint32(20, true),
      rows,
    };
  }

  private readRow(view: DataView, start: number, row: number, drafts: Draft[]): number {
    let at = start + ROW_BYTES;
    if (at > view.byteLength) throw new WireError(`frame that ends in row ${row}`);
    const id = view.getUint32(start, true);
    const kind = view.getUint8(start + 4);
    const level = kind & LEVEL_BITS;
    const count = this.counts[level];
    const draft = drafts[level];
    if (count === undefined || !draft || kind & ~(LEVEL_BITS | FLAG_GONE)) {
      throw new WireError(`row ${row} of level ${kind}; there are ${this.counts.length}`);
    }
    const key = id * 4 + level;
    if (kind & FLAG_GONE) {
      if (!this.known.delete(key)) throw new WireError(`row ${row} takes leave of nobody`);
      draft.gone.push(id);
      return at;
    }
    const mask = at;
    at += (count + 7) >> 3;
    if (at > view.byteLength) throw new WireError(`frame that ends in row ${row}`);
    let told = 0;
    for (let k = 0; k < (at - mask) * 8; k++) {
      if (!isSet(view, mask, k)) continue;
      if (k >= count) throw new WireError(`row ${row} tells more than its level has`);
      told++;
    }
    if (told < count && !this.known.has(key)) {
      throw new WireError(`row ${row} tells a part of somebody who is not known yet`);
    }
    const placed = isSet(view, mask, 0);
    if (at + told * VALUE_BYTES + (placed ? PLACE_BYTES : 0) > view.byteLength) {
      throw new WireError(`frame that ends in row ${row}`);
    }
    this.known.add(key);
    draft.begin(id, view.getUint8(start + 5) / SHARE_STEPS);
    for (let axis = 0; axis < 3; axis++) {
      draft.places.push(
        placed ? view.getInt32(at + 4 * axis, true) / PLACE_STEPS_PER_METRE : Number.NaN,
      );
    }
    if (placed) at += PLACE_BYTES;
    const segments = this.levels[level]?.segments.length ?? 0;
    for (let k = 0; k < count; k++) {
      if (!isSet(view, mask, k)) continue;
      draft.which.push(k);
      if (k < segments) readTurn(view, at, draft.values);
      else readSlide(view, at, draft.values);
      at += VALUE_BYTES;
    }
    return at;
  }

  private updatesOf(drafts: Draft[]): number {
    let updates = 0;
    drafts.forEach(({ first, which }, level) => {
      const { joints = [], segments = [], sliding = [] } = this.levels[level] ?? {};
      for (let row = 0; row < first.length; row++) {
        const moved = new Set<number>();
        for (let at = first[row] ?? 0; at < (first[row + 1] ?? which.length); at++) {
          const value = which[at] ?? 0;
          moved.add(value < segments.length ? value : (sliding[value - segments.length] ?? 0));
        }
        moved.delete(0);
        for (const segment of moved) updates += joints[segment] ?? 0;
      }
    });
    return updates;
  }
}

/** Rows of one level while they are read. */
class Draft {
  readonly ids: number[] = [];
  readonly shares: number[] = [];
  readonly places: number[] = [];
  readonly first: number[] = [];
  readonly which: number[] = [];
  readonly values: number[] = [];
  readonly gone: number[] = [];

  begin(id: number, share: number): void {
    this.ids.push(id);
    this.shares.push(share);
    this.first.push(this.which.length);
  }

  patch(): LevelPatch {
    return {
      ids: Uint32Array.from(this.ids),
      shares: Float32Array.from(this.shares),
      places: Float32Array.from(this.places),
      first: Uint32Array.from([...this.first, this.which.length]),
      which: Uint8Array.from(this.which),
      values: Float32Array.from(this.values),
      gone: Uint32Array.from(this.gone),
    };
  }
}

function isSet(view: DataView, mask: number, k: number): boolean {
  return ((view.getUint8(mask + (k >> 3)) >> (k & 7)) & 1) === 1;
}

/** Three numbers of 15 bits over six bytes, and which part of the quaternion is left out. */
function readTurn(view: DataView, at: number, values: number[]): void {
  const low = view.getUint32(at, true);
  const high = view.getUint16(at + 4, true);
  const a = small(low & 0x7fff);
  const b = small((low >>> 15) & 0x7fff);
  const c = small((low >>> 30) | ((high & 0x1fff) << 2));
  const largest = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
  switch ((high >>> 13) & 3) {
    case 0:
      values.push(largest, a, b, c);
      break;
    case 1:
      values.push(a, largest, b, c);
      break;
    case 2:
      values.push(a, b, largest, c);
      break;
    default:
      values.push(a, b, c, largest);
  }
}

function small(steps: number): number {
  return ((steps - TURN_ZERO) / TURN_STEPS) * SMALLEST_THREE;
}

function readSlide(view: DataView, at: number, values: number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    values.push(view.getInt16(at + 2 * axis, true) / SLIDE_STEPS_PER_METRE);
  }
  values.push(0);
}

/** Whose buffers travel with a frame. */
export function buffersOf({ levels }: FigureFrame): ArrayBuffer[] {
  return levels.flatMap((patch) => Object.values(patch).map(({ buffer }) => buffer));
}
