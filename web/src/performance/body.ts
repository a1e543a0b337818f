/**
 * A drawn figure around its physical double, on flat arrays: from coordinates to places of parts,
 * and from these to places of segments, as `bodies/rigid/draping.py` has it.
 *
 * A transform is x, y, z, 0, and the quaternion as x, y, z, w: two texels.
 */
import type { Dress, PartInfo, PerformerInfo, SegmentInfo } from "../wire/performing.ts";

/** Numbers of one segment's transform. */
export const FLOATS = 8;
/** Place and turn of a part; here the turn is x, y, z, w. */
export const PART_FLOATS = 7;

/** One performer's body; the drawn one has `bones` = segments + 1 transforms, the last one unused. */
export class Body {
  readonly segments: number;
  readonly bones: number;
  private readonly parts: readonly PartInfo[];
  private readonly rides: readonly SegmentInfo[];
  private readonly offsets: Float64Array;
  private readonly joints: Float64Array;
  private readonly dresses: readonly { places: Float64Array; turns: Float64Array }[];
  /** Of each segment, which hand it belongs to: 0 left, 1 right, -1 none. */
  private readonly hands: readonly number[];
  private readonly placed: Float64Array;

  constructor(parts: readonly PartInfo[], rides: readonly SegmentInfo[], who: PerformerInfo) {
    this.parts = parts;
    this.rides = rides;
    this.segments = rides.length;
    this.bones = rides.length + 1;
    this.offsets = Float64Array.from(who.offsets.flat());
    this.joints = new Float64Array(3 * parts.length);
    parts.forEach(({ parent }, k) => {
      for (let axis = 0; k > 0 && axis < 3; axis++) {
        this.joints[3 * k + axis] = get(this.joints, 3 * parent + axis) + this.offset(k, axis);
      }
    });
    this.dresses = [who.at_ease, who.closed].map(flat);
    const forearms = ["left forearm", "right forearm"].map((name) =>
      parts.findIndex((part) => part.name === name),
    );
    this.hands = rides.map(({ lower }) => forearms.indexOf(lower));
    this.placed = new Float64Array(PART_FLOATS * parts.length);
  }

  /** Where all segments are when the double is so; closed: how far each hand is, 0 to 1. */
  drape(
    coordinates: ArrayLike<number>,
    closed: readonly [number, number],
    out: Float32Array,
  ): void {
    this.placeParts(coordinates);
    this.placeSegments(closed, out);
  }

  /** The same when its parts are there: place and turn (w, x, y, z), seven numbers each. */
  drapeParts(parts: ArrayLike<number>, out: Float32Array): void {
    const { placed } = this;
    for (let at = 0; at < placed.length; at += PART_FLOATS) {
      for (let axis = 0; axis < 3; axis++) placed[at + axis] = parts[at + axis] ?? 0;
      writeTurn(placed, at + 3, parts, at + 3);
    }
    this.placeSegments([0, 0], out);
  }

  private placeSegments(closed: readonly [number, number], out: Float32Array): void {
    for (let segment = 0; segment < this.segments; segment++) {
      const hand = this.hands[segment] ?? -1;
      this.placeSegment(segment, hand < 0 ? 0 : (closed[hand] ?? 0), out);
    }
  }

  /** Where a part's joint is, after `drape` [m]. */
  jointOf(part: number): [number, number, number] {
    const at = PART_FLOATS * part;
    return [get(this.placed, at), get(this.placed, at + 1), get(this.placed, at + 2)];
  }

  private offset(part: number, axis: number): number {
    return get(this.offsets, 3 * part + axis);
  }

  private placeParts(coordinates: ArrayLike<number>): void {
    const { placed } = this;
    for (let axis = 0; axis < 3; axis++) placed[axis] = coordinates[axis] ?? 0;
    writeTurn(placed, 3, coordinates, 3);
    let at = 7;
    this.parts.forEach(({ parent, hinge }, part) => {
      if (part === 0) return;
      const own = PART_FLOATS * part;
      const above = PART_FLOATS * parent;
      addTurned(placed, above, this.offsets, 3 * part, placed, own);
      if (hinge) {
        const half = (coordinates[at] ?? 0) / 2;
        LOCAL[0] = 0;
        LOCAL[1] = hinge * Math.sin(half);
        LOCAL[2] = 0;
        LOCAL[3] = Math.cos(half);
        at += 1;
      } else {
        writeTurn(LOCAL, 0, coordinates, at);
        at += 4;
      }
      multiply(placed, above + 3, LOCAL, 0, placed, own + 3);
    });
  }

  private placeSegment(segment: number, closed: number, out: Float32Array): void {
    const { lower, upper, share } = this.rides[segment] as SegmentInfo;
    this.mixDress(segment, closed);
    this.carry(lower, LOWER);
    if (share > 0) {
      this.carry(upper, UPPER);
      mix(LOWER, UPPER, share);
    }
    const own = FLOATS * segment;
    for (let axis = 0; axis < 3; axis++) out[own + axis] = get(LOWER, axis);
    out[own + 3] = 0;
    for (let part = 0; part < 4; part++) out[own + 4 + part] = get(LOWER, 3 + part);
  }

  /** Place and turn at rest, into WORN. */
  private mixDress(segment: number, closed: number): void {
    const [open, shut] = this.dresses;
    if (!open || !shut) return;
    for (let axis = 0; axis < 3; axis++) WORN[axis] = get(open.places, 3 * segment + axis);
    for (let part = 0; part < 4; part++) WORN[3 + part] = get(open.turns, 4 * segment + part);
    if (closed <= 0) return;
    for (let axis = 0; axis < 3; axis++) SHUT[axis] = get(shut.places, 3 * segment + axis);
    for (let part = 0; part < 4; part++) SHUT[3 + part] = get(shut.turns, 4 * segment + part);
    mix(WORN, SHUT, closed);
  }

  /** What WORN is in the world when it rides on a part. */
  private carry(part: number, out: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) {
      OFF[axis] = get(WORN, axis) - get(this.joints, 3 * part + axis);
    }
    addTurned(this.placed, PART_FLOATS * part, OFF, 0, out, 0);
    multiply(this.placed, PART_FLOATS * part + 3, WORN, 3, out, 3);
  }
}

const LOCAL = new Float64Array(4);
const OFF = new Float64Array(3);
const WORN = new Float64Array(PART_FLOATS);
const SHUT = new Float64Array(PART_FLOATS);
const LOWER = new Float64Array(PART_FLOATS);
const UPPER = new Float64Array(PART_FLOATS);

function flat({ places, turns }: Dress): { places: Float64Array; turns: Float64Array } {
  return {
    places: Float64Array.from(places.flat()),
    turns: Float64Array.from(turns.flatMap(([w, x, y, z]) => [x, y, z, w])),
  };
}

/** (w, x, y, z) as (x, y, z, w), of length 1. */
function writeTurn(out: Float64Array, o: number, from: ArrayLike<number>, at: number): void {
  const [w = 1, x = 0, y = 0, z = 0] = [from[at], from[at + 1], from[at + 2], from[at + 3]];
  const scale = 1 / (Math.hypot(w, x, y, z) || 1);
  out[o] = x * scale;
  out[o + 1] = y * scale;
  out[o + 2] = z * scale;
  out[o + 3] = w * scale;
}

/** A place on something that is placed and turned, seen from where it is. */
function addTurned(
  frame: Float64Array,
  f: number,
  place: Float64Array,
  p: number,
  out: Float64Array,
  o: number,
): void {
  const [x, y, z] = [get(place, p), get(place, p + 1), get(place, p + 2)];
  const [a, b, c, w] = [get(frame, f + 3), get(frame, f + 4), get(frame, f + 5), get(frame, f + 6)];
  const s = 2 * (b * z - c * y);
  const t = 2 * (c * x - a * z);
  const u = 2 * (a * y - b * x);
  out[o] = get(frame, f) + x + w * s + b * u - c * t;
  out[o + 1] = get(frame, f + 1) + y + w * t + c * s - a * u;
  out[o + 2] = get(frame, f + 2) + z + w * u + a * t - b * s;
}

/** The second turn is applied first. */
function multiply(
  one: Float64Array,
  p: number,
  two: Float64Array,
  q: number,
  out: Float64Array,
  o: number,
): void {
  const [a, b, c, w] = [get(one, p), get(one, p + 1), get(one, p + 2), get(one, p + 3)];
  const [f, g, h, e] = [get(two, q), get(two, q + 1), get(two, q + 2), get(two, q + 3)];
  out[o] = w * f + a * e + b * h - c * g;
  out[o + 1] = w * g - a * h + b * e + c * f;
  out[o + 2] = w * h + a * g - b * f + c * e;
  out[o + 3] = w * e - a * f - b * g - c * h;
}

/** Goes a share of the way to another place and turn, the short way round. */
function mix(one: Float64Array, other: Float64Array, share: number): void {
  for (let axis = 0; axis < 3; axis++) {
    one[axis] = get(one, axis) + share * (get(other, axis) - get(one, axis));
  }
  let near = 0;
  for (let part = 3; part < PART_FLOATS; part++) near += get(one, part) * get(other, part);
  const towards = near < 0 ? -share : share;
  let length = 0;
  for (let part = 3; part < PART_FLOATS; part++) {
    one[part] = (1 - share) * get(one, part) + towards * get(other, part);
    length += get(one, part) ** 2;
  }
  const scale = 1 / (Math.sqrt(length) || 1);
  for (let part = 3; part < PART_FLOATS; part++) one[part] = get(one, part) * scale;
}

function get(array: Float64Array, at: number): number {
  return array[at] as number;
}
