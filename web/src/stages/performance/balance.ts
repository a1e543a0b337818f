/** How balance is shown: as a colour, and as a polygon that the plumb line is in or not. */
import * as THREE from "three";

/** Out of balance, between, and in balance. */
const STEPS = ["#e0301e", "#f0a81c", "#58b67c"].map((colour) => new THREE.Color(colour));
export const FALLEN = new THREE.Color("#8a0f1c");

/** balance: 0 to 1. */
export function colourOfBalance(
  balance: number,
  fallen: boolean,
  out = new THREE.Color(),
): THREE.Color {
  if (fallen) return out.copy(FALLEN);
  const along = 2 * Math.min(1, Math.max(0, balance));
  const step = Math.min(1, Math.floor(along));
  const [from, to] = [STEPS[step], STEPS[step + 1]] as [THREE.Color, THREE.Color];
  return out.lerpColors(from, to, along - step);
}

/** Whether a place on the floor is in a convex polygon; corners: x, y of each, against the clock. */
export function isInside(corners: ArrayLike<number>, x: number, y: number): boolean {
  const count = corners.length / 2;
  if (count < 3) return false;
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    const [ax, ay] = [corners[2 * k] ?? 0, corners[2 * k + 1] ?? 0];
    const [bx, by] = [corners[2 * next] ?? 0, corners[2 * next + 1] ?? 0];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
  }
  return true;
}
