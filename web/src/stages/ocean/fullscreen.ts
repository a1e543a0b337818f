import * as THREE from "three";

export function fullscreenTriangle(material: THREE.Material): THREE.Mesh {
  const geometry = new THREE.BufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
