/** Collects what lies on the ground into one mesh. */
import * as THREE from "three";
import type { Area } from "./plan.ts";
import type { Strip } from "./strip.ts";

const UP = [0, 0, 1] as const;
/** Large triangles have coarse depths: none is larger [m]. */
const TILE = 60;

export class Quads {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly about: number[] = [];
  private readonly triangles: number[] = [];

  /** Level, at a height; in tiles, as large triangles have coarse depths. */
  lay({ low, high }: Area, z: number, kind: number, layer: number): void {
    const [columns, rows] = [0, 1].map((k) =>
      Math.ceil(((high[k as 0 | 1] ?? 0) - (low[k as 0 | 1] ?? 0)) / TILE),
    ) as [number, number];
    const x = (k: number) => low[0] + ((high[0] - low[0]) * k) / columns;
    const y = (k: number) => low[1] + ((high[1] - low[1]) * k) / rows;
    for (let k = 0; k < columns * rows; k++) {
      const [i, j] = [k % columns, Math.floor(k / columns)];
      const [x0, x1, y0, y1] = [x(i), x(i + 1), y(j), y(j + 1)];
      this.quad([x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z], UP, kind, layer);
    }
  }

  /** Level, in any direction; along and across it are metres that the shader knows. */
  layStrip(strip: Strip, z: number, kind: number, layer: number): void {
    const { length, half } = strip;
    const across = [0, -half, length, -half, length, half, 0, half];
    this.quad(
      strip.corners.flatMap(([x, y]) => [x, y, z]),
      UP,
      kind,
      layer,
      across,
    );
  }

  quad(
    corners: readonly number[],
    normal: readonly number[],
    kind: number,
    layer: number,
    across: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0],
  ): void {
    const first = this.positions.length / 3;
    this.positions.push(...corners);
    for (let k = 0; k < 4; k++) {
      this.normals.push(...normal);
      this.about.push(kind, layer, across[2 * k] ?? 0, across[2 * k + 1] ?? 0);
    }
    this.triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  geometry(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("about", new THREE.Float32BufferAttribute(this.about, 4));
    geometry.setIndex(this.triangles);
    return geometry;
  }
}
