/** Turns the two newest snapshots into world poses on the GPU, one texel a node and two a face. */

import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import POSE_FRAGMENT from "shaders/ocean/pose.frag.glsl";
import * as THREE from "three";
import { FISHES_PER_ROW, NODE_TEXELS, type SnapshotFrame } from "../../../wire/frame.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { fullscreenTriangle } from "../fullscreen.ts";
import { poseTexels } from "./poseTexels.ts";

/** Looks and size of a fish, in the order of the snapshot's records. */
export interface FishTraits {
  /** [m] */
  lengths: readonly number[];
  /** 0 to 1 */
  seeds: readonly number[];
  species: readonly number[];
}

/** The textures of one snapshot. */
class SnapshotTextures {
  readonly records: THREE.DataTexture;
  readonly nodes: THREE.DataTexture;
  frame: SnapshotFrame | null = null;

  constructor(rows: number) {
    this.records = integerTexture(FISHES_PER_ROW, rows, THREE.UnsignedIntType, "RGBA32UI");
    this.nodes = integerTexture(FISHES_PER_ROW * NODE_TEXELS, rows, THREE.ShortType, "RGBA16I");
  }

  upload(frame: SnapshotFrame): void {
    this.frame = frame;
    this.records.image.data = frame.records;
    this.nodes.image.data = frame.nodes;
    this.records.needsUpdate = true;
    this.nodes.needsUpdate = true;
  }

  dispose(): void {
    this.records.dispose();
    this.nodes.dispose();
  }
}

export class PosePass {
  private readonly material: THREE.RawShaderMaterial;
  private readonly scene: THREE.Scene;
  private readonly camera = new THREE.Camera();
  private slots: [SnapshotTextures, SnapshotTextures];
  private capacity = FISHES_PER_ROW;
  private traitsTexture = floatTexture(FISHES_PER_ROW, 1);
  private facesTexture = floatTexture(1, 1);
  private target = poseTarget(poseTexels(1), 1);
  /** Uniforms that shaders with POSE_LOOKUP share. */
  readonly lookup = {
    poses: { value: this.target.texture },
    traits: { value: this.traitsTexture },
    texelsPerFish: { value: poseTexels(1) },
  };

  private readonly inputs = {
    recordsFrom: { value: null as THREE.Texture | null },
    recordsTo: { value: null as THREE.Texture | null },
    nodesFrom: { value: null as THREE.Texture | null },
    nodesTo: { value: null as THREE.Texture | null },
    extentFrom: { value: 1 },
    extentTo: { value: 1 },
    alpha: { value: 1 },
    faces: { value: this.facesTexture },
  };

  constructor() {
    this.slots = [new SnapshotTextures(1), new SnapshotTextures(1)];
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: FULLSCREEN_VERTEX,
      fragmentShader: POSE_FRAGMENT,
      depthTest: false,
      depthWrite: false,
      blending: THREE.NoBlending,
      uniforms: {
        ...this.inputs,
        traits: this.lookup.traits,
        texelsPerFish: this.lookup.texelsPerFish,
      },
    });
    this.scene = new THREE.Scene();
    this.scene.add(fullscreenTriangle(this.material));
  }

  /** Texels that a fish has in what `read` returns. */
  get texelsPerFish(): number {
    return this.lookup.texelsPerFish.value;
  }

  /** The faces whose frames are wanted: four nodes each, for every species. */
  setFaces(faces: readonly (readonly (readonly number[])[])[]): void {
    const width = Math.max(1, ...faces.map((list) => list.length));
    this.facesTexture.dispose();
    this.facesTexture = floatTexture(width, Math.max(1, faces.length));
    const texels = this.facesTexture.image.data as Float32Array;
    for (const [species, list] of faces.entries()) {
      for (const [face, corners] of list.entries())
        texels.set(corners, (species * width + face) * 4);
    }
    this.facesTexture.needsUpdate = true;
    this.inputs.faces.value = this.facesTexture;
    this.lookup.texelsPerFish.value = poseTexels(width);
    this.makeTarget();
  }

  setTraits(traits: FishTraits): void {
    const fishes = traits.lengths.length;
    const rows = Math.max(1, Math.ceil(fishes / FISHES_PER_ROW));
    if (rows !== this.traitsTexture.image.height) {
      this.traitsTexture.dispose();
      this.traitsTexture = floatTexture(FISHES_PER_ROW, rows);
      this.lookup.traits.value = this.traitsTexture;
    }
    const texels = this.traitsTexture.image.data as Float32Array;
    for (let fish = 0; fish < fishes; fish++) {
      texels[fish * 4] = traits.lengths[fish] ?? 0;
      texels[fish * 4 + 1] = traits.seeds[fish] ?? 0;
      texels[fish * 4 + 2] = traits.species[fish] ?? 0;
    }
    this.traitsTexture.needsUpdate = true;
  }

  render(renderer: THREE.WebGLRenderer, { from, to, alpha }: Pair<SnapshotFrame>): void {
    this.fit(to.capacity);
    const source = this.slotOf(from, to);
    const goal = this.slotOf(to, from);
    const { inputs } = this;
    inputs.recordsFrom.value = source.records;
    inputs.nodesFrom.value = source.nodes;
    inputs.recordsTo.value = goal.records;
    inputs.nodesTo.value = goal.nodes;
    inputs.extentFrom.value = from.extent;
    inputs.extentTo.value = to.extent;
    inputs.alpha.value = alpha;
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(before);
  }

  /** What the GPU computed, for tests: page coordinates, `texelsPerFish` x 4 floats a fish. */
  async read(renderer: THREE.WebGLRenderer, fishes: number): Promise<Float32Array> {
    const { width, height } = this.target;
    const bits = new Uint32Array(width * height * 4);
    await renderer.readRenderTargetPixelsAsync(this.target, 0, 0, width, height, bits);
    return new Float32Array(bits.buffer, 0, fishes * this.texelsPerFish * 4);
  }

  dispose(): void {
    for (const slot of this.slots) slot.dispose();
    this.traitsTexture.dispose();
    this.facesTexture.dispose();
    this.target.dispose();
    this.material.dispose();
  }

  /** The slot that holds `frame`; otherwise it goes where `other` is not. */
  private slotOf(frame: SnapshotFrame, other: SnapshotFrame): SnapshotTextures {
    const [first, second] = this.slots;
    if (first.frame === frame) return first;
    if (second.frame === frame) return second;
    const free = first.frame === other ? second : first;
    free.upload(frame);
    return free;
  }

  private fit(capacity: number): void {
    if (capacity === this.capacity) return;
    this.capacity = capacity;
    const rows = capacity / FISHES_PER_ROW;
    for (const slot of this.slots) slot.dispose();
    this.slots = [new SnapshotTextures(rows), new SnapshotTextures(rows)];
    this.makeTarget();
  }

  private makeTarget(): void {
    this.target.dispose();
    this.target = poseTarget(this.texelsPerFish, this.capacity / FISHES_PER_ROW);
    this.lookup.poses.value = this.target.texture;
  }
}

function integerTexture(
  width: number,
  rows: number,
  type: THREE.TextureDataType,
  internalFormat: THREE.PixelFormatGPU,
): THREE.DataTexture {
  const texture = new THREE.DataTexture(null, width, rows, THREE.RGBAIntegerFormat, type);
  texture.internalFormat = internalFormat;
  texture.unpackAlignment = 8;
  return texture;
}

function floatTexture(width: number, rows: number): THREE.DataTexture {
  const data = new Float32Array(width * rows * 4);
  return new THREE.DataTexture(data, width, rows, THREE.RGBAFormat, THREE.FloatType);
}

/** Unsigned integers, because only those can be rendered with 32 bits on every WebGL 2. */
function poseTarget(texels: number, rows: number): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(FISHES_PER_ROW * texels, rows, {
    format: THREE.RGBAIntegerFormat,
    type: THREE.UnsignedIntType,
    internalFormat: "RGBA32UI",
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
    depthBuffer: false,
  });
}
