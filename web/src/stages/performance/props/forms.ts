/** Shapes of props, in their own axes [m]. */
import * as THREE from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { Rolls } from "../../figures/town/rolls.ts";

const BEVEL = 0.012;
const TIGHT = 0.004;
/** How many facets a boulder has, and how deep they are, as a share of its radius. */
const FACETS = 40;
const ROUGHNESS = 0.028;

export function ballForm(radius: number): THREE.BufferGeometry {
  return new THREE.IcosahedronGeometry(radius, 5);
}

/** A board whose edges are not sharp. half: of its edges. */
export function boardForm(half: readonly number[]): THREE.BufferGeometry {
  const [x = 0, y = 0, z = 0] = half;
  const bevel = Math.min(BEVEL, 0.3 * Math.min(x, y, z));
  return new RoundedBoxGeometry(2 * x, 2 * y, 2 * z, 2, bevel);
}

/** A block of concrete, a little wider than it is: no light comes through where two of them touch. */
export function blockForm(half: readonly number[]): THREE.BufferGeometry {
  const [x = 0, y = 0, z = 0] = half;
  return new THREE.BoxGeometry(2 * (x + TIGHT), 2 * (y + TIGHT), 2 * z);
}

/** Upright, round at both ends. */
export function barForm(radius: number, half: number): THREE.BufferGeometry {
  return new THREE.CapsuleGeometry(radius, 2 * half, 10, 32, 12).rotateX(Math.PI / 2);
}

/** A stone that still rolls: facets cut off a ball, never deeper than its roughness. */
export function boulderForm(radius: number): THREE.BufferGeometry {
  const rolls = new Rolls(23);
  const cuts = Array.from({ length: FACETS }, () => {
    const out = new THREE.Vector3(rolls.between(-1, 1), rolls.between(-1, 1), rolls.between(-1, 1));
    return { out: out.normalize(), far: rolls.between(1 - ROUGHNESS, 1) };
  });
  const reach = (way: THREE.Vector3) => {
    let least = 1 + 0.5 * ROUGHNESS;
    for (const { out, far } of cuts) {
      const along = way.dot(out);
      if (along > 0) least = Math.min(least, far / along);
    }
    return radius * Math.max(1 - ROUGHNESS, least);
  };
  const geometry = new THREE.IcosahedronGeometry(1, 22);
  const places = geometry.getAttribute("position");
  const normals = geometry.getAttribute("normal");
  const way = new THREE.Vector3();
  for (let k = 0; k < places.count; k++) {
    way.fromBufferAttribute(places, k).normalize();
    const normal = slope(way, reach);
    normals.setXYZ(k, normal.x, normal.y, normal.z);
    way.multiplyScalar(reach(way));
    places.setXYZ(k, way.x, way.y, way.z);
  }
  return geometry;
}

/** Of a surface that is so far away in every direction. */
function slope(way: THREE.Vector3, reach: (way: THREE.Vector3) => number): THREE.Vector3 {
  const step = 0.012;
  const aside = new THREE.Vector3(way.y, way.z, way.x).cross(way).normalize();
  const up = way.clone().cross(aside);
  const at = (x: number, y: number) => {
    const there = way.clone().addScaledVector(aside, x).addScaledVector(up, y).normalize();
    return there.multiplyScalar(reach(there));
  };
  const along = at(step, 0).sub(at(-step, 0));
  return along.cross(at(0, step).sub(at(0, -step))).normalize();
}

/** Straps and a chain, from the upper end of something to the hook that it swings from. */
export function tackleForm(radius: number, top: number, hook: number): THREE.BufferGeometry {
  const pieces: THREE.BufferGeometry[] = [];
  const knot = Math.min(top + 0.8 * radius + 0.08, 0.5 * (top + hook));
  for (let k = 0; k < 4; k++) {
    const turn = (k + 0.5) * (Math.PI / 2);
    const [x, y] = [0.86 * radius * Math.cos(turn), 0.86 * radius * Math.sin(turn)];
    pieces.push(rod([x, y, top - 0.62 * radius], [0, 0, knot], 0.008));
  }
  const link = 0.042;
  const links = Math.max(1, Math.floor((hook - knot) / (1.35 * link)));
  for (let k = 0; k <= links; k++) {
    const ring = new THREE.TorusGeometry(0.5 * link, 0.006, 5, 12).scale(0.62, 1.55, 1);
    ring.rotateX(Math.PI / 2).rotateZ((k % 2) * (Math.PI / 2));
    pieces.push(ring.translate(0, 0, knot + ((hook - knot) * k) / links));
  }
  const merged = mergeGeometries(pieces.map((piece) => piece.toNonIndexed()));
  for (const piece of pieces) piece.dispose();
  return merged;
}

/** A round bar from a place to another. */
export function rod(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  radius: number,
  sides = 8,
): THREE.BufferGeometry {
  const [start, end] = [new THREE.Vector3(...from), new THREE.Vector3(...to)];
  const along = end.clone().sub(start);
  const geometry = new THREE.CylinderGeometry(radius, radius, along.length(), sides);
  const turn = new THREE.Quaternion().setFromUnitVectors(
    new THREE.Vector3(0, 1, 0),
    along.normalize(),
  );
  return geometry
    .applyQuaternion(turn)
    .translate((start.x + end.x) / 2, (start.y + end.y) / 2, (start.z + end.z) / 2);
}
