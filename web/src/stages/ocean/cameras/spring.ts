/** Springs that come to rest without swinging: how cameras follow. Pure, for tests. */
import * as THREE from "three";

/** The x at which half is left of a way, (1 + x) exp(-x) = 1/2: natural frequency times half-life. */
const HALF_WAY = 1.678346990016661;

/**
 * One step of a critically damped spring, by its exact solution, so that the pace does not depend
 * on the frame rate; `halfLife` [s]: of the way from rest. Returns value and speed.
 */
export function spring(
  value: number,
  speed: number,
  goal: number,
  halfLife: number,
  seconds: number,
): [value: number, speed: number] {
  const frequency = HALF_WAY / halfLife;
  const off = value - goal;
  const push = speed + off * frequency;
  const kept = Math.exp(-frequency * seconds);
  return [goal + kept * (off + push * seconds), kept * (speed - push * frequency * seconds)];
}

export class Spring {
  value = 0;
  private speed = 0;

  rest(value: number): void {
    this.value = value;
    this.speed = 0;
  }

  follow(goal: number, halfLife: number, seconds: number): void {
    [this.value, this.speed] = spring(this.value, this.speed, goal, halfLife, seconds);
  }

  /** An angle [rad], the short way. */
  turn(goal: number, halfLife: number, seconds: number): void {
    const off = goal - this.value;
    this.follow(this.value + Math.atan2(Math.sin(off), Math.cos(off)), halfLife, seconds);
  }
}

export class Spring3 {
  readonly value = new THREE.Vector3();
  private readonly speed = new THREE.Vector3();

  rest(value: THREE.Vector3): void {
    this.value.copy(value);
    this.speed.set(0, 0, 0);
  }

  follow(goal: THREE.Vector3, halfLife: number, seconds: number): void {
    for (const axis of ["x", "y", "z"] as const) {
      const [value, speed] = spring(
        this.value[axis],
        this.speed[axis],
        goal[axis],
        halfLife,
        seconds,
      );
      this.value[axis] = value;
      this.speed[axis] = speed;
    }
  }
}
