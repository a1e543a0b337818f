/** Two twins side by side: one picture each, from the same side and the same distance. */
import * as THREE from "three";
import { headingOf, mix, positionOf, type Vector } from "../../wire/decode.ts";
import type { SnapshotFrame } from "../../wire/frame.ts";
import type { Comparison } from "../../wire/messages.ts";
import type { Pair } from "../../wire/timeline.ts";
import type { Chased } from "./orbit.ts";
import type { Area } from "./painter.ts";
import { Trails } from "./trails.ts";

/** From where one sees how they begin: aside, a little from behind [rad]. */
const ASIDE = 1.1;

/** Left and right, or above and below where the screen is higher than wide. */
export function halves(width: number, height: number): readonly [Area, Area] {
  if (width >= height) {
    const half = Math.floor(width / 2);
    return [
      { x: 0, y: 0, width: half, height },
      { x: half, y: 0, width: width - half, height },
    ];
  }
  const half = Math.floor(height / 2);
  return [
    { x: 0, y: half, width, height: height - half },
    { x: 0, y: 0, width, height: half },
  ];
}

export class SplitView {
  readonly trails = new Trails();
  private readonly second = new THREE.PerspectiveCamera();
  private seenFrom: number | null = null;
  private places: readonly [Vector, Vector] = [
    [0, 0, 0],
    [0, 0, 0],
  ];

  /** Follows the two; whom the camera has to stay with, or null if they are not there. */
  follow(
    pair: Pair<SnapshotFrame>,
    { muscle, repertoire }: Comparison,
    ids: readonly number[],
    lengths: readonly number[],
  ): Chased | null {
    const rows = [ids.indexOf(muscle), ids.indexOf(repertoire)] as const;
    if (rows.some((row) => row < 0)) return null;
    const { from, to, alpha } = pair;
    const placeOf = (row: number) => mix(positionOf(from, row), positionOf(to, row), alpha);
    this.places = [placeOf(rows[0]), placeOf(rows[1])];
    this.seenFrom ??= headingOf(to, rows[0]) - ASIDE;
    this.trails.add(from.tick + (to.tick - from.tick) * alpha, this.places);
    return {
      place: inPage(this.places[0]),
      heading: this.seenFrom,
      length: lengths[rows[0]] ?? 0.2,
    };
  }

  /** The camera of the second, which looks at it as the first does at its own. */
  beside(camera: THREE.PerspectiveCamera): THREE.PerspectiveCamera {
    this.second.copy(camera, false);
    this.second.position.sub(inPage(this.places[0])).add(inPage(this.places[1]));
    this.second.updateMatrixWorld();
    return this.second;
  }

  /** The next two begin afresh. */
  clear(): void {
    this.seenFrom = null;
    this.trails.clear();
  }

  dispose(): void {
    this.trails.dispose();
  }
}

function inPage([x, y, z]: Vector): THREE.Vector3 {
  return new THREE.Vector3(x, z, -y);
}
