/** Who is meant by a click, and which place on the ground. */
import * as THREE from "three";
import { FLOATS_PER_SEGMENT, type LevelCrowd } from "../../figures/crowd.ts";
import { distanceToSegment } from "../ocean/pick.ts";
import { hitBox } from "./rays.ts";
import type { House } from "./town/plan.ts";

/** How far beside somebody one may click [pixels], and how wide people are [m]. */
const MERCY_PIXELS = 7;
const HALF_WIDTH = 0.22;

/** Segments that a body is spanned by, by level: head, trunk, feet. */
export interface Landmarks {
  head: number;
  feet: readonly [number, number];
}

export function landmarksOf(segments: readonly string[]): Landmarks {
  const find = (name: string) => Math.max(0, segments.indexOf(name));
  return { head: find("head"), feet: [find("left foot"), find("right foot")] };
}

interface Screen {
  width: number;
  height: number;
}

/** The id of the nearest one under a place of the picture [pixels]. */
export function pickFigure(
  crowd: readonly LevelCrowd[],
  landmarks: readonly Landmarks[],
  camera: THREE.PerspectiveCamera,
  screen: Screen,
  x: number,
  y: number,
  isHidden: (place: THREE.Vector3) => boolean,
): number | null {
  const place = new THREE.Vector3();
  const perMetre = screen.height / (2 * Math.tan((camera.fov * Math.PI) / 360));
  let best: number | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const { level, count, bones, transforms, ids } of crowd) {
    const marks = landmarks[level];
    for (let row = 0; marks && row < count; row++) {
      const at = (segment: number) => {
        const start = (row * bones + segment) * FLOATS_PER_SEGMENT;
        return place.fromArray(transforms, start);
      };
      const far = at(0).distanceTo(camera.position);
      if (far >= nearest || isHidden(place)) continue;
      const dot = (segment: number) => {
        const seen = at(segment).project(camera);
        const behind = seen.z > 1;
        return {
          x: behind ? -1e6 : (seen.x * 0.5 + 0.5) * screen.width,
          y: (0.5 - seen.y * 0.5) * screen.height,
        };
      };
      const trunk = dot(0);
      const reach = MERCY_PIXELS + (HALF_WIDTH * perMetre) / far;
      const limbs = [marks.head, ...marks.feet];
      if (limbs.some((limb) => distanceToSegment(x, y, trunk, dot(limb)) <= reach)) {
        best = ids[row] ?? null;
        nearest = far;
      }
    }
  }
  return best;
}

/** Where a ray from the camera meets the ground [m]; null where it meets a house, or the sky. */
export function groundAt(
  camera: THREE.PerspectiveCamera,
  houses: readonly House[],
  { width, height }: Screen,
  x: number,
  y: number,
): [number, number] | null {
  const way = new THREE.Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5)
    .unproject(camera)
    .sub(camera.position)
    .normalize();
  if (way.z > -1e-3) return null;
  const far = -camera.position.z / way.z;
  const stopped = houses.some(({ low, high, height: top }) => {
    const hit = hitBox(camera.position, way, [...low, 0], [...high, top]);
    return hit !== null && hit < far;
  });
  if (stopped) return null;
  return [camera.position.x + far * way.x, camera.position.y + far * way.y];
}
