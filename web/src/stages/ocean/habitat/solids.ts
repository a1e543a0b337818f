/** Builds shapes from lumps and tubes: one mesh of places, normals and colours. */
import * as THREE from "three";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";

export type Random = () => number;
export type Tint = readonly [number, number, number];

/** A seeded generator: an obstacle looks the same on every page. */
export function randomNumbers(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Hills and hollows on a ball, about -1 to 1. */
export function lumps(x: number, y: number, z: number, own: number): number {
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
export function splits(x: number, y: number, z: number, own: number): number {
  let nearest = 9;
  let second = 9;
  // Distances to the two nearest of a few points that lie around.
  for (let k = 0; k < 14; k++) {
    const angle = k * 2.4 + own;
    const up = 1 - (2 * k + 1) / 14;
    const aside = Math.sqrt(1 - up * up);
    const jitter = 0.25 * Math.sin(k * 12.9 + own * 7.3);
    const dx = x - aside * Math.cos(angle) * (1 + jitter);
    const dy = y - up * (1 - jitter);
    const dz = z - aside * Math.sin(angle) * (1 - jitter);
    const away = dx * dx + dy * dy + dz * dz;
    if (away < nearest) {
      second = nearest;
      nearest = away;
    } else if (away < second) second = away;
  }
  return Math.min(1, 1.6 * (Math.sqrt(second) - Math.sqrt(nearest)));
}

export class Solid {
  private readonly places: number[] = [];
  private readonly normals: number[] = [];
  private readonly tints: number[] = [];
  private readonly grooves: number[] = [];
  private readonly index: number[] = [];

  /**
   * A ball that `shape` bends into its form; normals follow from the form. `tint` colours a vertex
   * by its place on the ball, `groove` says how deep a brain coral's furrows are.
   */
  lump(
    detail: number,
    shape: (on: THREE.Vector3) => THREE.Vector3,
    tint: (on: THREE.Vector3) => Tint,
    groove = 0,
  ): void {
    const ball = ballOf(detail);
    const points = ball.getAttribute("position");
    const geometry = new THREE.BufferGeometry();
    const bent = new Float32Array(points.count * 3);
    const on = new THREE.Vector3();
    for (let k = 0; k < points.count; k++) {
      shape(on.fromBufferAttribute(points, k)).toArray(bent, k * 3);
    }
    geometry.setAttribute("position", new THREE.BufferAttribute(bent, 3));
    geometry.setIndex(ball.getIndex());
    geometry.computeVertexNormals();
    const normals = geometry.getAttribute("normal");
    const first = this.places.length / 3;
    for (let k = 0; k < points.count; k++) {
      this.places.push(bent[k * 3] ?? 0, bent[k * 3 + 1] ?? 0, bent[k * 3 + 2] ?? 0);
      this.normals.push(normals.getX(k), normals.getY(k), normals.getZ(k));
      this.tints.push(...tint(on.fromBufferAttribute(points, k)));
      this.grooves.push(groove);
    }
    for (const corner of ball.getIndex()?.array ?? []) this.index.push(first + corner);
    geometry.dispose();
  }

  /** A bent tube, closed at its end; `radii` and `tints` belong to the points of its path. */
  tube(
    path: readonly THREE.Vector3[],
    radii: readonly number[],
    tints: readonly Tint[],
    sides = 6,
    flat = 1,
  ): void {
    const along = new THREE.Vector3();
    const aside = new THREE.Vector3(0.31, 0.12, 0.94);
    const across = new THREE.Vector3();
    const out = new THREE.Vector3();
    for (const [k, point] of path.entries()) {
      along
        .copy(path[k + 1] ?? point)
        .sub(path[k - 1] ?? point)
        .normalize();
      // Square to the path, and as little turned against the ring before as can be.
      aside.addScaledVector(along, -aside.dot(along)).normalize();
      across.crossVectors(along, aside);
      const ring = this.places.length / 3;
      for (let side = 0; side < sides; side++) {
        const angle = (side / sides) * 2 * Math.PI;
        out
          .copy(aside)
          .multiplyScalar(Math.cos(angle))
          .addScaledVector(across, flat * Math.sin(angle));
        const radius = radii[k] ?? 0;
        this.places.push(
          point.x + out.x * radius,
          point.y + out.y * radius,
          point.z + out.z * radius,
        );
        out.normalize();
        this.normals.push(out.x, out.y, out.z);
        this.tints.push(...(tints[k] ?? [1, 1, 1]));
        this.grooves.push(0);
        if (k === 0) continue;
        const next = (side + 1) % sides;
        const a = ring - sides + side;
        const b = ring - sides + next;
        this.index.push(a, b, ring + side, b, ring + next, ring + side);
      }
    }
    const tip = path.at(-1);
    if (!tip) return;
    const ring = this.places.length / 3 - sides;
    this.places.push(tip.x, tip.y, tip.z);
    this.normals.push(along.x, along.y, along.z);
    this.tints.push(...(tints.at(-1) ?? [1, 1, 1]));
    this.grooves.push(0);
    for (let side = 0; side < sides; side++) {
      this.index.push(ring + side, ring + ((side + 1) % sides), ring + sides);
    }
  }

  /** `hold` moves places that are out of bounds. */
  geometry(hold: (place: THREE.Vector3) => THREE.Vector3): THREE.BufferGeometry {
    const place = new THREE.Vector3();
    for (let at = 0; at < this.places.length; at += 3) {
      hold(place.fromArray(this.places, at)).toArray(this.places, at);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.places, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("tint", new THREE.Float32BufferAttribute(this.tints, 3));
    geometry.setAttribute("groove", new THREE.Float32BufferAttribute(this.grooves, 1));
    geometry.setIndex(this.index);
    geometry.computeBoundingSphere();
    return geometry;
  }
}

const balls = new Map<number, THREE.BufferGeometry>();

function ballOf(detail: number): THREE.BufferGeometry {
  const known = balls.get(detail);
  if (known) return known;
  const ball = new THREE.IcosahedronGeometry(1, detail);
  ball.deleteAttribute("normal");
  ball.deleteAttribute("uv");
  const shared = mergeVertices(ball);
  balls.set(detail, shared);
  return shared;
}
