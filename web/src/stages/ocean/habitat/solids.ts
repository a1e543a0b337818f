/** Builds shapes from lumps and tubes: one mesh of places, normals and what the shader is told. */
import * as THREE from "three";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";

export type Random = () => number;

/** How far towards its tip, how open to the light, and how freely it sways in the water: 0 to 1. */
export type Look = readonly [tip: number, open: number, sway: number];

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

/** Any direction, of a length below 1.8. */
export function wild(random: Random): THREE.Vector3 {
  return new THREE.Vector3(random() * 2 - 1, random() * 2 - 1, random() * 2 - 1);
}

export class Solid {
  private readonly places: number[] = [];
  private readonly normals: number[] = [];
  private readonly looks: number[] = [];
  private readonly index: number[] = [];

  /** A ball that `shape` bends into its form; normals follow from the form. */
  lump(
    detail: number,
    shape: (on: THREE.Vector3) => THREE.Vector3,
    look: (on: THREE.Vector3) => Look,
  ): void {
    const ball = ballOf(detail);
    const points = ball.getAttribute("position");
    const index = ball.getIndex()?.array ?? [];
    this.sheet(points.count, index, (k, out) => out.fromBufferAttribute(points, k), shape, look);
  }

  /** A disc that `shape` bends into its form: `on` is (x, z) in the unit circle, y its underside (-1)
   * or its upper side (1), which meet at the rim. */
  disc(
    spokes: number,
    rings: number,
    shape: (on: THREE.Vector3) => THREE.Vector3,
    look: (on: THREE.Vector3) => Look,
  ): void {
    const index: number[] = [];
    for (const side of [0, 1]) {
      const first = side * spokes * (rings + 1);
      for (let ring = 0; ring < rings; ring++) {
        for (let spoke = 0; spoke < spokes; spoke++) {
          const a = first + ring * spokes + spoke;
          const b = first + ring * spokes + ((spoke + 1) % spokes);
          if (side) index.push(a, b, a + spokes, b, b + spokes, a + spokes);
          else index.push(a, a + spokes, b, b, a + spokes, b + spokes);
        }
      }
    }
    const on = (k: number, out: THREE.Vector3) => {
      const side = k < spokes * (rings + 1) ? -1 : 1;
      const at = k % (spokes * (rings + 1));
      const angle = ((at % spokes) / spokes) * 2 * Math.PI;
      const far = Math.floor(at / spokes) / rings;
      return out.set(far * Math.cos(angle), far === 1 ? 0 : side, far * Math.sin(angle));
    };
    this.sheet(2 * spokes * (rings + 1), index, on, shape, look);
  }

  private sheet(
    count: number,
    index: ArrayLike<number>,
    on: (k: number, out: THREE.Vector3) => THREE.Vector3,
    shape: (on: THREE.Vector3) => THREE.Vector3,
    look: (on: THREE.Vector3) => Look,
  ): void {
    const bent = new Float32Array(count * 3);
    const place = new THREE.Vector3();
    for (let k = 0; k < count; k++) shape(on(k, place)).toArray(bent, k * 3);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(bent, 3));
    geometry.setIndex([...Array.from(index)]);
    geometry.computeVertexNormals();
    const normals = geometry.getAttribute("normal");
    const first = this.places.length / 3;
    for (let k = 0; k < count; k++) {
      this.places.push(bent[k * 3] ?? 0, bent[k * 3 + 1] ?? 0, bent[k * 3 + 2] ?? 0);
      this.normals.push(normals.getX(k), normals.getY(k), normals.getZ(k));
      this.looks.push(...look(on(k, place)));
    }
    for (const corner of Array.from(index)) this.index.push(first + corner);
    geometry.dispose();
  }

  /** A bent tube, closed at its end; `radii` and `looks` belong to the points of its path. */
  tube(
    path: readonly THREE.Vector3[],
    radii: readonly number[],
    looks: readonly Look[],
    sides = 6,
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
        out.copy(aside).multiplyScalar(Math.cos(angle)).addScaledVector(across, Math.sin(angle));
        const radius = radii[k] ?? 0;
        this.places.push(
          point.x + out.x * radius,
          point.y + out.y * radius,
          point.z + out.z * radius,
        );
        this.normals.push(out.x, out.y, out.z);
        this.looks.push(...(looks[k] ?? [0, 1, 0]));
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
    this.looks.push(...(looks.at(-1) ?? [0, 1, 0]));
    for (let side = 0; side < sides; side++) {
      this.index.push(ring + side, ring + ((side + 1) % sides), ring + sides);
    }
  }

  /** Stretched so that it stands on the origin, 1 high, and is at most 1 wide to all sides if
   * `filling`; else the farthest place is 1 away. */
  geometry(filling = false): THREE.BufferGeometry {
    let [widest, highest, farthest] = [0, 0, 0];
    for (let at = 0; at < this.places.length; at += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => this.places[at + k] ?? 0) as [number, number, number];
      widest = Math.max(widest, Math.hypot(x, z));
      highest = Math.max(highest, y);
      farthest = Math.max(farthest, Math.hypot(x, y, z));
    }
    const wide = filling ? widest : farthest;
    const high = filling ? highest : farthest;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.places, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("look", new THREE.Float32BufferAttribute(this.looks, 3));
    geometry.setIndex(this.index);
    geometry.scale(1 / wide, 1 / high, 1 / wide);
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
