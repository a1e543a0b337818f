/** What props are carried by: a post with an arm for what hangs, legs for what is tilted. */
import * as THREE from "three";
import type { PropInfo } from "../../../wire/performing.ts";
import { Shapes } from "../../figures/town/shapes.ts";
import { rod } from "./forms.ts";

const STEEL = "#3f454c";
const PLATE = "#2c3034";
const TUBE = 0.045;
/** How far behind the hook the post stands, so that there is room to swing [m]. */
const BEHIND = 1.45;
/** Of its feet [m]. */
const FOOT = 0.85;

/** How far from a corner a leg stands, and the shortest [m]. */
const INWARDS = 0.12;
const SHORTEST = 0.12;

type Place = readonly [number, number, number];

/** Of all props; null if none needs any. */
export function standsOf(props: readonly PropInfo[]): THREE.BufferGeometry | null {
  const shapes = new Shapes();
  for (const prop of props) {
    if (prop.hangs !== null) addGallows(shapes, prop.at, prop.hangs);
    else if (!prop.moves && prop.shape === "box") addLegs(shapes, prop);
  }
  return shapes.isEmpty ? null : shapes.geometry();
}

/** Below each lower corner of a box that is above the floor, a little inwards. */
function addLegs(shapes: Shapes, { at, turn: [w, x, y, z], size }: PropInfo): void {
  shapes.at({ x: 0, y: 0, heading: 0 });
  const turn = new THREE.Quaternion(x, y, z, w);
  const [a = 0, b = 0, c = 0] = size.map((half) => Math.max(0.5 * half, half - INWARDS));
  for (const [i, j] of [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ] as const) {
    const corner = new THREE.Vector3(i * a, j * b, -c).applyQuaternion(turn);
    const [px, py, pz] = corner.add(new THREE.Vector3(...at)).toArray();
    if (pz > SHORTEST) shapes.add(rod([px, py, 0], [px, py, pz], 0.7 * TUBE, 12), STEEL);
  }
}

/** Behind the hook, seen from the middle of the scene. */
function addGallows(shapes: Shapes, [x, y, z]: Place, hangs: number): void {
  const hook = z + hangs;
  const top = hook + 0.12;
  shapes.at({ x, y, heading: Math.hypot(x, y) > 0.01 ? Math.atan2(y, x) : 0 });
  const tube = (from: Place, to: Place, radius = TUBE) =>
    shapes.add(rod(from, to, radius, 14), STEEL);
  tube([BEHIND, 0, 0], [BEHIND, 0, top + 0.1]);
  tube([BEHIND, 0, top], [-0.12, 0, top], 0.85 * TUBE);
  tube([BEHIND, 0, top - 0.7], [BEHIND - 0.7, 0, top], 0.6 * TUBE);
  shapes.add(rod([0, 0, hook - 0.02], [0, 0, top], 0.012), STEEL);
  for (const side of [-1, 1]) {
    const foot: Place = [BEHIND - 0.55 * FOOT, side * FOOT, 0.035];
    tube([BEHIND, 0, 0.035], foot, 0.035);
    tube([BEHIND, 0, 0.75], [BEHIND - 0.4 * FOOT, 0.72 * side * FOOT, 0.05], 0.5 * TUBE);
    shapes.box([foot[0] - 0.06, foot[1] - 0.06, 0], [foot[0] + 0.06, foot[1] + 0.06, 0.03], PLATE);
  }
  tube([BEHIND, 0, 0.035], [BEHIND + 0.7 * FOOT, 0, 0.035], 0.035);
}
