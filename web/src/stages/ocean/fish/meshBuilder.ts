import * as THREE from "three";

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
  hinge: Float32Array;
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
    return {
      position: Float32Array.from(this.vertices.flatMap((vertex) => vertex.position)),
      normal: Float32Array.from(this.vertices.flatMap((vertex) => vertex.normal)),
      paint: Float32Array.from(this.vertices.flatMap((vertex) => vertex.paint)),
      hinge: Float32Array.from(this.vertices.flatMap((vertex) => vertex.hinge ?? [0, 0, 0])),
      index: Uint16Array.from(this.index),
    };
  }
}

export function instancedGeometry(mesh: SkinMesh): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(mesh.position, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(mesh.normal, 3));
  geometry.setAttribute("paint", new THREE.BufferAttribute(mesh.paint, 4));
  geometry.setAttribute("hinge", new THREE.BufferAttribute(mesh.hinge, 3));
  geometry.setIndex(new THREE.BufferAttribute(mesh.index, 1));
  geometry.instanceCount = 0;
  return geometry;
}
