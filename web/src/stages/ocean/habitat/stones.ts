/** Forms of stone: boulders, mounds of old reef, and plain columns; 1 wide and high. */
import * as THREE from "three";
import { type Look, type Random, Solid } from "./solids.ts";

/** Hills and hollows, about -1 to 1. */
function lumps(x: number, y: number, z: number, own: number): number {
  const p = x + own;
  const q = y + own * 1.7;
  const r = z - own * 0.6;
  return (
    0.62 *
      Math.sin(p * 2.1 + 1.6 * Math.sin(q * 1.7 + r)) *
      Math.sin(q * 2.6 + 1.2 * Math.sin(r * 1.9)) +
    0.38 * Math.sin(r * 4.3 + 1.9 * Math.sin(p * 2.8)) * Math.sin(p * 4.9 - q * 2.2)
  );
}

/** Edges and faces, as where stone has split: 0 on the edges, up to 1. */
function splits(on: THREE.Vector3, own: number): number {
  let nearest = 9;
  let second = 9;
  // Distances to the two nearest of a few points that lie around.
  for (let k = 0; k < 18; k++) {
    const angle = k * 2.4 + own;
    const up = 1 - (2 * k + 1) / 18;
    const aside = Math.sqrt(1 - up * up);
    const jitter = 0.3 * Math.sin(k * 12.9 + own * 7.3);
    const away = Math.hypot(
      on.x - aside * Math.cos(angle) * (1 + jitter),
      on.y - up * (1 - jitter),
      on.z - aside * Math.sin(angle) * (1 - jitter),
    );
    if (away < nearest) {
      second = nearest;
      nearest = away;
    } else if (away < second) second = away;
  }
  return Math.min(1, 1.8 * (second - nearest));
}

/** How far a place of the ball is pressed in: 0 to about 0.5. */
function pressed(on: THREE.Vector3, own: number, rough: number): number {
  const { x, y, z } = on;
  const hills = 0.5 + 0.5 * lumps(x * 1.2, y * 1.2, z * 1.2, own);
  const crack = 1 - splits(on, own);
  // Beds of stone, tilted a little: each juts out above the one below.
  const bed = 3.6 * (y + 0.16 * x - 0.1 * z + 0.12 * lumps(x, y, z, own + 9)) + own;
  const ledge = (bed - Math.floor(bed)) ** 2;
  const fine = 0.5 + 0.5 * lumps(x * 4.3, y * 4.3, z * 4.3, own + 2);
  const finest = 0.5 + 0.5 * lumps(x * 9, y * 9, z * 9, own + 4);
  return rough * (0.5 * hills + 0.34 * crack ** 3 + 0.12 * ledge + 0.12 * fine + 0.06 * finest);
}

interface Block {
  middle: THREE.Vector3;
  size: THREE.Vector3;
  own: number;
  rough: number;
  /** 2 is a ball, more is a box. */
  bulk: number;
}

/** A place on a block, for a direction. */
function onBlock({ middle, size, own, rough, bulk }: Block, on: THREE.Vector3): THREE.Vector3 {
  const round =
    (Math.abs(on.x) ** bulk + Math.abs(on.y) ** bulk + Math.abs(on.z) ** bulk) ** (1 / bulk);
  const out = (1 - pressed(on, own, rough)) / round;
  // Its lower half is flat: stones lie in the sand, they do not balance on it.
  const upright = on.y > 0 ? on.y : 0.45 * on.y;
  return new THREE.Vector3(on.x, upright, on.z).multiplyScalar(out).multiply(size).add(middle);
}

function block(solid: Solid, detail: number, one: Block): void {
  const look = (on: THREE.Vector3): Look => {
    const hollow = pressed(on, one.own, 1);
    const low = Math.max(0, -on.y);
    return [Math.max(0, on.y), Math.max(0.15, (1.25 - 1.35 * hollow) * (1 - 0.5 * low)), 0];
  };
  solid.lump(detail, (on) => onBlock(one, on), look);
}

function mainBlock(random: Random, rough: number): Block {
  return {
    middle: new THREE.Vector3(0, 0.2, 0),
    size: new THREE.Vector3(1, 0.8, 0.82 + 0.18 * random()),
    own: 30 * random(),
    rough: rough + 0.12 * random(),
    bulk: 2.2 + 1.2 * random(),
  };
}

/** A boulder, with smaller ones that have come off it. */
export function boulder(random: Random, detail: number): THREE.BufferGeometry {
  const solid = new Solid();
  block(solid, detail, mainBlock(random, 0.42));
  for (let k = 0; k < 2; k++) {
    const angle = 2 * Math.PI * random();
    const size = 0.26 + 0.2 * random();
    block(solid, Math.ceil(0.5 * detail), {
      middle: new THREE.Vector3(0.72 * Math.cos(angle), 0.16, 0.72 * Math.sin(angle)),
      size: new THREE.Vector3(size, size, size),
      own: 30 * random(),
      rough: 0.45,
      bulk: 2.4,
    });
  }
  return solid.geometry(true);
}

export function mound(random: Random, detail: number): THREE.BufferGeometry {
  const solid = new Solid();
  block(solid, detail, mainBlock(random, 0.36));
  return solid.geometry(true);
}

export function column(_: Random, detail: number): THREE.BufferGeometry {
  const solid = new Solid();
  const rings = [0, 0.25, 0.5, 0.75, 0.965, 1, 1];
  const widths = [1, 1, 1, 1, 1, 0.94, 0.02];
  solid.tube(
    rings.map((share) => new THREE.Vector3(0, share, 0)),
    widths,
    rings.map((share) => [share, 0.35 + 0.65 * Math.min(1, 3 * share), 0]),
    3 * detail,
  );
  return solid.geometry(true);
}
