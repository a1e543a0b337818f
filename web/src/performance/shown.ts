/** What is drawn of a performance at a time: between two frames, laid out as textures want it. */
import {
  COORDINATES,
  FLAG_FALLEN,
  FLAG_LEFT_HOLDS,
  FLAG_RIGHT_HOLDS,
  FLAG_RISING,
  type PartInfo,
  type PerformanceHello,
  type PerformerInfo,
  type SceneShown,
} from "../wire/performing.ts";
import type { Pair } from "../wire/timeline.ts";
import { Body, FLOATS } from "./body.ts";
import type { DoubleFrame, PerformanceFrame } from "./frame.ts";

/** How long a hand takes to close [s]. */
const CLOSING = 0.15;

/** A double and its performer, as they are drawn now; places [m], z up. */
export class ShownDouble {
  readonly body: Body;
  /** (bones, 8): place, 0, turn (x, y, z, w). */
  readonly transforms: Float32Array<ArrayBuffer>;
  /** The same of the performer. */
  readonly ghost: Float32Array<ArrayBuffer>;
  /** Centres of mass. */
  readonly centre = new Float32Array(3);
  readonly performed = new Float32Array(3);
  /** Where the pelvis is, and where it faces [rad]. */
  readonly place = new Float32Array(3);
  heading = 0;
  /** How far parts are apart on average from the performer's [m]. */
  apart = 0;
  balance = 1;
  /** How high the ground beneath it is [m]. */
  ground = 0;
  fallen = false;
  rising = false;
  /** Of the support polygon, two numbers each. */
  corners: Float32Array = new Float32Array(0);
  private readonly turns: readonly number[];
  private readonly parts: number;
  private readonly closed: [number, number] = [0, 0];
  private readonly mixed = new Float32Array(COORDINATES);

  constructor({ parts, segments }: PerformanceHello, who: PerformerInfo) {
    this.body = new Body(parts, segments, who);
    this.parts = parts.length;
    this.turns = turnsOf(parts);
    this.transforms = new Float32Array(FLOATS * this.body.bones);
    this.ghost = new Float32Array(FLOATS * this.body.bones);
  }

  /** `seconds`: since it was shown last. */
  show(from: DoubleFrame, to: DoubleFrame, alpha: number, seconds: number): void {
    const holds = [to.flags & FLAG_LEFT_HOLDS, to.flags & FLAG_RIGHT_HOLDS];
    for (const hand of [0, 1] as const) {
      const step = (holds[hand] ? seconds : -seconds) / CLOSING;
      this.closed[hand] = Math.min(1, Math.max(0, this.closed[hand] + step));
    }
    this.mix(from.performer, to.performer, alpha);
    this.body.drape(this.mixed, [0, 0], this.ghost);
    const performed = Array.from({ length: this.parts }, (_, part) => this.body.jointOf(part));
    this.mix(from.coordinates, to.coordinates, alpha);
    this.body.drape(this.mixed, this.closed, this.transforms);
    let apart = 0;
    performed.forEach(([x, y, z], part) => {
      const [a, b, c] = this.body.jointOf(part);
      apart += Math.hypot(a - x, b - y, c - z) / this.parts;
    });
    this.apart = apart;
    this.place.set(this.mixed.subarray(0, 3));
    const [w = 1, x = 0, y = 0, z = 0] = this.mixed.subarray(3, 7);
    this.heading = Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
    for (let axis = 0; axis < 3; axis++) {
      this.centre[axis] = between(from.centres, to.centres, axis, alpha);
      this.performed[axis] = between(from.centres, to.centres, 3 + axis, alpha);
    }
    this.balance = from.balance + alpha * (to.balance - from.balance);
    this.ground = from.ground + alpha * (to.ground - from.ground);
    this.fallen = (to.flags & FLAG_FALLEN) !== 0;
    this.rising = (to.flags & FLAG_RISING) !== 0;
    this.corners = to.corners;
  }

  private mix(from: Float32Array, to: Float32Array, alpha: number): void {
    const { mixed } = this;
    for (let k = 0; k < COORDINATES; k++) mixed[k] = between(from, to, k, alpha);
    for (const at of this.turns) {
      let near = 0;
      for (let k = at; k < at + 4; k++) near += (from[k] ?? 0) * (to[k] ?? 0);
      if (near >= 0) continue;
      for (let k = at; k < at + 4; k++) {
        mixed[k] = (1 - alpha) * (from[k] ?? 0) - alpha * (to[k] ?? 0);
      }
    }
  }
}

/** All of a scene. */
export class Shown {
  readonly scene: SceneShown;
  readonly doubles: readonly ShownDouble[];
  /** Of props that move, in the scene's order: place and turn (w, x, y, z), seven numbers each. */
  readonly props: Float32Array<ArrayBuffer>;
  seconds = 0;

  constructor(hello: PerformanceHello, scene: SceneShown) {
    this.scene = scene;
    this.doubles = scene.performers.map((who) => new ShownDouble(hello, who));
    this.props = new Float32Array(7 * scene.props.filter(({ moves }) => moves).length);
  }

  /** `elapsed`: since it was shown last [s]. */
  show({ from, to, alpha }: Pair<PerformanceFrame>, elapsed: number): void {
    this.seconds = from.seconds + alpha * (to.seconds - from.seconds);
    this.doubles.forEach((double, k) => {
      const [one, two] = [from.doubles[k], to.doubles[k]];
      if (one && two) double.show(one, two, alpha, elapsed);
    });
    if (from.props.length !== this.props.length || to.props.length !== this.props.length) return;
    for (let at = 0; at < this.props.length; at += 7) this.mixProp(from.props, to.props, at, alpha);
  }

  private mixProp(from: Float32Array, to: Float32Array, at: number, alpha: number): void {
    let near = 0;
    for (let k = at + 3; k < at + 7; k++) near += (from[k] ?? 0) * (to[k] ?? 0);
    const towards = near < 0 ? -alpha : alpha;
    for (let k = at; k < at + 3; k++) this.props[k] = between(from, to, k, alpha);
    let length = 0;
    for (let k = at + 3; k < at + 7; k++) {
      const turn = (1 - alpha) * (from[k] ?? 0) + towards * (to[k] ?? 0);
      this.props[k] = turn;
      length += turn * turn;
    }
    const scale = 1 / (Math.sqrt(length) || 1);
    for (let k = at + 3; k < at + 7; k++) this.props[k] = (this.props[k] ?? 0) * scale;
  }
}

/** Where quaternions begin among the coordinates. */
function turnsOf(parts: readonly PartInfo[]): number[] {
  const found = [3];
  let at = 7;
  for (const { hinge } of parts.slice(1)) {
    if (!hinge) found.push(at);
    at += hinge ? 1 : 4;
  }
  return found;
}

function between(from: Float32Array, to: Float32Array, k: number, alpha: number): number {
  const one = from[k] ?? 0;
  return one + alpha * ((to[k] ?? 0) - one);
}
