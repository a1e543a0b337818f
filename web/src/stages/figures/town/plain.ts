/** Materials of what has one colour a vertex, and of what only casts a shadow. */
import PLAIN_FRAGMENT from "shaders/figures/plain.frag.glsl";
import PLAIN_VERTEX from "shaders/figures/plain.vert.glsl";
import SHADOW_FRAGMENT from "shaders/figures/shadow.frag.glsl";
import SHADOW_VERTEX from "shaders/figures/shadow.vert.glsl";
import * as THREE from "three";
import type { Daylight } from "../daylight.ts";

export function plainMaterial(daylight: Daylight): THREE.RawShaderMaterial {
  return daylight.material(PLAIN_VERTEX, PLAIN_FRAGMENT);
}

/** Casts what a mesh of plain places casts. */
export function shadowMaterial(
  vertexShader = SHADOW_VERTEX,
  uniforms: Record<string, THREE.IUniform> = {},
): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader: SHADOW_FRAGMENT,
    uniforms,
    side: THREE.DoubleSide,
  });
}

/** In the places where it stands: nothing of it moves as a whole. */
export function still(geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.matrixAutoUpdate = false;
  return mesh;
}
