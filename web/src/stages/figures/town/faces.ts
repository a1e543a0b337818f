/** Collects faces of houses into one mesh: where they are, and what the shader is to paint on them. */
import * as THREE from "three";
import { FLAT, PLAIN, WALL } from "./kinds.ts";

export type Corner = readonly [number, number, number];

export class Faces {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly colours: number[] = [];
  private readonly metres: number[] = [];
  private readonly faces: number[] = [];
  private readonly triangles: number[] = [];

  /** Against the clock seen from outside; the first edge lies at the bottom. */
  add(corners: readonly Corner[], kind: number, seed: number, colour: THREE.Color): void {
    const [a, b, c] = corners.map((corner) => new THREE.Vector3(...corner));
    if (!a || !b || !c) return;
    const along = b.clone().sub(a);
    const width = along.length();
    along.divideScalar(width || 1);
    const normal = along.clone().cross(c.clone().sub(a)).normalize();
    const up = normal.clone().cross(along);
    const rows = corners.map((corner) => {
      const off = new THREE.Vector3(...corner).sub(a);
      return [off.dot(along), off.dot(up)] as const;
    });
    const height = Math.max(...rows.map(([, y]) => y));
    const first = this.positions.length / 3;
    for (const [k, corner] of corners.entries()) {
      this.positions.push(...corner);
      this.normals.push(normal.x, normal.y, normal.z);
      this.colours.push(colour.r, colour.g, colour.b);
      this.metres.push(...(rows[k] ?? [0, 0]));
      this.faces.push(width, height, seed, kind);
    }
    for (let k = 2; k < corners.length; k++) this.triangles.push(first, first + k - 1, first + k);
  }

  box(low: Corner, high: Corner, colour: THREE.Color, kind = PLAIN, seed = 0): void {
    const [x0, y0, z0] = low;
    const [x1, y1, z1] = high;
    for (const [ax, ay, bx, by] of around(x0, y0, x1, y1)) {
      this.add(
        [
          [ax, ay, z0],
          [bx, by, z0],
          [bx, by, z1],
          [ax, ay, z1],
        ],
        kind,
        seed,
        colour,
      );
    }
    this.add(
      [
        [x0, y0, z1],
        [x1, y0, z1],
        [x1, y1, z1],
        [x0, y1, z1],
      ],
      kind === WALL ? FLAT : kind,
      seed,
      colour,
    );
    // What reaches out is seen from below.
    this.add(
      [
        [x0, y1, z0],
        [x1, y1, z0],
        [x1, y0, z0],
        [x0, y0, z0],
      ],
      PLAIN,
      seed,
      colour,
    );
  }

  geometry(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    const attribute = (numbers: number[], size: number) =>
      new THREE.Float32BufferAttribute(numbers, size);
    geometry.setAttribute("position", attribute(this.positions, 3));
    geometry.setAttribute("normal", attribute(this.normals, 3));
    geometry.setAttribute("colour", attribute(this.colours, 3));
    geometry.setAttribute("metres", attribute(this.metres, 2));
    geometry.setAttribute("face", attribute(this.faces, 4));
    geometry.setIndex(this.triangles);
    return geometry;
  }
}

/** The four sides of a rectangle, against the clock. */
export function around(x0: number, y0: number, x1: number, y1: number) {
  return [
    [x0, y0, x1, y0],
    [x1, y0, x1, y1],
    [x1, y1, x0, y1],
    [x0, y1, x0, y0],
  ] as const;
}
