/** The 12 muscles of one fish, as spindles that swell and glow when they shorten. */
import MUSCLE_FRAGMENT from "shaders/ocean/muscle.frag.glsl";
import MUSCLE_VERTEX from "shaders/ocean/muscle.vert.glsl";
import * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import { MUSCLES_PER_BLOCK } from "../../../wire/messages.ts";

/** A muscle never shortens by more than this share of its length. */
export const DEEPEST = shaderConstant("DEEPEST");
const ALONG = 14;
const AROUND = 12;

export class Muscles {
  readonly object: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
  private readonly row = { value: 0 };

  constructor(uniforms: Record<string, THREE.IUniform>) {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: MUSCLE_VERTEX,
      fragmentShader: MUSCLE_FRAGMENT,
      side: THREE.DoubleSide,
      uniforms: { ...uniforms, row: this.row },
    });
    this.object = new THREE.Mesh(spindle(), material);
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  show(row: number | null): void {
    this.object.visible = row !== null;
    this.row.value = row ?? 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}

/** A tube of (share of the way, angle) that the shader gives its shape. */
function spindle(): THREE.InstancedBufferGeometry {
  const places: number[] = [];
  const index: number[] = [];
  for (let i = 0; i <= ALONG; i++) {
    for (let j = 0; j <= AROUND; j++) places.push(i / ALONG, (j / AROUND) * 2 * Math.PI, 0);
  }
  for (let i = 0; i < ALONG; i++) {
    for (let j = 0; j < AROUND; j++) {
      const a = i * (AROUND + 1) + j;
      const b = a + AROUND + 1;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(places), 3));
  geometry.setIndex(index);
  geometry.instanceCount = MUSCLES_PER_BLOCK;
  return geometry;
}
