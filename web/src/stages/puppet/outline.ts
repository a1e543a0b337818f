/** A closed outline of few corners as a smooth line of many, and the triangles within. */
import { ShapeUtils, Vector2 } from "three";
import { type Dot, signedArea } from "../../puppet/geometry.ts";

/** Turns sharper than this stay corners [rad]. */
const CORNER = 1.25;
/** So many dots have all outlines at least. */
const FINE = 96;

export class SmoothOutline {
  readonly count: number;
  /** x and z of each dot, as they lie now [m]. */
  readonly dots: Float32Array;
  /** 1 if the outline goes round counter-clockwise, seen with x to the right and z up. */
  readonly sense: number;
  /** [m2] */
  readonly area: number;
  private readonly corners: number;
  private readonly contour: Vector2[];
  private readonly pieces: number;
  private readonly sharp: Uint8Array;

  /** rest: corners, three numbers each, of which x and z count; fine: least dots of the line. */
  constructor(rest: ArrayLike<number>, fine = FINE) {
    this.corners = rest.length / 3;
    this.pieces = Math.max(1, Math.min(8, Math.ceil(fine / Math.max(1, this.corners))));
    this.count = this.corners * this.pieces;
    this.dots = new Float32Array(2 * this.count);
    this.sharp = sharpCorners(rest, this.corners);
    this.update(rest, 0);
    this.contour = Array.from({ length: this.count }, () => new Vector2());
    const area = signedArea(this.polygon());
    this.sense = area < 0 ? -1 : 1;
    this.area = Math.abs(area);
  }

  /** A cubic through all corners whose speed follows the chords: it never swings out far. */
  update(places: ArrayLike<number>, first: number): void {
    const { corners, pieces, dots } = this;
    const at = (k: number, axis: number) =>
      places[3 * (first + ((k + corners) % corners)) + axis] as number;
    for (let k = 0; k < corners; k++) {
      const [ax, az, bx, bz] = [at(k, 0), at(k, 2), at(k + 1, 0), at(k + 1, 2)];
      const chord = Math.hypot(bx - ax, bz - az) || 1e-9;
      const from = this.tangent(at, k, bx - ax, bz - az, chord, 1);
      const to = this.tangent(at, k + 1, bx - ax, bz - az, chord, 0);
      for (let piece = 0; piece < pieces; piece++) {
        const t = piece / pieces;
        const [t2, t3] = [t * t, t * t * t];
        const [h0, h1] = [2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t];
        const [h2, h3] = [3 * t2 - 2 * t3, t3 - t2];
        const dot = 2 * (k * pieces + piece);
        dots[dot] = h0 * ax + h2 * bx + chord * (h1 * from.x + h3 * to.x);
        dots[dot + 1] = h0 * az + h2 * bz + chord * (h1 * from.y + h3 * to.y);
      }
    }
  }

  /** The direction at a corner: between its two chords, the shorter counting more. */
  private tangent(
    at: (k: number, axis: number) => number,
    corner: number,
    dx: number,
    dz: number,
    chord: number,
    ahead: 0 | 1,
  ): Dot {
    if (this.sharp[(corner + this.corners) % this.corners]) return { x: dx / chord, y: dz / chord };
    const other = ahead ? corner - 1 : corner + 1;
    const ox = ahead ? at(corner, 0) - at(other, 0) : at(other, 0) - at(corner, 0);
    const oz = ahead ? at(corner, 2) - at(other, 2) : at(other, 2) - at(corner, 2);
    const length = Math.hypot(ox, oz) || 1e-9;
    // A long side between short ones stays nearly straight.
    const share = Math.min(1, (2 * length) / chord) / (chord + length);
    return {
      x: share * ((dx / chord) * length + (ox / length) * chord),
      y: share * ((dz / chord) * length + (oz / length) * chord),
    };
  }

  /** As a polygon; the same dots at every call. */
  polygon(): readonly Dot[] {
    for (const [k, dot] of this.contour.entries()) {
      dot.set(this.dots[2 * k] as number, this.dots[2 * k + 1] as number);
    }
    return this.contour;
  }

  /** Within, as it lies now: triples of dots. What was within at rest need not be when it bends. */
  triangles(): number[][] {
    this.polygon();
    return this.count > 2 ? ShapeUtils.triangulateShape(this.contour, []) : [];
  }
}

function sharpCorners(rest: ArrayLike<number>, corners: number): Uint8Array {
  const sharp = new Uint8Array(corners);
  const at = (k: number, axis: number) => rest[3 * ((k + corners) % corners) + axis] as number;
  for (let k = 0; k < corners; k++) {
    const u = [at(k, 0) - at(k - 1, 0), at(k, 2) - at(k - 1, 2)] as const;
    const v = [at(k + 1, 0) - at(k, 0), at(k + 1, 2) - at(k, 2)] as const;
    const turn = Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
    sharp[k] = Math.abs(turn) > CORNER ? 1 : 0;
  }
  return sharp;
}
