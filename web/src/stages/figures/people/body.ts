/** The mesh of a figure on one level: its flesh, its rifle, and all that anybody may wear. */
import * as THREE from "three";
import { attireOf } from "./attire.ts";

/** Vertices that ride on segments, and triangles between them; of a figure, or of its rifle. */
export interface Flesh {
  /** In their segments' frames [m]; three numbers each. */
  vertices: ArrayLike<number>;
  normals: ArrayLike<number>;
  segments: ArrayLike<number>;
  materials: ArrayLike<number>;
  triangles: ArrayLike<number>;
  materialNames: readonly string[];
}

/** One of the three bodies. */
export interface BodyModel {
  flesh: Flesh;
  rifle: Flesh;
  /** Where the segments are at rest [m], three numbers each. */
  rest: ArrayLike<number>;
  /** The segment of the head. */
  head: number;
}

/** Which materials there are, in the order of their columns in the wardrobe. */
export const MATERIALS = [
  "skin",
  "lips",
  "hair",
  "eye",
  "iris",
  "jacket",
  "trim",
  "belt",
  "trousers",
  "boots",
  "sole",
  "steel",
  "dark",
  "wood",
  "hat",
  "band",
  "bag",
  "scarf",
  "skirt",
] as const;

export type MaterialName = (typeof MATERIALS)[number];

/** What not everybody wears; its number plus one is a vertex's `piece`. */
export const PIECES = [
  "rifle",
  "helmet",
  "hat",
  "cap",
  "long hair",
  "bun",
  "backpack",
  "scarf",
  "skirt",
] as const;

export type PieceName = (typeof PIECES)[number];

/** Collects vertices with the segment, material and piece that each belongs to. */
export class BodyBuilder {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  /** Where vertices are when the figure is at rest [m]: by that cloth is woven. */
  readonly woven: number[] = [];
  /** Segment, material, piece; three numbers a vertex. */
  readonly rides: number[] = [];
  readonly triangles: number[] = [];

  get count(): number {
    return this.positions.length / 3;
  }

  addFlesh(flesh: Flesh, rest: ArrayLike<number>, segmentOffset: number, piece: number): void {
    const first = this.count;
    const columns = flesh.materialNames.map((name) =>
      Math.max(0, MATERIALS.indexOf(name as MaterialName)),
    );
    for (let k = 0; k < flesh.segments.length; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const place = flesh.vertices[3 * k + axis] ?? 0;
        this.positions.push(place);
        this.woven.push(place + (rest[3 * (flesh.segments[k] ?? 0) + axis] ?? 0));
        this.normals.push(flesh.normals[3 * k + axis] ?? 0);
      }
      const column = columns[flesh.materials[k] ?? 0] ?? 0;
      this.rides.push((flesh.segments[k] ?? 0) + segmentOffset, column, piece);
    }
    for (let k = 0; k < flesh.triangles.length; k++) {
      this.triangles.push(first + (flesh.triangles[k] ?? 0));
    }
  }

  geometry(): THREE.InstancedBufferGeometry {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("woven", new THREE.Float32BufferAttribute(this.woven, 3));
    geometry.setAttribute("rides", new THREE.Float32BufferAttribute(this.rides, 3));
    geometry.setIndex(this.triangles);
    return geometry;
  }
}

/** `sides` of what is round in clothes; `segments` of the figure, after which comes the rifle. */
export function bodyGeometry(
  { flesh, rifle, rest, head }: BodyModel,
  segments: number,
  sides: number,
): THREE.InstancedBufferGeometry {
  const builder = new BodyBuilder();
  builder.addFlesh(flesh, rest, 0, 0);
  builder.addFlesh(rifle, [], segments, PIECES.indexOf("rifle") + 1);
  attireOf(builder, head, rest, sides);
  return builder.geometry();
}

/** Where segments are at rest: each as far from its parent as the skeleton says. */
export function restOf(
  parents: readonly number[],
  offsets: readonly (readonly number[])[],
): Float32Array {
  const rest = new Float32Array(3 * parents.length);
  for (const [segment, parent] of parents.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      const before = parent < 0 ? 0 : (rest[3 * parent + axis] ?? 0);
      // The first one's is where the figure is.
      const offset = parent < 0 ? 0 : (offsets[segment]?.[axis] ?? 0);
      rest[3 * segment + axis] = before + offset;
    }
  }
  return rest;
}
