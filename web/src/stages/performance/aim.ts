/** What a ray from the camera meets first: a double, a prop or the floor. */
import * as THREE from "three";
import { FLOATS } from "../../performance/body.ts";
import type { PartOf } from "../../performance/hand.ts";
import type { ShownDouble } from "../../performance/shown.ts";
import type { PerformanceHello } from "../../wire/performing.ts";
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
/** Where limbs end that no other part hangs on: segments of the drawn figure. */
const TIPS: Record<string, string> = {
  "left forearm": "left palm",
  "right forearm": "right palm",
  "left foot": "left toes",
  "right foot": "right toes",
};

/** A part of a double that a ray meets, and how far it goes until then [m]. */
export interface PartMet extends PartOf {
  far: number;
}

/** The place that a ray from `from` meets. */
export function aimedAt(
  from: THREE.Vector3,
  way: THREE.Vector3,
  doubles: readonly ShownDouble[],
  hello: PerformanceHello,
  props: Props | null,
): THREE.Vector3 {
  let far = way.z < -1e-3 ? -from.z / way.z : NOWHERE;
  far = Math.min(far, partMet(from, way, doubles, hello)?.far ?? far);
  if (props)
    for (let k = 0; k < props.infos.length; k++)
      far = Math.min(far, hitProp(from, way, props, k) ?? far);
  return from.clone().addScaledVector(way, far);
}

/** The first part of anybody that a ray meets. `way` has length 1. */
export function partMet(
  from: THREE.Vector3,
  way: THREE.Vector3,
  doubles: readonly ShownDouble[],
  { parts, segments }: PerformanceHello,
): PartMet | null {
  let met: PartMet | null = null;
  doubles.forEach(({ body, transforms }, performer) => {
    const meet = (part: number, centre: THREE.Vector3, radius: number) => {
      const far = hitBall(from, way, centre, radius);
      if (far !== null && far < (met?.far ?? Number.POSITIVE_INFINITY))
        met = { performer, part, far };
    };
    const limb = (part: number, start: THREE.Vector3, end: THREE.Vector3, thick: number) => {
      for (let k = 0; k <= BALLS; k++) meet(part, start.clone().lerp(end, k / BALLS), thick);
    };
    parts.forEach(({ parent, name }, part) => {
      const end = new THREE.Vector3(...body.jointOf(part));
      if (name === "head") meet(part, end.clone().setZ(end.z + 0.08), HEAD);
      const tip = segments.findIndex((segment) => segment.name === TIPS[name]);
      if (tip >= 0) limb(part, end, new THREE.Vector3().fromArray(transforms, FLOATS * tip), THICK);
      if (parent < 0) return;
      // What is between two joints is of the part that begins at the first.
      const start = new THREE.Vector3(...body.jointOf(parent));
      const thick = /abdomen|chest|neck|thigh/.test(name) ? THICK_TRUNK : THICK;
      limb(parent, start, end, thick);
    });
  });
  return met;
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
