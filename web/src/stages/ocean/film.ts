/**
 * The camera of a film: a curve through the shots of a scenario, in time with the world's clock.
 *
 * Between two shots place and target follow a cubic whose slopes are those of a Catmull-Rom curve
 * over uneven times; before the first and after the last the camera rests there.
 */
import * as THREE from "three";
import { mix, positionOf } from "../../wire/decode.ts";
import type { SnapshotFrame } from "../../wire/frame.ts";
import type { Roster, Shot } from "../../wire/messages.ts";
import type { Pair } from "../../wire/timeline.ts";

type Place = readonly [number, number, number];

/** Half of the way to where the middle of a group has jumped to takes so long [s]. */
const MIDDLE_HALF_LIFE = 0.35;

/** A curve through values at increasing times. */
export function curveAt(times: readonly number[], values: readonly Place[], time: number): Place {
  const last = times.length - 1;
  const at = (k: number) => values[Math.min(last, Math.max(0, k))] as Place;
  const when = (k: number) => times[Math.min(last, Math.max(0, k))] as number;
  if (last < 0) return [0, 0, 0];
  if (time <= when(0)) return at(0);
  if (time >= when(last)) return at(last);
  const k = times.findIndex((later) => later > time) - 1;
  const span = when(k + 1) - when(k);
  const t = (time - when(k)) / span;
  // The ends have no slope: a camera starts and stops gently.
  const slope = (j: number, axis: 0 | 1 | 2) =>
    j <= 0 || j >= last ? 0 : (at(j + 1)[axis] - at(j - 1)[axis]) / (when(j + 1) - when(j - 1));
  const along = (axis: 0 | 1 | 2) => {
    const [a, b] = [at(k)[axis], at(k + 1)[axis]];
    const [m, n] = [slope(k, axis) * span, slope(k + 1, axis) * span];
    return (
      (2 * t ** 3 - 3 * t ** 2 + 1) * a +
      (t ** 3 - 2 * t ** 2 + t) * m +
      (3 * t ** 2 - 2 * t ** 3) * b +
      (t ** 3 - t ** 2) * n
    );
  };
  return [along(0), along(1), along(2)];
}

/** The middle of the living of a group, z up [m]; null if there is nobody. */
export function middleOf(
  pair: Pair<SnapshotFrame>,
  groups: readonly number[],
  group: number,
): Place | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (let row = 0; row < pair.to.count; row++) {
    if (groups[row] !== group) continue;
    const place = mix(positionOf(pair.from, row), positionOf(pair.to, row), pair.alpha);
    for (const axis of [0, 1, 2] as const) sum[axis] = (sum[axis] as number) + place[axis];
    count++;
  }
  return count ? (sum.map((part) => part / count) as unknown as Place) : null;
}

export class Film {
  private shots: readonly Shot[] = [];
  /** Of groups, followed a little late: whoever is eaten must not jerk the camera. */
  private readonly middles = new Map<number, THREE.Vector3>();
  private time = 0;

  /** Whether this is another film than before. */
  load(shots: readonly Shot[]): boolean {
    if (JSON.stringify(shots) === JSON.stringify(this.shots)) return false;
    this.shots = shots;
    this.middles.clear();
    return true;
  }

  /** Whether the camera has come to rest at its last shot. */
  isOver(pair: Pair<SnapshotFrame>): boolean {
    return timeOf(pair) >= (this.shots.at(-1)?.at ?? 0);
  }

  /** Where the camera is and what it looks at, page coordinates; `seconds` have passed for it. */
  at(
    pair: Pair<SnapshotFrame>,
    roster: Roster | undefined,
    seconds: number,
  ): { position: THREE.Vector3; target: THREE.Vector3 } | null {
    if (!this.shots.length) return null;
    const time = timeOf(pair);
    if (Math.abs(time - this.time) > 1) this.middles.clear();
    this.time = time;
    this.followGroups(pair, roster?.groups ?? [], seconds);
    const times = this.shots.map((shot) => shot.at);
    const places = this.shots.map((shot) => shot.position);
    const targets = this.shots.map((shot, k) => this.targetOf(shot, k));
    return {
      position: inPage(curveAt(times, places, time)),
      target: inPage(curveAt(times, targets, time)),
    };
  }

  private followGroups(
    pair: Pair<SnapshotFrame>,
    groups: readonly number[],
    seconds: number,
  ): void {
    for (const group of new Set(this.shots.map(({ follow }) => follow))) {
      const now = group === null ? null : middleOf(pair, groups, group);
      if (group === null || !now) continue;
      const goal = new THREE.Vector3(...now);
      const middle = this.middles.get(group);
      if (middle) middle.lerp(goal, 1 - 0.5 ** (seconds / MIDDLE_HALF_LIFE));
      else this.middles.set(group, goal);
    }
  }

  /** Of a group that has not come yet, or is gone, where the shot before or after looks. */
  private targetOf(shot: Shot, k: number): Place {
    if (shot.target) return shot.target;
    const middle = shot.follow === null ? undefined : this.middles.get(shot.follow);
    if (middle) return middle.toArray();
    const fixed = [...this.shots.slice(0, k).reverse(), ...this.shots.slice(k)].find(
      ({ target }) => target,
    );
    return fixed?.target ?? [0, 0, 0];
  }
}

function timeOf({ from, to, alpha }: Pair<SnapshotFrame>): number {
  return from.time + (to.time - from.time) * alpha;
}

function inPage([x, y, z]: Place): THREE.Vector3 {
  return new THREE.Vector3(x, z, -y);
}
