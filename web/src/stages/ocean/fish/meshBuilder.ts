import * as THREE from "three";
import { spinePlace } from "./spine.ts";

export interface SkinVertex {
  /** (s, up, left) in body lengths. */
  position: readonly [number, number, number];
  normal: readonly [number, number, number];
  /** What the fragment shader needs to know of the place; its meaning depends on the part. */
  paint: readonly [number, number, number, number];
  /** Where a movable fin turns. */
  hinge?: readonly [number, number, number];
}

export interface SkinMesh {
  position: Float32Array;
  normal: Float32Array;
  paint: Float32Array;
  /** (s, up, left) of the hinge, and 1; all 0 where nothing turns. */
  hinge: Float32Array;
  firstKnot: Float32Array;
  values: Float32Array;
  slopes: Float32Array;
  index: Uint16Array;
}

/** Collects grids of vertices into one mesh. */
export class MeshBuilder {
  private readonly vertices: SkinVertex[] = [];
  private readonly index: number[] = [];

  /** A sheet of `rows` x `columns` cells. */
  grid(rows: number, columns: number, vertex: (i: number, j: number) => SkinVertex): void {
    const first = this.vertices.length;
    for (let i = 0; i <= rows; i++) {
      for (let j = 0; j <= columns; j++) this.vertices.push(vertex(i, j));
    }
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        const a = first + i * (columns + 1) + j;
        const b = a + columns + 1;
        this.index.push(a, a + 1, b, b, a + 1, b + 1);
      }
    }
  }

  build(): SkinMesh {
    const collect = (numbers: (vertex: SkinVertex) => readonly number[]) =>
      Float32Array.from(this.vertices.flatMap(numbers));
    const places = this.vertices.map(({ position, hinge }) => spinePlace((hinge ?? position)[0]));
    return {
      position: collect((vertex) => vertex.position),
      normal: collect((vertex) => vertex.normal),
      paint: collect((vertex) => vertex.paint),
      hinge: collect(({ hinge }) => (hinge ? [...hinge, 1] : [0, 0, 0, 0])),
      firstKnot: Float32Array.from(places.map((place) => place.firstKnot)),
      values: Float32Array.from(places.flatMap((place) => place.values)),
      slopes: Float32Array.from(places.flatMap((place) => place.slopes)),
      index: Uint16Array.from(this.index),
    };
  }
}

export function instancedGeometry(mesh: SkinMesh): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  const add = (name: string, numbers: Float32Array, width: number) =>
    geometry.setAttribute(name, new THREE.BufferAttribute(numbers, width));
  add("position", mesh.position, 3);
  add("normal", mesh.normal, 3);
  add("paint", mesh.paint, 4);
  add("hinge", mesh.hinge, 4);
  add("firstKnot", mesh.firstKnot, 1);
  add("values", mesh.values, 4);
  add("slopes", mesh.slopes, 4);
  geometry.setIndex(new THREE.BufferAttribute(mesh.index, 1));
  geometry.instanceCount = 0;
  return geometry;
}
