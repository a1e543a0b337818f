/** Out of the eyes of a fish. */
import * as THREE from "three";
import type { Eyes } from "./fish.ts";
import type { CameraPose } from "./pose.ts";
import { Spring3 } from "./spring.ts";

/**
 * A fish sees 300 degrees around (Tu 1999), which no flat picture can show: so much
 * of it at a time [rad], and the rest by turning one's head.
 */
const SEEN = (300 / 180) * Math.PI;
const ACROSS = (100 / 180) * Math.PI;
const MOST_ASIDE = (SEEN - ACROSS) / 2;
const MOST_UP = 0.7;
/** On a high screen the picture is not as wide, for it may be no higher than this [rad]. */
const HIGHEST = (100 / 180) * Math.PI;
/** A head swings with every beat: what is seen follows it by so much [s], calmly much more. */
const HALF_LIFE = 0.14;
const CALM_HALF_LIFE = 0.5;
const UP = new THREE.Vector3(0, 1, 0);

/** The whole vertical angle of a wide camera [degrees]. */
export function wideField(aspect: number): number {
  const field = 2 * Math.atan(Math.tan(ACROSS / 2) / aspect);
  return (Math.min(HIGHEST, field) * 180) / Math.PI;
}

export class RideCamera {
  private readonly ahead = new Spring3();
  private readonly up = new Spring3();

  start(ahead: THREE.Vector3, up: THREE.Vector3): void {
    this.ahead.rest(ahead);
    this.up.rest(up);
  }

  /** `calm`: the horizon stays level, and the head's swinging is hardly seen. */
  update(
    { place, ahead }: Eyes,
    up: THREE.Vector3,
    look: { aside: number; up: number },
    { aspect, calm, seconds }: { aspect: number; calm: boolean; seconds: number },
  ): CameraPose {
    const halfLife = calm ? CALM_HALF_LIFE : HALF_LIFE;
    this.ahead.follow(ahead, halfLife, seconds);
    this.up.follow(calm ? UP : up, halfLife, seconds);
    const turn = new THREE.Matrix4().lookAt(new THREE.Vector3(), this.ahead.value, this.up.value);
    const head = new THREE.Euler(
      Math.min(MOST_UP, Math.max(-MOST_UP, look.up)),
      Math.min(MOST_ASIDE, Math.max(-MOST_ASIDE, look.aside)),
      0,
      "YXZ",
    );
    const quaternion = new THREE.Quaternion()
      .setFromRotationMatrix(turn)
      .multiply(new THREE.Quaternion().setFromEuler(head));
    return { position: place.clone(), quaternion, field: wideField(aspect) };
  }
}
