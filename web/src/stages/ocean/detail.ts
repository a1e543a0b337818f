/** Shaders leave out what is small where a processor draws, until somebody asks for all of it. */
import * as THREE from "three";

/** What materials of the sea define for their shaders; all share this one. */
export const detail: Record<string, number> = {};

export function leaveOutDetail(): void {
  detail.FRUGAL = 1;
}

/** For everything that scenes show, and for what is made later. */
export function drawDetail(...scenes: readonly THREE.Object3D[]): void {
  delete detail.FRUGAL;
  for (const scene of scenes) {
    scene.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      const material: THREE.Material = object.material;
      if (material instanceof THREE.RawShaderMaterial && material.defines === detail) {
        material.needsUpdate = true;
      }
    });
  }
}

export function isFrugal(): boolean {
  return detail.FRUGAL !== undefined;
}
