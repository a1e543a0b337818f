/** What is drawn for an audience at a time: between two samples, laid out as textures want it. */
import { Body, FLOATS, PART_FLOATS } from "../performance/body.ts";
import type { PerformanceHello, PerformerInfo, SceneShown } from "../wire/performing.ts";
import type { Pair } from "../wire/timeline.ts";
import { BODY_NUMBERS, type Sample } from "./packets.ts";

/** A sample as the timeline wants it: frames since the scene began, and the revision. */
export interface TimedSample extends Sample {
  tick: number;
  roster: number;
}

type Bodies = Float64Array | undefined;

/** Somebody on the stage, as he is drawn now; places [m], z up. */
export class WatchedDouble {
  readonly object: string;
  /** (bones, 8): place, 0, turn (x, y, z, w). */
  readonly transforms: Float32Array<ArrayBuffer>;
  /** Place and turn (w, x, y, z) of each part, seven numbers; the pelvis is the first. */
  readonly parts: Float64Array<ArrayBuffer>;
  private readonly body: Body;

  constructor({ parts, segments }: PerformanceHello, who: PerformerInfo) {
    this.object = who.object;
    this.body = new Body(parts, segments, who);
    this.parts = new Float64Array(PART_FLOATS * parts.length);
    this.transforms = new Float32Array(FLOATS * this.body.bones);
  }

  get place(): Float64Array {
    return this.parts.subarray(0, 3);
  }

  show(from: Bodies, to: Bodies, alpha: number): void {
    if (mixBodies(from, to, alpha, this.parts)) this.body.drapeParts(this.parts, this.transforms);
  }
}

/** All of a scene. */
export class Watched {
  readonly scene: SceneShown;
  readonly doubles: readonly WatchedDouble[];
  /** Of props that move, in the scene's order: place and turn (w, x, y, z), seven numbers each. */
  readonly props: Float32Array<ArrayBuffer>;
  seconds = 0;
  /** How far the two samples are apart that this lies between [s]. */
  apart = 0;
  private readonly moving: readonly string[];

  constructor(hello: PerformanceHello, scene: SceneShown) {
    this.scene = scene;
    this.doubles = scene.performers.map((who) => new WatchedDouble(hello, who));
    const moving = scene.props.filter(({ object }) => object !== null);
    this.moving = moving.map(({ object }) => object as string);
    this.props = Float32Array.from(moving.flatMap(({ at, turn }) => [...at, ...turn]));
  }

  show({ from, to, alpha }: Pair<TimedSample>): void {
    this.seconds = from.seconds + alpha * (to.seconds - from.seconds);
    this.apart = to.seconds - from.seconds;
    for (const double of this.doubles) {
      double.show(from.objects.get(double.object), to.objects.get(double.object), alpha);
    }
    this.moving.forEach((name, k) => {
      const own = this.props.subarray(BODY_NUMBERS * k, BODY_NUMBERS * (k + 1));
      mixBodies(from.objects.get(name), to.objects.get(name), alpha, own);
    });
  }
}

/** Between two times, each turn the short way; whether all of it was told. */
export function mixBodies(
  from: Bodies,
  to: Bodies,
  alpha: number,
  out: Float64Array | Float32Array,
): boolean {
  if (from?.length !== out.length || to?.length !== out.length) return false;
  for (let at = 0; at < out.length; at += BODY_NUMBERS) {
    let near = 0;
    for (let k = at + 3; k < at + 7; k++) near += get(from, k) * get(to, k);
    const towards = near < 0 ? -alpha : alpha;
    for (let k = at; k < at + 3; k++) out[k] = (1 - alpha) * get(from, k) + alpha * get(to, k);
    let length = 0;
    for (let k = at + 3; k < at + 7; k++) {
      const turn = (1 - alpha) * get(from, k) + towards * get(to, k);
      out[k] = turn;
      length += turn * turn;
    }
    const scale = 1 / (Math.sqrt(length) || 1);
    for (let k = at + 3; k < at + 7; k++) out[k] = scale * (out[k] ?? 0);
  }
  return true;
}

function get(array: Float64Array, at: number): number {
  return array[at] as number;
}
