/** Soft contact shadows below everybody: far from the camera they are all that is cast. */
import BLOB_FRAGMENT from "shaders/figures/blob.frag.glsl";
import BLOB_VERTEX from "shaders/figures/blob.vert.glsl";
import * as THREE from "three";
import { FLOATS_PER_SEGMENT, type LevelCrowd } from "../../../figures/crowd.ts";
import type { IsSeen, Setting } from "./people.ts";

const MOST = 2048;
/** Of somebody who stands [m], and how dark [0 to 1]. */
const WIDTH = 0.27;
const DARKNESS = 0.5;
const SUNK = 0.6;

/** Soft dark capsules on the ground, drawn at once. */
export class Darkness {
  readonly object: THREE.Mesh;
  private readonly most: number;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly lines: THREE.InstancedBufferAttribute;
  private readonly blobs: THREE.InstancedBufferAttribute;
  private count = 0;

  constructor(most: number) {
    this.most = most;
    this.lines = attribute(4, most);
    this.blobs = attribute(3, most);
    const plane = new THREE.PlaneGeometry(2, 2);
    this.geometry.setAttribute("position", plane.getAttribute("position"));
    this.geometry.setIndex(plane.getIndex());
    this.geometry.setAttribute("line", this.lines);
    this.geometry.setAttribute("blob", this.blobs);
    this.geometry.instanceCount = 0;
    this.object = new THREE.Mesh(
      this.geometry,
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: BLOB_VERTEX,
        fragmentShader: BLOB_FRAGMENT,
        transparent: true,
        depthWrite: false,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
  }

  /** Nothing is dark any more. */
  clear(): void {
    this.count = 0;
  }

  /** From a place on the ground to another [m]. */
  add(
    from: readonly [number, number],
    to: readonly [number, number],
    width: number,
    dark: number,
    ground: number,
  ): void {
    if (this.count >= this.most) return;
    this.lines.setXYZW(this.count, ...from, ...to);
    this.blobs.setXYZ(this.count, width, dark, ground);
    this.count++;
  }

  /** To be drawn so. */
  show(): void {
    this.geometry.instanceCount = this.count;
    this.object.visible = this.count > 0;
    this.lines.needsUpdate = this.blobs.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
  }
}

export class Blobs {
  private readonly darkness = new Darkness(MOST);

  get object(): THREE.Mesh {
    return this.darkness.object;
  }

  /** heads: which segment is the head, by level; they lie below it and the trunk. */
  update(
    crowd: readonly LevelCrowd[],
    heads: readonly number[],
    setting: Setting,
    isSeen: IsSeen,
  ): void {
    this.darkness.clear();
    for (const { level, count: rows, bones, transforms, shares } of crowd) {
      for (let row = 0; row < rows; row++) {
        const trunk = row * bones * FLOATS_PER_SEGMENT;
        const head = trunk + (heads[level] ?? 0) * FLOATS_PER_SEGMENT;
        const [x = 0, y = 0, z = 0] = transforms.subarray(trunk, trunk + 3);
        if (!isSeen(x, y, 1)) continue;
        // Who stands leans, but is above his feet; who lies is above all of himself.
        const lying = Math.min(1, Math.max(0, (SUNK - z) / 0.35));
        const dx = lying * ((transforms[head] ?? x) - x);
        const dy = lying * ((transforms[head + 1] ?? y) - y);
        this.darkness.add(
          [x - 0.8 * dx, y - 0.8 * dy],
          [x + dx, y + dy],
          WIDTH + 0.05 * lying,
          (shares[row] ?? 1) * DARKNESS,
          setting.groundHeight(x, y),
        );
      }
    }
    this.darkness.show();
  }

  dispose(): void {
    this.darkness.dispose();
  }
}

function attribute(size: number, most: number): THREE.InstancedBufferAttribute {
  const numbers = new THREE.InstancedBufferAttribute(new Float32Array(size * most), size);
  return numbers.setUsage(THREE.DynamicDrawUsage);
}
