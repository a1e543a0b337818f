import * as THREE from "three";

/** One triangle that covers the screen, at the far plane. */
export const FULLSCREEN_VERTEX = /* glsl */ `
precision highp float;
in vec3 position;
out vec2 onScreen;
void main() {
  onScreen = position.xy;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

export function fullscreenTriangle(material: THREE.Material): THREE.Mesh {
  const geometry = new THREE.BufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
