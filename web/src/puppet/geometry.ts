/** Small geometry of drawing: distances, bends, polygons and lines with fewer points. */
import type { Place } from "./document.ts";

export interface Dot {
  x: number;
  y: number;
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, k) => value - (b[k] ?? 0)));
}

export function distanceToSegment({ x, y }: Dot, a: Dot, b: Dot): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const share = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}

/**
 * How much the way before, hinge, behind bends [rad]; 0 is straight on. In the plane y = 0 a left
 * turn is positive, as seen with x to the right and z up; in space it is from 0 to pi.
 */
export function bendOf(before: Place, hinge: Place, behind: Place, flat: boolean): number {
  const u = subtract(hinge, before);
  const v = subtract(behind, hinge);
  const along = dot(u, v);
  if (flat) return Math.atan2(u[0] * v[2] - u[2] * v[0], along);
  return Math.atan2(Math.hypot(...cross(u, v)), along);
}

export function subtract(a: Place, b: Place): Place {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Place, b: Place): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Place, b: Place): Place {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function middle(places: readonly Place[]): Place {
  const sum: Place = [0, 0, 0];
  for (const place of places) for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + (place[k] ?? 0);
  const count = places.length || 1;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Whether a dot lies within a closed polygon (by the even-odd rule). */
export function isInside({ x, y }: Dot, polygon: readonly Dot[]): boolean {
  let inside = false;
  for (const [k, a] of polygon.entries()) {
    const b = polygon[(k + 1) % polygon.length] as Dot;
    const crosses = a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y);
    if (crosses) inside = !inside;
  }
  return inside;
}

/** Positive when the corners go round counter-clockwise (y up). */
export function signedArea(polygon: readonly Dot[]): number {
  let twice = 0;
  for (const [k, a] of polygon.entries()) {
    const b = polygon[(k + 1) % polygon.length] as Dot;
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

/** A line with fewer points that stays within `tolerance` of it (Douglas and Peucker 1973). */
export function thinned<P>(line: readonly P[], tolerance: number, at: (point: P) => Dot): P[] {
  if (line.length < 3) return [...line];
  const kept = new Set([0, line.length - 1]);
  const open: [number, number][] = [[0, line.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    const a = at(line[first] as P);
    const b = at(line[last] as P);
    let farthest = -1;
    let most = tolerance;
    for (let k = first + 1; k < last; k++) {
      const off = distanceToSegment(at(line[k] as P), a, b);
      if (off > most) {
        most = off;
        farthest = k;
      }
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, k) => kept.has(k));
}

/** The same for a closed line: it begins and ends at its two points that lie farthest apart. */
export function thinnedLoop<P>(loop: readonly P[], tolerance: number, at: (point: P) => Dot): P[] {
  if (loop.length < 4) return [...loop];
  const start = at(loop[0] as P);
  const off = loop.map((point) => Math.hypot(at(point).x - start.x, at(point).y - start.y));
  const far = off.indexOf(Math.max(...off));
  const there = thinned(loop.slice(0, far + 1), tolerance, at);
  const back = thinned([...loop.slice(far), loop[0] as P], tolerance, at);
  return [...there, ...back.slice(1, -1)];
}

/** At most so many points of a closed line: the tolerance is doubled until they are. */
export function atMost<P>(loop: readonly P[], most: number, at: (point: P) => Dot): P[] {
  let few = [...loop];
  for (let tolerance = 1e-4; few.length > most; tolerance *= 2) {
    few = thinnedLoop(loop, tolerance, at);
    if (few.length <= 3) break;
  }
  return few;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Of a number with the tenths that matter, as people write it. */
export function degrees(radians: number): number {
  return Math.round((radians * 1800) / Math.PI) / 10;
}

export function radians(angle: number): number {
  return Math.round(((angle * Math.PI) / 180) * 1e4) / 1e4;
}
