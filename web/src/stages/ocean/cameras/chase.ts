/** Behind a fish, on springs: it turns, and the camera swings around after it. */
import * as THREE from "three";
import type { Followed } from "./fish.ts";
import type { CameraPose } from "./pose.ts";
import { Spring, Spring3 } from "./spring.ts";
import type { Water } from "./water.ts";

/** How it follows: half-lives of turns and of the place [s]; beats of the tail must not shake it. */
export const CHASING = { turn: 0.32, place: 0.09, room: 0.4 } as const;
/** Behind the fish and above it [L]. */
const BEHIND = { closest: 1.2, usual: 2.6, farthest: 12 } as const;
const ABOVE = 0.55;
/** The camera climbs with its fish, but less steeply. */
const CLIMBING = 0.6;
/** A fish that leaps is out of the picture's middle by at most so much [L]. */
const FARTHEST_OFF = 1;
const STEEPEST_LOOK = 1.1;

export class ChaseCamera {
  private readonly course = new Spring();
  private readonly climb = new Spring();
  private readonly anchor = new Spring3();
  /** How much of the distance there is room for, 0 to 1. */
  private room = 1;
  private distance: number = BEHIND.usual;

  /** Goes behind another fish at once. */
  start({ place, ahead }: Followed): void {
    this.course.rest(courseOf(ahead));
    this.climb.rest(climbOf(ahead));
    this.anchor.rest(place);
    this.room = 1;
  }

  zoom(factor: number): void {
    const distance = this.distance / factor;
    this.distance = Math.min(BEHIND.farthest, Math.max(BEHIND.closest, distance));
  }

  /** `look`: how far one looks around, aside and up [rad]. */
  update(
    { place, ahead, length }: Followed,
    look: { aside: number; up: number },
    water: Water,
    seconds: number,
  ): CameraPose {
    this.course.turn(courseOf(ahead), CHASING.turn, seconds);
    this.climb.follow(climbOf(ahead), CHASING.turn, seconds);
    this.anchor.follow(place, CHASING.place, seconds);
    const off = this.anchor.value
      .clone()
      .sub(place)
      .clampLength(0, FARTHEST_OFF * length);
    const target = this.anchor.value.copy(place).add(off).clone();

    const course = this.course.value + look.aside;
    const climb = Math.min(
      STEEPEST_LOOK,
      Math.max(-STEEPEST_LOOK, this.climb.value * CLIMBING + look.up),
    );
    const behind = new THREE.Vector3(
      -Math.cos(climb) * Math.sin(course),
      -Math.sin(climb),
      -Math.cos(climb) * Math.cos(course),
    ).multiplyScalar(this.distance * length);
    behind.y += ABOVE * length;
    const clear = water.clearShare(target, behind.clone().add(target));
    // Rock is there at once; room behind it is taken again gently.
    const share = 1 - 0.5 ** (seconds / CHASING.room);
    this.room = clear < this.room ? clear : this.room + (clear - this.room) * share;
    const position = behind.multiplyScalar(this.room).add(target);
    water.keepIn(position);
    return { position, quaternion: lookingAt(position, target, ahead), field: null };
  }
}

/** Where nothing is between, the camera looks along its fish. */
function lookingAt(
  position: THREE.Vector3,
  target: THREE.Vector3,
  ahead: THREE.Vector3,
): THREE.Quaternion {
  const near = position.distanceToSquared(target) < 1e-6;
  const at = near ? target.clone().add(ahead) : target;
  const turn = new THREE.Matrix4().lookAt(position, at, new THREE.Vector3(0, 1, 0));
  return new THREE.Quaternion().setFromRotationMatrix(turn);
}

function courseOf({ x, z }: THREE.Vector3): number {
  return Math.atan2(x, z);
}

function climbOf({ y }: THREE.Vector3): number {
  return Math.asin(Math.min(1, Math.max(-1, y)));
}
