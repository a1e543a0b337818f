/** Two cameras for two eyes: parallel, with pictures that meet at a distance. Pure, for tests. */
import * as THREE from "three";

export interface TwoEyes {
  /** [m] */
  apart: number;
  /** Where a place is at the same place in both pictures [m]. */
  zero: number;
}

export type Pair = readonly [THREE.PerspectiveCamera, THREE.PerspectiveCamera];

export function cameraPair(): Pair {
  return [new THREE.PerspectiveCamera(), new THREE.PerspectiveCamera()];
}

/**
 * A left and a right eye beside a camera. Both look straight ahead; their pictures are cut off
 * asymmetrically. Turned towards each other they would shift places up and down at the edges.
 */
export function standBeside(
  pair: Pair,
  middle: THREE.PerspectiveCamera,
  { apart, zero }: TwoEyes,
): void {
  const right = new THREE.Vector3().setFromMatrixColumn(middle.matrixWorld, 0);
  for (const [k, eye] of pair.entries()) {
    const aside = (k === 0 ? -0.5 : 0.5) * apart;
    eye.copy(middle, false);
    eye.position.addScaledVector(right, aside);
    eye.updateMatrixWorld();
    const numbers = eye.projectionMatrix.elements;
    numbers[8] = (numbers[8] as number) - ((numbers[0] as number) * aside) / zero;
    eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
  }
}

/**
 * How much farther to the left the right eye sees what is so far ahead [pixels], in a picture so
 * many pixels wide of a camera so many times as wide as high.
 */
export function parallax(
  { apart, zero }: TwoEyes,
  distance: number,
  { fov, aspect }: THREE.PerspectiveCamera,
  width: number,
): number {
  const focal = width / (2 * Math.tan((fov * Math.PI) / 360) * aspect);
  return focal * apart * (1 / distance - 1 / zero);
}
