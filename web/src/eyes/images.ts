/** Retinal images as numbers, and as pictures for people. Pure, for tests. */
import { THINGS } from "../wire/eyes.ts";

/** Of both eyes side by side, left first, from the top: so a row has 2 x width pixels. */
export interface RetinalImages {
  /** Of one eye [pixels]. */
  width: number;
  height: number;
  /** Four bytes a pixel. */
  colours: Uint8ClampedArray<ArrayBuffer>;
  /** An id of a fish, or a number of THINGS. */
  identity: Int32Array;
  /** Along the line of sight [m]; infinite where there is only water. */
  range: Float32Array;
  /** Mean of all colours of both, 0 to 1. */
  brightness: number;
}

export const KINDS = ["rgb", "identity", "range"] as const;
export type Kind = (typeof KINDS)[number];

/** From what the GPU drew, lowest row first; `ids` of fishes by their rows. */
export function unwrapped(
  width: number,
  height: number,
  colours: Uint8Array,
  maps: Float32Array,
  ids: readonly number[],
): RetinalImages {
  const across = 2 * width;
  const shown = new Uint8ClampedArray(4 * across * height);
  const identity = new Int32Array(across * height);
  const range = new Float32Array(across * height);
  let sum = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < across; column++) {
      const from = 4 * ((height - 1 - row) * across + column);
      const to = row * across + column;
      for (let part = 0; part < 3; part++) {
        const value = colours[from + part] ?? 0;
        shown[4 * to + part] = value;
        sum += value;
      }
      shown[4 * to + 3] = 255;
      const nothing = maps[from + 3] === 0;
      const thing = maps[from] ?? 0;
      identity[to] = nothing ? THINGS.water : thing < 0 ? thing : (ids[thing] ?? THINGS.water);
      range[to] = nothing ? Number.POSITIVE_INFINITY : (maps[from + 1] ?? 0);
    }
  }
  const brightness = sum / (3 * 255 * Math.max(1, across * height));
  return { width, height, colours: shown, identity, range, brightness };
}

/** Okabe and Ito's colours, which nearly everybody tells apart, for fishes by their ids. */
const FISHES = [
  "#e69f00",
  "#56b4e9",
  "#f0e442",
  "#d55e00",
  "#cc79a7",
  "#009e73",
  "#ffffff",
  "#4f7dff",
] as const;
/** Things are quiet: it is fishes that fishes look at. */
const QUIET: Record<keyof typeof THINGS, string> = {
  water: "#0a1b27",
  ground: "#3d392f",
  rock: "#555a5e",
  weed: "#1f4a3a",
  plankton: "#86a08a",
  bubble: "#8fb2c4",
  food: "#b98a5a",
  submarine: "#7d6f96",
  line: "#c9ced1",
};

export function colourOf(identity: number): string {
  if (identity >= 0) return FISHES[identity % FISHES.length] ?? FISHES[0];
  const name = nameOfThing(identity);
  return QUIET[name];
}

/** Of what is no fish. */
export function nameOfThing(identity: number): keyof typeof THINGS {
  for (const [name, code] of Object.entries(THINGS)) {
    if (code === identity) return name as keyof typeof THINGS;
  }
  return "water";
}

/** White is as near, black as far as [m]; in between each doubling is one step. */
export const RANGES = { near: 0.1, far: 12.8 } as const;

/** How bright a range is drawn, 0 to 1: the farther, the darker (Tu 1999, section 6.7). */
export function shadeOf(range: number): number {
  if (!Number.isFinite(range)) return 0;
  const share = Math.log(range / RANGES.near) / Math.log(RANGES.far / RANGES.near);
  return 1 - Math.min(1, Math.max(0, share));
}

/** The picture of both eyes of a kind, four bytes a pixel. */
export function picture(images: RetinalImages, kind: Kind): Uint8ClampedArray<ArrayBuffer> {
  if (kind === "rgb") return images.colours;
  const { identity, range } = images;
  const pixels = new Uint8ClampedArray(4 * identity.length);
  const known = new Map<number, readonly number[]>();
  for (let at = 0; at < identity.length; at++) {
    if (kind === "range")
      pixels.fill(Math.round(255 * shadeOf(range[at] ?? 0)), 4 * at, 4 * at + 3);
    else {
      const id = identity[at] ?? 0;
      let colour = known.get(id);
      if (!colour) {
        colour = bytesOf(colourOf(id));
        known.set(id, colour);
      }
      pixels.set(colour, 4 * at);
    }
    pixels[4 * at + 3] = 255;
  }
  return pixels;
}

function bytesOf(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
