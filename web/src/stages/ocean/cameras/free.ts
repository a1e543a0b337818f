/** A camera that flies through the water. */
import * as THREE from "three";
import type { CameraControls } from "../../../cameras/controls.ts";
import type { CameraPose } from "./pose.ts";
import { Spring3 } from "./spring.ts";
import type { Water } from "./water.ts";

/** Of a key that is held [rad/s]. */
export const LOOKING = 1.3;
const STEEPEST = 1.5;
/** Of getting going and coming to rest [s]. */
const HALF_LIFE = 0.1;
/** From the middle of the world [m]. */
const FARTHEST = 100;

export class FreeCamera {
  private readonly place = new THREE.Vector3();
  private readonly velocity = new Spring3();
  private azimuth = 0;
  private elevation = 0;

  /** Goes on from where a camera is. */
  start({ position, quaternion }: Pick<CameraPose, "position" | "quaternion">): void {
    const ahead = new THREE.Vector3(0, 0, -1).applyQuaternion(quaternion);
    this.place.copy(position);
    this.azimuth = Math.atan2(-ahead.x, -ahead.z);
    this.elevation = Math.asin(Math.min(1, Math.max(-1, ahead.y)));
    this.velocity.rest(new THREE.Vector3());
  }

  look(aside: number, up: number): void {
    this.azimuth += aside;
    this.elevation = Math.min(STEEPEST, Math.max(-STEEPEST, this.elevation + up));
  }

  update(controls: CameraControls, speed: number, water: Water, seconds: number): CameraPose {
    this.look(
      LOOKING * seconds * controls.between("look-left", "look-right"),
      LOOKING * seconds * controls.between("look-up", "look-down"),
    );
    const quaternion = new THREE.Quaternion().setFromEuler(
      new THREE.Euler(this.elevation, this.azimuth, 0, "YXZ"),
    );
    const wanted = new THREE.Vector3(
      controls.between("right", "left"),
      0,
      controls.between("back", "ahead"),
    ).applyQuaternion(quaternion);
    wanted.y += controls.between("rise", "sink");
    wanted.clampLength(0, 1).multiplyScalar(speed);
    this.velocity.follow(wanted, HALF_LIFE, seconds);
    this.place.addScaledVector(this.velocity.value, seconds).clampLength(0, FARTHEST);
    water.keepIn(this.place);
    return { position: this.place.clone(), quaternion, field: null };
  }
}
