/** Seaweeds: leaves as ribbons; near clusters finer than far ones, unseen ones not at all. */

import WEED_FRAGMENT from "shaders/ocean/weed.frag.glsl";
import WEED_VERTEX from "shaders/ocean/weed.vert.glsl";
import * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import type { WeedCluster } from "../../../wire/messages.ts";
import { leavesBetween, type MovingPair } from "../../../wire/moving.ts";
import { isFrugal } from "../detail.ts";
import { FARTHEST_SEEN } from "../fish/crowd.ts";
import { randomNumbers } from "./solids.ts";

const LEAVES_PER_ROW = shaderConstant("LEAVES_PER_ROW");

type Kind = WeedCluster["kind"];

const KINDS: readonly Kind[] = ["kelp", "ribbon", "grass"];
/** Width of a leaf, of its length; and at most [m]. */
const WIDTHS: Record<Kind, readonly [number, number]> = {
  kelp: [0.05, 0.09],
  ribbon: [0.042, 0.06],
  grass: [0.016, 0.018],
};
/** Parts of a ribbon along its length: for near and for far clusters. */
const PARTS = [22, 7] as const;
/** Blades of a kelp frond. */
const BLADES = [14, 9] as const;
/** Nearer than this clusters are fine; or than this, where a processor draws [m]. */
const NEAR = 5;
const NEAR_FRUGAL = 2.5;

/** Leaves of a kind that are drawn with one mesh. */
interface Stand {
  mesh: THREE.Mesh<THREE.InstancedBufferGeometry>;
  leaves: THREE.InstancedBufferAttribute;
}

interface Cluster {
  kind: Kind;
  first: number;
  leaves: number;
  sphere: THREE.Sphere;
}

export class Weeds {
  readonly object = new THREE.Group();
  readonly leaves: number;
  /** Nodes of all leaves, four numbers each, page coordinates [m]; room for more follows. */
  nodes = new Float32Array(0);
  leafNodes = 0;
  private readonly roots: Float32Array;
  private readonly clusters: Cluster[] = [];
  private readonly stands: Record<Kind, readonly [Stand, Stand]>;
  private readonly material: THREE.RawShaderMaterial;
  private readonly traits: THREE.DataTexture;
  private nodeTexture: THREE.DataTexture | null = null;
  private readonly uniforms = {
    nodes: { value: null as THREE.Texture | null },
    traits: { value: null as THREE.Texture | null },
    leafNodes: { value: 2 },
    pixelScale: { value: 1 },
  };
  /** Draws all of them in full, seen or not: to measure what culling saves. */
  everything = false;
  private readonly frustum = new THREE.Frustum();
  private readonly seen = new THREE.Matrix4();

  constructor(weeds: readonly WeedCluster[], light: Record<string, THREE.IUniform>) {
    const count = weeds.reduce((sum, { leaves }) => sum + leaves, 0);
    this.leaves = count;
    this.roots = new Float32Array(count * 3);
    this.traits = floatTexture(LEAVES_PER_ROW, rowsFor(count));
    this.uniforms.traits.value = this.traits;
    let first = 0;
    for (const { kind, root, leaves } of weeds) {
      const [x, y, z] = root;
      const sphere = new THREE.Sphere(new THREE.Vector3(x, z, -y), 1);
      this.clusters.push({ kind, first, leaves, sphere });
      for (let leaf = first; leaf < first + leaves; leaf++) this.roots.set([x, z, -y], leaf * 3);
      first += leaves;
    }
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: WEED_VERTEX,
      fragmentShader: WEED_FRAGMENT,
      uniforms: { ...light, ...this.uniforms },
      side: THREE.DoubleSide,
    });
    this.stands = Object.fromEntries(
      KINDS.map((kind) => [kind, [this.stand(kind, 0, count), this.stand(kind, 1, count)]]),
    ) as unknown as Record<Kind, readonly [Stand, Stand]>;
  }

  private stand(kind: Kind, level: 0 | 1, count: number): Stand {
    const geometry = kind === "kelp" ? frondGeometry(level) : ribbonGeometry(kind, level);
    const leaves = new THREE.InstancedBufferAttribute(new Float32Array(Math.max(1, count)), 1);
    leaves.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("leaf", leaves);
    const mesh = new THREE.Mesh(geometry, this.material);
    mesh.frustumCulled = false;
    this.object.add(mesh);
    return { mesh, leaves };
  }

  update(pair: MovingPair): void {
    const { to } = pair;
    if (to.leaves !== this.leaves || to.leaves === 0) {
      this.object.visible = false;
      return;
    }
    this.object.visible = true;
    const fresh = to.leafNodes !== this.leafNodes;
    if (fresh) this.makeRoom(to.leafNodes);
    leavesBetween(pair, this.roots, this.nodes);
    if (fresh) this.measure();
    if (this.nodeTexture) this.nodeTexture.needsUpdate = true;
  }

  /** Chooses what a camera sees; `pixels`: size on the screen of a metre, a metre away. */
  face(camera: THREE.PerspectiveCamera, pixels: number): void {
    this.uniforms.pixelScale.value = pixels;
    this.seen.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.seen);
    for (const kind of KINDS) {
      for (const { mesh } of this.stands[kind]) mesh.geometry.instanceCount = 0;
    }
    for (const { kind, first, leaves, sphere } of this.clusters) {
      const distance = camera.position.distanceTo(sphere.center);
      const far = distance - sphere.radius > FARTHEST_SEEN;
      if (!this.everything && (far || !this.frustum.intersectsSphere(sphere))) continue;
      const near = this.everything || distance < (isFrugal() ? NEAR_FRUGAL : NEAR);
      const { mesh, leaves: rows } = this.stands[kind][near ? 0 : 1];
      for (let leaf = 0; leaf < leaves; leaf++) {
        (rows.array as Float32Array)[mesh.geometry.instanceCount++] = first + leaf;
      }
      rows.needsUpdate = true;
    }
    for (const kind of KINDS) {
      for (const { mesh } of this.stands[kind]) mesh.visible = mesh.geometry.instanceCount > 0;
    }
  }

  dispose(): void {
    for (const mesh of this.object.children) (mesh as THREE.Mesh).geometry.dispose();
    this.material.dispose();
    this.traits.dispose();
    this.nodeTexture?.dispose();
  }

  private makeRoom(leafNodes: number): void {
    this.nodeTexture?.dispose();
    const rows = rowsFor(this.leaves);
    this.nodeTexture = floatTexture(LEAVES_PER_ROW * leafNodes, rows);
    this.nodes = this.nodeTexture.image.data as Float32Array<ArrayBuffer>;
    this.leafNodes = leafNodes;
    this.uniforms.nodes.value = this.nodeTexture;
    this.uniforms.leafNodes.value = leafNodes;
  }

  /** Leaves are as wide as their length bears; clusters as large as their longest leaf. */
  private measure(): void {
    const texels = this.traits.image.data as Float32Array;
    for (const [number, { kind, first, leaves, sphere }] of this.clusters.entries()) {
      const random = randomNumbers(number + 17);
      const [share, most] = WIDTHS[kind];
      let longest = 0;
      for (let leaf = first; leaf < first + leaves; leaf++) {
        const length = this.lengthOf(leaf);
        longest = Math.max(longest, length);
        const width = Math.min(most, share * length) * (0.75 + 0.5 * random());
        texels.set([width, random(), 2 * Math.PI * random(), KINDS.indexOf(kind)], leaf * 4);
      }
      sphere.radius = longest + 0.3;
    }
    this.traits.needsUpdate = true;
  }

  private lengthOf(leaf: number): number {
    let length = 0;
    for (let node = 1; node < this.leafNodes; node++) {
      const at = (leaf * this.leafNodes + node) * 4;
      const part = (k: number) => (this.nodes[at + k] ?? 0) - (this.nodes[at + k - 4] ?? 0);
      length += Math.hypot(part(0), part(1), part(2));
    }
    return length;
  }
}

/** A plain leaf, widest in its lower third, pointed at its tip. */
function ribbonGeometry(kind: Kind, level: 0 | 1): THREE.InstancedBufferGeometry {
  const parts = PARTS[level];
  const blades: number[] = [];
  const index: number[] = [];
  for (let part = 0; part <= parts; part++) {
    const along = part / parts;
    const taper = kind === "grass" ? 1 - along ** 2.5 : (0.35 + 2.6 * along) * (1 - along) ** 0.75;
    const half = 0.5 * Math.min(1, taper);
    blades.push(along, -half, 0, 0, along, 0, 0, 1, along, half, 0, 0);
    if (part === parts) continue;
    const a = part * 3;
    for (const side of [0, 1])
      index.push(a + side, a + side + 1, a + side + 3, a + side + 1, a + side + 4, a + side + 3);
  }
  return instanced(blades, index);
}

/** A frond of kelp: a stalk, and blades to both sides that hang on it. */
function frondGeometry(level: 0 | 1): THREE.InstancedBufferGeometry {
  const blades: number[] = [];
  const index: number[] = [];
  const parts = PARTS[level];
  for (let part = 0; part <= parts; part++) {
    const along = part / parts;
    const half = 0.13 * (1.1 - along);
    blades.push(along, -half, 0, 0.3, along, half, 0, 0.3);
    if (part < parts)
      index.push(part * 2, part * 2 + 1, part * 2 + 2, part * 2 + 1, part * 2 + 3, part * 2 + 2);
  }
  const count = BLADES[level];
  for (let blade = 0; blade < count; blade++) {
    const along = 0.1 + (0.9 * blade) / (count - 1);
    const side = blade === count - 1 ? 0 : blade % 2 ? 1 : -1;
    const size = 1.15 - 0.45 * along;
    const first = blades.length / 4;
    // Four cross lines from where it grows to its tip; each has two edges and a rib.
    const lines = [
      [0, 0.1],
      [0.3, 0.42],
      [0.7, 0.34],
      [1, 0],
    ] as const;
    for (const [out, half] of lines) {
      const across = side * out * 2.3 * size;
      const on = (side ? 0.9 : 2.6) * out * size;
      // Edges lie along the stalk for blades at its side, across it for the last.
      const [edgeAcross, edgeOn] = side ? [0, half * size] : [half * size, 0];
      blades.push(along, across - edgeAcross, on - edgeOn, 0, along, across, on, 1);
      blades.push(along, across + edgeAcross, on + edgeOn, 0);
    }
    for (let line = 0; line < 3; line++) {
      const a = first + line * 3;
      for (const k of [0, 1])
        index.push(a + k, a + k + 1, a + k + 3, a + k + 1, a + k + 4, a + k + 3);
    }
  }
  return instanced(blades, index);
}

function instanced(blades: number[], index: number[]): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("blade", new THREE.Float32BufferAttribute(blades, 4));
  geometry.setIndex(index);
  return geometry;
}

function rowsFor(leaves: number): number {
  return Math.max(1, Math.ceil(leaves / LEAVES_PER_ROW));
}

function floatTexture(width: number, height: number): THREE.DataTexture {
  const texels = new Float32Array(width * height * 4);
  const texture = new THREE.DataTexture(texels, width, height, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}
