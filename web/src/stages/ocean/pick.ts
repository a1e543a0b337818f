/** Which fish is meant by a click, or by looking at it. */
import * as THREE from "three";
import { isShown, nodeBetween, positionOf, type Vector } from "../../wire/decode.ts";
import type { SnapshotFrame } from "../../wire/frame.ts";
import type { Pair } from "../../wire/timeline.ts";

/** A press that moves farther [pixels] or lasts longer [ms] turns the view and picks nothing. */
const STILL_PIXELS = 5;
const SHORT_MS = 450;
/** How far beside a fish one may click [pixels], and [L]. */
const MERCY_PIXELS = 8;
const HALF_HEIGHT = 0.1;

/** Calls `clicked` with the place on the canvas [CSS pixels]; returns how to stop. */
export function watchClicks(
  canvas: HTMLElement,
  clicked: (x: number, y: number) => void,
): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let pressed: { x: number; y: number; at: number } | null = null;
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      pressed =
        event.isPrimary && event.button === 0 && !event.shiftKey
          ? { x: event.offsetX, y: event.offsetY, at: event.timeStamp }
          : null;
    },
    options,
  );
  canvas.addEventListener(
    "pointerup",
    (event) => {
      const from = pressed;
      pressed = null;
      if (!from || !event.isPrimary || event.timeStamp - from.at > SHORT_MS) return;
      const { offsetX: x, offsetY: y } = event;
      if (Math.hypot(x - from.x, y - from.y) <= STILL_PIXELS) clicked(x, y);
    },
    options,
  );
  return () => listening.abort();
}

/** The row of the nearest fish under a place on the canvas. */
export function pickFish(
  pair: Pair<SnapshotFrame>,
  lengths: readonly number[],
  camera: THREE.Camera,
  { clientWidth, clientHeight }: HTMLElement,
  x: number,
  y: number,
): number | null {
  const onScreen = (place: Vector) => {
    const seen = new THREE.Vector3(place[0], place[2], -place[1]).project(camera);
    return {
      x: (seen.x * 0.5 + 0.5) * clientWidth,
      y: (0.5 - seen.y * 0.5) * clientHeight,
      depth: seen.z,
    };
  };
  let best: number | null = null;
  let nearest = 1;
  for (let row = 0; row < pair.to.count; row++) {
    if (!isShown(pair, row)) continue;
    const length = lengths[row] ?? 0;
    const place = (node: number) => onScreen(nodeBetween(pair, row, node, length));
    const nose = place(0);
    const tail = place(21);
    if (nose.depth >= nearest || nose.depth < -1) continue;
    // As wide as the fish is there: it is seen from ahead, too.
    const wide = Math.hypot(place(5).x - place(7).x, place(5).y - place(7).y) / 2;
    const long = Math.hypot(tail.x - nose.x, tail.y - nose.y);
    const reach = MERCY_PIXELS + Math.max(HALF_HEIGHT * long, wide);
    if (distanceToSegment(x, y, nose, tail) <= reach) {
      best = row;
      nearest = nose.depth;
    }
  }
  return best;
}

/** The id of the fish that is nearest to a place in page coordinates. */
export function nearestFish(
  pair: Pair<SnapshotFrame> | null,
  ids: readonly number[],
  focus: THREE.Vector3,
): number | null {
  let best: number | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (let row = 0; pair && row < pair.to.count; row++) {
    const [x, y, z] = positionOf(pair.to, row);
    const distance = Math.hypot(x - focus.x, z - focus.y, -y - focus.z);
    if (distance < nearest) {
      nearest = distance;
      best = ids[row] ?? null;
    }
  }
  return best;
}

/** The id of the fish that is nearest to the middle of the screen; null where none is on it. */
export function middleFish(
  pair: Pair<SnapshotFrame> | null,
  ids: readonly number[],
  camera: THREE.PerspectiveCamera,
): number | null {
  let best: number | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (let row = 0; pair && row < pair.to.count; row++) {
    if (!isShown(pair, row)) continue;
    const [x, y, z] = positionOf(pair.to, row);
    const seen = new THREE.Vector3(x, z, -y).project(camera);
    const off = Math.hypot(seen.x * camera.aspect, seen.y);
    const onScreen = Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z)) <= 1;
    if (!onScreen || off >= nearest) continue;
    nearest = off;
    best = ids[row] ?? null;
  }
  return best;
}

interface Point {
  x: number;
  y: number;
}

export function distanceToSegment(x: number, y: number, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const share = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, share));
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}
