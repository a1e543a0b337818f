import type * as THREE from "three";

/** Where a camera is, how it is turned, and its vertical field [degrees]; null for the usual one. */
export interface CameraPose {
  position: THREE.Vector3;
  quaternion: THREE.Quaternion;
  field: number | null;
}
