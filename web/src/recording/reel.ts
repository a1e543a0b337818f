/** A recording within the page: packed pictures, a second or so in each part, unpacked as they are
 * needed. `motorium.export.reel` packs them. */
import { FramePool, type SnapshotFrame } from "../wire/frame.ts";
import type { Hello, Roster, Status } from "../wire/messages.ts";
import { readSnapshot } from "../wire/snapshot.ts";
import { unfold } from "./unfolding.ts";

/** What a part says of its pictures, before them. */
interface Caption {
  /** Bytes of each. */
  sizes: number[];
  /** How it stands from a picture of this part on. */
  statuses: [picture: number, status: Status][];
}

/** What must be known before the first picture. */
export interface Told {
  format: number;
  hello: Hello;
  /** Who is in the pictures, by their revisions. */
  rosters: Roster[];
  /** Pictures in a second of the recorded time. */
  fps: number;
  pictures: number;
  /** Pictures of each part but the last. */
  in_part: number;
}

interface Part {
  pictures: readonly ArrayBuffer[];
  statuses: Caption["statuses"];
}

export const FORMAT = 1;
/** Parts and pictures that are kept: what is drawn, and what is drawn next. */
const PARTS_KEPT = 3;
const PICTURES_KEPT = 6;

/** The file cannot be shown; the text says why. */
export class ReelError extends Error {}

export class Reel {
  readonly told: Told;
  private readonly packed: readonly (() => Promise<ArrayBuffer>)[];
  private readonly parts = new Map<number, Part | "coming">();
  private readonly pool = new FramePool();
  private readonly frames = new Map<number, SnapshotFrame>();
  /** Why a part could not be unpacked. */
  trouble: string | null = null;

  constructor(told: Told, packed: readonly (() => Promise<ArrayBuffer>)[]) {
    if (told.format !== FORMAT) {
      throw new ReelError(`This file is of format ${told.format}; its page reads ${FORMAT}.`);
    }
    const parts = Math.ceil(told.pictures / told.in_part);
    if (packed.length !== parts) {
      throw new ReelError(
        `This file is not whole: ${packed.length} of its ${parts} parts are there. Copy it again.`,
      );
    }
    this.told = told;
    this.packed = packed;
  }

  get last(): number {
    return this.told.pictures - 1;
  }

  /** A picture, if it is unpacked; if not it soon will be. */
  frame(picture: number): SnapshotFrame | null {
    const kept = this.frames.get(picture);
    if (kept) return kept;
    const part = this.partOf(picture);
    const data = part?.pictures[picture % this.told.in_part];
    if (!data) return null;
    const { hello, fps } = this.told;
    const frame = readSnapshot(data.slice(0), this.pool);
    // Live ones count pictures; these the frames of the world.
    frame.tick = Math.round(((hello.recording?.first ?? 0) + picture / fps) * hello.frame_rate);
    this.frames.set(picture, frame);
    for (const [oldest, { capacity, records, nodes }] of this.frames) {
      if (this.frames.size <= PICTURES_KEPT) break;
      this.frames.delete(oldest);
      this.pool.give({ capacity, records, nodes });
    }
    return frame;
  }

  rosterOf({ roster }: SnapshotFrame): Roster | undefined {
    return this.told.rosters.find(({ revision }) => revision === roster);
  }

  statusAt(picture: number): Status | null {
    const place = picture % this.told.in_part;
    return this.partOf(picture)?.statuses.findLast(([from]) => from <= place)?.[1] ?? null;
  }

  private partOf(picture: number): Part | null {
    const number = Math.floor(picture / this.told.in_part);
    const part = this.ask(number);
    if (!part) return null;
    // In the order of their use.
    this.parts.delete(number);
    this.parts.set(number, part);
    this.ask(number + 1);
    return part;
  }

  private ask(number: number): Part | null {
    const part = this.parts.get(number);
    if (part) return part === "coming" ? null : part;
    const unpack = this.packed[number];
    if (!unpack) return null;
    this.parts.set(number, "coming");
    unpack()
      .then((data) => this.keep(number, readPart(data)))
      .catch((error) => {
        this.trouble = `A part of this file cannot be unpacked: ${error}. Copy it again.`;
      });
    return null;
  }

  private keep(number: number, part: Part): void {
    this.parts.set(number, part);
    for (const [oldest, kept] of this.parts) {
      if (this.parts.size <= PARTS_KEPT) break;
      if (kept !== "coming") this.parts.delete(oldest);
    }
  }
}

/** The length of the caption, the caption, and the pictures. */
export function readPart(data: ArrayBuffer): Part {
  const length = new DataView(data).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(data, 4, length));
  const { sizes, statuses } = JSON.parse(text) as Caption;
  return { pictures: unfold(new Uint8Array(data, 4 + length), sizes), statuses };
}
