/** What is to be drawn of a puppet: its parts at rest, its bare rods, and where all of it is now. */
import { indexOfPoint, type Place, placeOf, verticesOf } from "../../puppet/document.ts";
import type { PuppetFrame } from "../../puppet/frame.ts";
import { distance } from "../../puppet/geometry.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";
import type { Pair } from "../../wire/timeline.ts";

export interface FigurePart {
  name: string;
  color: string;
  /** Of its vertices among all. */
  first: number;
  count: number;
  faces: readonly (readonly [number, number, number])[];
  follows: readonly number[];
}

/** A grip that lies farther off than this does not stick to the pointer [m]. */
const FARTHEST_STICK = 0.6;

export class Figure {
  /** Another of the same look may take its place. */
  document: PuppetDocument;
  readonly parts: readonly FigurePart[];
  /** Ends of all rods. */
  readonly rods: readonly (readonly [number, number])[];
  /** Rods that no part covers. */
  readonly bare: readonly (readonly [number, number])[];
  /** At rest, three numbers each [m]. */
  readonly restPoints: Float32Array;
  readonly restVertices: Float32Array;
  /** As they are now. */
  readonly points: Float32Array;
  readonly vertices: Float32Array;
  private readonly nearness = new Map<number, Float32Array>();

  constructor(document: PuppetDocument) {
    this.document = document;
    const rows: Place[] = [];
    this.parts = document.part.map((part) => {
      const vertices = verticesOf(part);
      const first = rows.length;
      rows.push(...vertices);
      const follows = part.follows.map((name) => indexOfPoint(document, name));
      const { name, color } = part;
      const faces = part.faces ?? [];
      return { name, color, first, count: vertices.length, faces, follows };
    });
    this.rods = document.rod.map(
      ({ ends }) => ends.map((name) => indexOfPoint(document, name)) as [number, number],
    );
    this.bare = this.rods.filter(
      ([a, b]) => !this.parts.some(({ follows }) => follows.includes(a) && follows.includes(b)),
    );
    this.restPoints = Float32Array.from(document.point.flatMap(({ at }) => placeOf(at)));
    this.restVertices = Float32Array.from(rows.flat());
    this.points = this.restPoints.slice();
    this.vertices = this.restVertices.slice();
  }

  /** Between two frames; false if they are of another puppet. */
  pose({ from, to, alpha }: Pair<PuppetFrame>): boolean {
    const { points, vertices } = this;
    if (to.points.length !== points.length || to.vertices.length !== vertices.length) return false;
    if (from.points.length !== points.length) return false;
    mix(from.points, to.points, alpha, points);
    mix(from.vertices, to.vertices, alpha, vertices);
    return true;
  }

  /** Where another one is, as far as they are alike. */
  goOnFrom({ points, vertices }: Figure): void {
    if (points.length !== this.points.length) return;
    this.points.set(points);
    if (vertices.length === this.vertices.length) this.vertices.set(vertices);
  }

  rest(): void {
    this.points.set(this.restPoints);
    this.vertices.set(this.restVertices);
  }

  /** What a hand holds is at the hand, whatever came over the wire so far; skin around it, too. */
  stick(point: number, place: Place): void {
    const { points, vertices } = this;
    const way = [0, 1, 2].map((axis) => (place[axis] ?? 0) - (points[3 * point + axis] ?? 0));
    if (Math.hypot(...way) > FARTHEST_STICK) return;
    for (let axis = 0; axis < 3; axis++) points[3 * point + axis] = place[axis] as number;
    const near = this.nearTo(point);
    for (let k = 0; k < near.length; k++) {
      const share = near[k] as number;
      if (share === 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        vertices[3 * k + axis] = (vertices[3 * k + axis] ?? 0) + share * (way[axis] as number);
      }
    }
  }

  /** How much each vertex goes with a point: 1 there, 0 from the nearest other point on. */
  private nearTo(point: number): Float32Array {
    const known = this.nearness.get(point);
    if (known) return known;
    const at = (array: Float32Array, k: number) => array.subarray(3 * k, 3 * k + 3);
    const own = Array.from(at(this.restPoints, point));
    let reach = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.points.length / 3; k++) {
      if (k !== point) reach = Math.min(reach, distance(Array.from(at(this.restPoints, k)), own));
    }
    const near = new Float32Array(this.vertices.length / 3);
    for (const { follows, first, count } of this.parts) {
      if (!follows.includes(point)) continue;
      for (let k = first; k < first + count; k++) {
        const share = distance(Array.from(at(this.restVertices, k)), own) / reach;
        near[k] = share < 1 ? (1 - share * share) ** 2 : 0;
      }
    }
    this.nearness.set(point, near);
    return near;
  }

  placeOf(point: number): Place {
    const { points } = this;
    return [points[3 * point] ?? 0, points[3 * point + 1] ?? 0, points[3 * point + 2] ?? 0];
  }
}

function mix(from: Float32Array, to: Float32Array, alpha: number, out: Float32Array): void {
  for (let k = 0; k < out.length; k++) {
    const start = from[k] as number;
    out[k] = start + ((to[k] as number) - start) * alpha;
  }
}
