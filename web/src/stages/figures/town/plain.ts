/** Materials of what has one colour a vertex, and of what only casts a shadow. */
import * as THREE from "three";
import { DAYLIGHT, VIEW } from "../daylight.glsl.ts";
import type { Daylight } from "../daylight.ts";

const PLAIN_VERTEX = /* glsl */ `
${VIEW}
in vec3 position, normal, colour;
out vec3 place, facing, paint;
void main() {
  place = position;
  facing = normal;
  paint = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

const PLAIN_FRAGMENT = /* glsl */ `
${DAYLIGHT}
in vec3 place, facing, paint;
out vec4 pixel;
void main() {
  vec3 n = normalize(facing);
  float open = 0.55 + 0.45 * smoothstep(0.0, 0.6, place.z);
  pixel = vec4(finished(throughAir(lit(paint, place, n, open), place)), 1.0);
}
`;

const SHADOW_VERTEX = /* glsl */ `
${VIEW}
in vec3 position;
void main() {
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

export const SHADOW_FRAGMENT = /* glsl */ `
precision highp float;
out vec4 pixel;
void main() {
  pixel = vec4(1.0);
}
`;

export function plainMaterial(daylight: Daylight): THREE.RawShaderMaterial {
  return daylight.material(PLAIN_VERTEX, PLAIN_FRAGMENT);
}

/** Casts what a mesh of plain places casts. */
export function shadowMaterial(vertexShader = SHADOW_VERTEX): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader: SHADOW_FRAGMENT,
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
