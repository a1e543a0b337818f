/** Roofs: flat ones with a parapet, and those of two or four slopes with chimneys. */
import * as THREE from "three";
import type { Corner, Faces } from "./faces.ts";
import { FLAT, PLAIN, TILES } from "./kinds.ts";
import type { House } from "./plan.ts";
import type { Rolls } from "./rolls.ts";

const TRIM = new THREE.Color("#cdc2ad");
/** How far roofs reach beyond walls [m]. */
const EAVES = 0.45;

export function layFlat(
  faces: Faces,
  { low, high, height }: House,
  colour: THREE.Color,
  rolls: Rolls,
): void {
  const [x0, y0] = low;
  const [x1, y1] = high;
  const gravel = new THREE.Color("#8d867b");
  faces.add(
    [
      [x0, y0, height],
      [x1, y0, height],
      [x1, y1, height],
      [x0, y1, height],
    ],
    FLAT,
    0,
    gravel,
  );
  const wide = 0.24;
  for (const [a, b] of [
    [
      [x0, y0],
      [x1, y0 + wide],
    ],
    [
      [x0, y1 - wide],
      [x1, y1],
    ],
    [
      [x0, y0 + wide],
      [x0 + wide, y1 - wide],
    ],
    [
      [x1 - wide, y0 + wide],
      [x1, y1 - wide],
    ],
  ] as const) {
    faces.box([a[0], a[1], height], [b[0], b[1], height + 0.62], colour);
  }
  cornice(faces, low, high, height - 0.18, 0.16);
  const boxes = 1 + Math.floor(rolls.next() * 3);
  for (let k = 0; k < boxes; k++) {
    const x = x0 + 1 + rolls.next() * Math.max(0, x1 - x0 - 3.5);
    const y = y0 + 1 + rolls.next() * Math.max(0, y1 - y0 - 3.5);
    const size = 0.8 + rolls.next() * 1.3;
    faces.box([x, y, height], [x + size, y + size, height + 0.6 + rolls.next()], gravel);
  }
}

function cornice(
  faces: Faces,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  z: number,
  out: number,
): void {
  faces.box([x0 - out, y0 - out, z], [x1 + out, y1 + out, z + 0.16], TRIM);
}

/** Two or four slopes over the walls, and chimneys. */
export function raiseRoof(faces: Faces, house: House, seed: number, rolls: Rolls): void {
  const { low, high, height, roof } = house;
  const long = high[0] - low[0] >= high[1] - low[1];
  // Drawn with the ridge along x, and turned where it is not.
  const [l0, l1] = long ? [low[0], high[0]] : [low[1], high[1]];
  const [s0, s1] = long ? [low[1], high[1]] : [low[0], high[0]];
  const place = (l: number, s: number, z: number): Corner => (long ? [l, s, z] : [s, l, z]);
  const face = (corners: Corner[], kind: number, colour: THREE.Color) =>
    faces.add(long ? corners : turned(corners), kind, seed, colour);
  const tiles = new THREE.Color(house.roofColour);
  const half = (s1 - s0) / 2;
  const rise = Math.min(4.2, half * (0.62 + 0.25 * rolls.next()));
  const middle = (s0 + s1) / 2;
  const drop = (EAVES * rise) / half;
  const end = roof === "hip" ? Math.min(half * 0.9, (l1 - l0) / 2 - 0.2) : -EAVES;
  const eaves = height - drop;
  const [e0, e1] = [l0 - EAVES, l1 + EAVES];
  const [r0, r1] = [l0 + end, l1 - end];
  const top = height + rise;
  face(
    [
      place(e0, s0 - EAVES, eaves),
      place(e1, s0 - EAVES, eaves),
      place(r1, middle, top),
      place(r0, middle, top),
    ],
    TILES,
    tiles,
  );
  face(
    [
      place(e1, s1 + EAVES, eaves),
      place(e0, s1 + EAVES, eaves),
      place(r0, middle, top),
      place(r1, middle, top),
    ],
    TILES,
    tiles,
  );
  const wall = new THREE.Color(house.colour);
  if (roof === "hip") {
    face(
      [place(e1, s0 - EAVES, eaves), place(e1, s1 + EAVES, eaves), place(r1, middle, top)],
      TILES,
      tiles,
    );
    face(
      [place(e0, s1 + EAVES, eaves), place(e0, s0 - EAVES, eaves), place(r0, middle, top)],
      TILES,
      tiles,
    );
  } else {
    face([place(l1, s0, height), place(l1, s1, height), place(l1, middle, top)], PLAIN, wall);
    face([place(l0, s1, height), place(l0, s0, height), place(l0, middle, top)], PLAIN, wall);
  }
  cornice(faces, low, high, height - 0.34, 0.12);
  const ridge = tiles.clone().multiplyScalar(0.75);
  const [q0, q1] = [place(r0, middle - 0.1, top - 0.06), place(r1, middle + 0.1, top + 0.07)];
  faces.box(lower(q0, q1), upper(q0, q1), ridge);
  chimneys(faces, place, { from: r0, to: r1, middle, top }, rolls);
}

function lower(a: Corner, b: Corner): Corner {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])];
}

function upper(a: Corner, b: Corner): Corner {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];
}

function chimneys(
  faces: Faces,
  place: (l: number, s: number, z: number) => Corner,
  ridge: { from: number; to: number; middle: number; top: number },
  rolls: Rolls,
): void {
  const brick = new THREE.Color("#8c5a48");
  const count = 1 + Math.floor(rolls.next() * 2);
  for (let k = 0; k < count; k++) {
    const l = ridge.from + (0.12 + 0.76 * rolls.next()) * (ridge.to - ridge.from);
    const s = ridge.middle + (rolls.next() - 0.5) * 1.4;
    const a = place(l - 0.28, s - 0.38, ridge.top - 1.2);
    const b = place(l + 0.28, s + 0.38, ridge.top + 0.75);
    faces.box(lower(a, b), upper(a, b), brick);
    const c = place(l - 0.36, s - 0.46, ridge.top + 0.75);
    const d = place(l + 0.36, s + 0.46, ridge.top + 0.87);
    faces.box(lower(c, d), upper(c, d), TRIM);
  }
}

/** Swapping two axes turns faces inside out. */
function turned(corners: Corner[]): Corner[] {
  const [first, second, ...rest] = corners;
  return first && second ? [second, first, ...rest.reverse()] : corners;
}
