/** The seabed of a habitat: its height field as a mesh that runs on beyond the boundary. */
import GROUND_VERTEX from "shaders/ocean/ground.vert.glsl";
import SEABED_FRAGMENT from "shaders/ocean/seabed.frag.glsl";
import * as THREE from "three";
import type { WeedCluster } from "../../../wire/messages.ts";
import { detail } from "../detail.ts";
import { Contact } from "./contact.ts";
import type { Sea } from "./sea.ts";

/** Cells along an edge at most, whatever the field has. */
const MOST_CELLS = 96;
/** Cells along an edge of a tile: tiles that nobody sees are not drawn. */
const TILE = 18;
/** How far the ground runs on, in edges' reaches: then the water hides it. */
const BEYOND = [1.25, 1.7, 2.6, 5, 12];
/** How far around one looks for what keeps the light away [m]. */
const SHADED_FROM = 0.45;

export class Ground {
  readonly object = new THREE.Group();
  private readonly material: THREE.RawShaderMaterial;

  private readonly contact: Contact;

  constructor(sea: Sea, weeds: readonly WeedCluster[], light: Record<string, THREE.IUniform>) {
    this.contact = new Contact(sea, weeds);
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: GROUND_VERTEX,
      fragmentShader: SEABED_FRAGMENT,
      defines: detail,
      uniforms: { ...light, ...this.contact.uniforms },
    });
    for (const tile of groundTiles(sea)) {
      const mesh = new THREE.Mesh(tile, this.material);
      // After what stands on it, which hides much of it.
      mesh.renderOrder = 1;
      this.object.add(mesh);
    }
  }

  /** Shadows go with the sun. */
  update(sunwards: THREE.Vector3): void {
    this.contact.update(sunwards);
  }

  dispose(): void {
    this.contact.dispose();
    for (const tile of this.object.children) (tile as THREE.Mesh).geometry.dispose();
    this.material.dispose();
  }
}

/** Tiles share the points of the whole ground, each has triangles of its own. */
function groundTiles(sea: Sea): THREE.BufferGeometry[] {
  const { field } = sea;
  const cells = Math.ceil((field.size - 1) / Math.ceil((field.size - 1) / MOST_CELLS));
  const inner = Array.from({ length: cells + 1 }, (_, k) => ((2 * k) / cells - 1) * field.reach);
  const outer = BEYOND.map((factor) => factor * field.reach);
  // Lines from edge to edge: coarse far outside, the field within.
  const lines = [...outer.map((at) => -at).reverse(), ...inner, ...outer];
  const count = lines.length;
  const places = new Float32Array(count * count * 3);
  const normals = new Float32Array(count * count * 3);
  const shades = new Float32Array(count * count);
  const normal = new THREE.Vector3();
  const apart = Math.max(field.step, (2 * field.reach) / cells) / 2;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const at = i * count + j;
      const x = lines[i] ?? 0;
      const z = lines[j] ?? 0;
      const y = sea.height(x, z);
      places.set([x, y, z], at * 3);
      normal.set(
        sea.height(x - apart, z) - sea.height(x + apart, z),
        2 * apart,
        sea.height(x, z - apart) - sea.height(x, z + apart),
      );
      normals.set(normal.normalize().toArray(), at * 3);
      shades[at] = shadeAt(sea, x, y, z);
    }
  }
  const attributes = {
    position: new THREE.BufferAttribute(places, 3),
    normal: new THREE.BufferAttribute(normals, 3),
    shade: new THREE.BufferAttribute(shades, 1),
  };
  const tiles: THREE.BufferGeometry[] = [];
  for (let i = 0; i + 1 < count; i += TILE) {
    for (let j = 0; j + 1 < count; j += TILE) tiles.push(tileOf(attributes, count, i, j));
  }
  return tiles;
}

function tileOf(
  attributes: Record<"position" | "normal" | "shade", THREE.BufferAttribute>,
  count: number,
  firstRow: number,
  firstColumn: number,
): THREE.BufferGeometry {
  const index: number[] = [];
  const bounds = new THREE.Box3();
  const corner = new THREE.Vector3();
  const { position } = attributes;
  const height = (at: number) => position.getY(at);
  for (let i = firstRow; i < Math.min(firstRow + TILE, count - 1); i++) {
    for (let j = firstColumn; j < Math.min(firstColumn + TILE, count - 1); j++) {
      const a = i * count + j;
      const b = a + count;
      // Across the slope, so that the edge of a cleft is no row of teeth.
      const level = Math.abs(height(a + 1) - height(b)) < Math.abs(height(a) - height(b + 1));
      if (level) index.push(a, a + 1, b, b, a + 1, b + 1);
      else index.push(a, a + 1, b + 1, a, b + 1, b);
      for (const at of [a, a + 1, b, b + 1]) {
        bounds.expandByPoint(corner.fromBufferAttribute(position, at));
      }
    }
  }
  const tile = new THREE.BufferGeometry();
  for (const [name, attribute] of Object.entries(attributes)) tile.setAttribute(name, attribute);
  tile.setIndex(index);
  tile.boundingSphere = bounds.getBoundingSphere(new THREE.Sphere());
  return tile;
}

/** Deep in a cleft little light arrives. */
function shadeAt({ field }: Sea, x: number, y: number, z: number): number {
  let around = 0;
  for (const [dx, dz] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [0.7, 0.7],
    [-0.7, -0.7],
    [0.7, -0.7],
    [-0.7, 0.7],
  ] as const) {
    around += field.height(x + dx * SHADED_FROM, z + dz * SHADED_FROM) / 8;
  }
  return Math.min(0.9, Math.max(0, (around - y) / 0.35));
}
