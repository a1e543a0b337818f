/** How the eyes of a fish look: the twin of motorium/senses/eyes.py, in page coordinates. Pure. */
import * as THREE from "three";
import { ASPECT, CROSSING, FARTHEST, NEAREST, UPWARDS } from "../../../wire/eyes.ts";
import type { Eyes } from "../cameras/fish.ts";

export type EyePair = readonly [THREE.PerspectiveCamera, THREE.PerspectiveCamera];

/** A left and a right eye. */
export function eyePair(): EyePair {
  const eye = () =>
    new THREE.PerspectiveCamera((UPWARDS * 180) / Math.PI, ASPECT, NEAREST, FARTHEST);
  return [eye(), eye()];
}

/** `up`: of the body's frame; `aside`: of an eye from the middle [L]; pan left, tilt up [rad]. */
export function turnEyes(
  pair: EyePair,
  { place, ahead }: Eyes,
  up: THREE.Vector3,
  { aside, length, pan, tilt }: { aside: number; length: number; pan: number; tilt: number },
): void {
  const left = new THREE.Vector3().crossVectors(up, ahead).normalize();
  const upwards = new THREE.Vector3().crossVectors(ahead, left);
  const inwards = Math.atan2(aside, CROSSING);
  for (const [k, eye] of pair.entries()) {
    const side = k === 0 ? 1 : -1;
    const turn = pan - side * inwards;
    const away = ahead.clone().multiplyScalar(-Math.sin(turn));
    const across = left.clone().multiplyScalar(Math.cos(turn)).add(away);
    const level = ahead
      .clone()
      .multiplyScalar(Math.cos(turn))
      .addScaledVector(left, Math.sin(turn));
    const gaze = level
      .clone()
      .multiplyScalar(Math.cos(tilt))
      .addScaledVector(upwards, Math.sin(tilt));
    const top = upwards
      .clone()
      .multiplyScalar(Math.cos(tilt))
      .addScaledVector(level, -Math.sin(tilt));
    eye.position.copy(place).addScaledVector(left, side * aside * length);
    const axes = new THREE.Matrix4().makeBasis(across.negate(), top, gaze.negate());
    eye.quaternion.setFromRotationMatrix(axes);
    eye.updateMatrixWorld();
  }
}
