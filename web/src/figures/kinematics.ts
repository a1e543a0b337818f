/**
 * Forward kinematics of figures on flat arrays: from local turns to places in the world.
 *
 * A pose has four numbers a value: the turns of all segments (w, x, y, z), then slides (x, y, z, 0)
 * [m], then the place of the first segment (x, y, z, 0) [m]. A transform is x, y, z, 0 and the
 * quaternion as x, y, z, w: two texels.
 */
import type { RifleInfo, SkeletonInfo } from "../wire/figures.ts";

const FLOATS = 8;

/** A skeleton as the inner loop wants it. */
export class Figure {
  readonly name: string;
  readonly segments: number;
  /** Turns and slides. */
  readonly values: number;
  /** Numbers of a pose. */
  readonly stride: number;
  /** Ticks between two updates of a row. */
  readonly period: number;
  readonly parents: Int16Array;
  readonly offsets: Float32Array;
  /** Of each segment, which value its slide is; -1 for none. */
  readonly slides: Int16Array;
  readonly skeleton: SkeletonInfo;

  constructor(skeleton: SkeletonInfo, framesPerSecond = 60) {
    this.skeleton = skeleton;
    this.name = skeleton.name;
    this.segments = skeleton.segments.length;
    this.values = this.segments + skeleton.sliding.length;
    this.stride = 4 * (this.values + 1);
    this.period = framesPerSecond / skeleton.rate;
    this.parents = Int16Array.from(skeleton.parents);
    this.offsets = Float32Array.from(skeleton.offsets.flat());
    this.slides = new Int16Array(this.segments).fill(-1);
    skeleton.sliding.forEach((segment, k) => {
      this.slides[segment] = this.segments + k;
    });
  }
}

/** Between two poses: turns along the short way, of length 1; all else straight. */
export function mixPoses(
  from: Float32Array,
  to: Float32Array,
  at: number,
  figure: Figure,
  alpha: number,
  out: Float32Array,
): void {
  const { segments, stride } = figure;
  const rest = 1 - alpha;
  for (let k = at, o = 0; o < 4 * segments; k += 4, o += 4) {
    const w = get(from, k);
    const x = get(from, k + 1);
    const y = get(from, k + 2);
    const z = get(from, k + 3);
    const p = get(to, k);
    const q = get(to, k + 1);
    const r = get(to, k + 2);
    const s = get(to, k + 3);
    const near = w * p + x * q + y * r + z * s < 0 ? -alpha : alpha;
    const a = w * rest + p * near;
    const b = x * rest + q * near;
    const c = y * rest + r * near;
    const d = z * rest + s * near;
    const scale = 1 / (Math.sqrt(a * a + b * b + c * c + d * d) || 1);
    out[o] = a * scale;
    out[o + 1] = b * scale;
    out[o + 2] = c * scale;
    out[o + 3] = d * scale;
  }
  for (let o = 4 * segments; o < stride; o++) {
    out[o] = get(from, at + o) * rest + get(to, at + o) * alpha;
  }
}

/** Where all segments of a pose are; `pose` from its beginning, `out` from `at` on. */
export function placeSegments(
  { segments, values, parents, offsets, slides }: Figure,
  pose: Float32Array,
  out: Float32Array,
  at: number,
): void {
  out[at] = get(pose, 4 * values);
  out[at + 1] = get(pose, 4 * values + 1);
  out[at + 2] = get(pose, 4 * values + 2);
  out[at + 3] = 0;
  out[at + 4] = get(pose, 1);
  out[at + 5] = get(pose, 2);
  out[at + 6] = get(pose, 3);
  out[at + 7] = get(pose, 0);
  for (let segment = 1; segment < segments; segment++) {
    const parent = at + FLOATS * (parents[segment] ?? 0);
    const own = at + FLOATS * segment;
    let x = get(offsets, 3 * segment);
    let y = get(offsets, 3 * segment + 1);
    let z = get(offsets, 3 * segment + 2);
    const slide = slides[segment] ?? -1;
    if (slide >= 0) {
      x += get(pose, 4 * slide);
      y += get(pose, 4 * slide + 1);
      z += get(pose, 4 * slide + 2);
    }
    const a = get(out, parent + 4);
    const b = get(out, parent + 5);
    const c = get(out, parent + 6);
    const w = get(out, parent + 7);
    const p = 2 * (b * z - c * y);
    const q = 2 * (c * x - a * z);
    const r = 2 * (a * y - b * x);
    out[own] = get(out, parent) + x + w * p + b * r - c * q;
    out[own + 1] = get(out, parent + 1) + y + w * q + c * p - a * r;
    out[own + 2] = get(out, parent + 2) + z + w * r + a * q - b * p;
    out[own + 3] = 0;
    const e = get(pose, 4 * segment);
    const f = get(pose, 4 * segment + 1);
    const g = get(pose, 4 * segment + 2);
    const h = get(pose, 4 * segment + 3);
    out[own + 4] = w * f + a * e + b * h - c * g;
    out[own + 5] = w * g - a * h + b * e + c * f;
    out[own + 6] = w * h + a * g - b * f + c * e;
    out[own + 7] = w * e - a * f - b * g - c * h;
  }
}

/** The rifle behind the segments that are placed already: in the right hand, or, where there is no
 * wrist, pointed with both hands. */
export function placeRifle(figure: Figure, rifle: RifleInfo, out: Float32Array, at: number): void {
  const { right, left, wrist } = figure.skeleton;
  const hand = at + FLOATS * right.segment;
  const grip = placeOf(out, hand, right.at);
  const [w, x, y, z] = rifle.turn;
  let turn = multiply(turnOf(out, hand), [x, y, z, w]);
  if (!wrist) {
    const other = placeOf(out, at + FLOATS * left.segment, left.at);
    turn = aimed(turn, grip, minus(other, grip), rifle);
  }
  const own = at + FLOATS * figure.segments;
  for (let axis = 0; axis < 3; axis++) out[own + axis] = grip[axis] ?? 0;
  out[own + 3] = 0;
  for (let part = 0; part < 4; part++) out[own + 4 + part] = turn[part] ?? 0;
}

type Vector = [number, number, number];
/** (x, y, z, w) */
type Turn = [number, number, number, number];

/** As `bodies/figure/rifle.py` points it: as much as the left hand is where it would support it, and
 * never into the floor. */
function aimed(turn: Turn, grip: Vector, reach: Vector, rifle: RifleInfo): Turn {
  const support = Math.hypot(...rifle.support);
  const held = Math.max(0, 1 - Math.abs(Math.hypot(...reach) - support) / rifle.near);
  const led = lead(turn, rifle.support, reach, held);
  const muzzle = rotate(led, rifle.muzzle);
  if (grip[2] + muzzle[2] >= rifle.floor) return led;
  const length = Math.hypot(...rifle.muzzle);
  const deep = Math.min(length, Math.max(-length, rifle.floor - grip[2]));
  const across = Math.hypot(muzzle[0] + 1e-6, muzzle[1]);
  const flat = Math.sqrt(length * length - deep * deep) / across;
  return lead(led, rifle.muzzle, [(muzzle[0] + 1e-6) * flat, muzzle[1] * flat, deep], 1);
}

/** By the shortest turn that brings a place of the rifle into a direction, or a share of it. */
function lead(turn: Turn, place: Vector, wanted: Vector, share: number): Turn {
  const along = unit(rotate(turn, place));
  const goal = unit(wanted);
  const axis: Vector = [
    along[1] * goal[2] - along[2] * goal[1],
    along[2] * goal[0] - along[0] * goal[2],
    along[0] * goal[1] - along[1] * goal[0],
  ];
  const sine = Math.hypot(...axis);
  const cosine = along[0] * goal[0] + along[1] * goal[1] + along[2] * goal[2];
  const half = (Math.atan2(sine, cosine) * share) / 2;
  const scale = Math.sin(half) / Math.max(sine, 1e-9);
  return multiply([axis[0] * scale, axis[1] * scale, axis[2] * scale, Math.cos(half)], turn);
}

function placeOf(out: Float32Array, at: number, place: Vector): Vector {
  const [x, y, z] = rotate(turnOf(out, at), place);
  return [get(out, at) + x, get(out, at + 1) + y, get(out, at + 2) + z];
}

function turnOf(out: Float32Array, at: number): Turn {
  return [get(out, at + 4), get(out, at + 5), get(out, at + 6), get(out, at + 7)];
}

export function rotate([a, b, c, w]: Turn, [x, y, z]: Vector): Vector {
  const p = 2 * (b * z - c * y);
  const q = 2 * (c * x - a * z);
  const r = 2 * (a * y - b * x);
  return [x + w * p + b * r - c * q, y + w * q + c * p - a * r, z + w * r + a * q - b * p];
}

/** `second` is applied first. */
function multiply([a, b, c, w]: Turn, [f, g, h, e]: Turn): Turn {
  return [
    w * f + a * e + b * h - c * g,
    w * g - a * h + b * e + c * f,
    w * h + a * g - b * f + c * e,
    w * e - a * f - b * g - c * h,
  ];
}

function unit(vector: Vector): Vector {
  const scale = 1 / Math.max(Math.hypot(...vector), 1e-9);
  return [vector[0] * scale, vector[1] * scale, vector[2] * scale];
}

function minus(one: Vector, other: Vector): Vector {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

function get(array: Float32Array, at: number): number {
  return array[at] as number;
}
