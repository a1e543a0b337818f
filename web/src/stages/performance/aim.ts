/** What a ray from the camera meets first: a double, a prop or the floor. */
import * as THREE from "three";
import type { ShownDouble } from "../../performance/shown.ts";
import type { PartInfo } from "../../wire/performing.ts";
import { hitBox } from "../figures/rays.ts";
import { isOnStage, type Props } from "./props/props.ts";

/** How thick limbs are, and a head [m]. */
const THICK = 0.09;
const THICK_TRUNK = 0.16;
const HEAD = 0.12;
/** Balls along a limb that stand for it. */
const BALLS = 5;
/** What is looked at where nothing is met [m]. */
const NOWHERE = 7;

/** The place that a ray from `from` meets. */
export function aimedAt(
  from: THREE.Vector3,
  way: THREE.Vector3,
  doubles: readonly ShownDouble[],
  parts: readonly PartInfo[],
  props: Props | null,
): THREE.Vector3 {
  let far = way.z < -1e-3 ? -from.z / way.z : NOWHERE;
  const meet = (hit: number | null) => {
    if (hit !== null && hit < far) far = hit;
  };
  for (const { body } of doubles) {
    parts.forEach(({ parent, name }, part) => {
      const end = new THREE.Vector3(...body.jointOf(part));
      if (name === "head") meet(hitBall(from, way, end.clone().setZ(end.z + 0.08), HEAD));
      if (parent < 0) return;
      const start = new THREE.Vector3(...body.jointOf(parent));
      const thick = /abdomen|chest|neck|thigh/.test(name) ? THICK_TRUNK : THICK;
      for (let k = 0; k <= BALLS; k++) {
        meet(hitBall(from, way, start.clone().lerp(end, k / BALLS), thick));
      }
    });
  }
  if (props) for (let k = 0; k < props.infos.length; k++) meet(hitProp(from, way, props, k));
  return from.clone().addScaledVector(way, far);
}

/** How far a ray goes before it meets a ball; null if it never does. `way` has length 1. */
export function hitBall(
  from: THREE.Vector3,
  way: THREE.Vector3,
  centre: THREE.Vector3,
  radius: number,
): number | null {
  const off = centre.clone().sub(from);
  const along = off.dot(way);
  const inside = radius * radius - off.lengthSq() + along * along;
  const enter = along - Math.sqrt(Math.max(0, inside));
  return inside > 0 && enter > 0 ? enter : null;
}

function hitProp(
  from: THREE.Vector3,
  way: THREE.Vector3,
  { infos, transforms }: Props,
  number: number,
): number | null {
  const prop = infos[number];
  const [x = 0, y = 0, z = 0, w = 1, a = 0, b = 0, c = 0] = transforms.subarray(
    7 * number,
    7 * number + 7,
  );
  if (!prop || !isOnStage(x, y, z)) return null;
  // As the prop sees it.
  const back = new THREE.Quaternion(a, b, c, w).invert();
  const start = from
    .clone()
    .sub(new THREE.Vector3(x, y, z))
    .applyQuaternion(back);
  const ahead = way.clone().applyQuaternion(back);
  const [one = 0, two = 0] = prop.size;
  if (prop.shape === "ball") return hitBall(start, ahead, new THREE.Vector3(), one);
  if (prop.shape === "box") {
    return hitBox(
      start,
      ahead,
      prop.size.map((half) => -half),
      prop.size,
    );
  }
  const hits = Array.from({ length: 9 }, (_, k) =>
    hitBall(start, ahead, new THREE.Vector3(0, 0, two * (k / 4 - 1)), one),
  ).filter((hit) => hit !== null);
  return hits.length > 0 ? Math.min(...hits) : null;
}
