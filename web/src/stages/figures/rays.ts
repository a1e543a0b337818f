/** Where rays meet boxes. */
import type * as THREE from "three";

/** How far a ray goes before it meets a box; null if it never does, or begins inside. */
export function hitBox(
  from: THREE.Vector3,
  way: THREE.Vector3,
  low: readonly number[],
  high: readonly number[],
): number | null {
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  const start = from.toArray();
  for (const [axis, step] of way.toArray().entries()) {
    const [a, b, at] = [low[axis] ?? 0, high[axis] ?? 0, start[axis] ?? 0];
    if (Math.abs(step) < 1e-9) {
      if (at < a || at > b) return null;
      continue;
    }
    const [one, other] = [(a - at) / step, (b - at) / step];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter < leave && enter > 0 ? enter : null;
}
