/** How a fish lies in the water, and where its eyes are, in page coordinates. Pure, for tests. */
import * as THREE from "three";
import {
  decodeQuaternion,
  isShown,
  mix,
  nodeBetween,
  positionOf,
  rotate,
  type Vector,
} from "../../../wire/decode.ts";
import { HEAD_RING, NOSE } from "../../../wire/eyes.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { SpeciesInfo } from "../../../wire/messages.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { landmarks } from "../fish/skinMesh.ts";

/** A fish that a camera goes with. */
export interface Followed {
  place: THREE.Vector3;
  ahead: THREE.Vector3;
  up: THREE.Vector3;
  /** [m] */
  length: number;
}

/** Between both eyes, and along the head. */
export interface Eyes {
  place: THREE.Vector3;
  ahead: THREE.Vector3;
}

/** Where a species at rest has its eyes, in its body frame [L]. */
export interface Head {
  nose: Vector;
  /** Of each eye, from the middle. */
  eyesAside: number;
  /** From the nose, in the middle between both eyes. */
  eyesBehind: number;
  eyesAbove: number;
  /** How much higher the nose is than the head behind it, for each L ahead of it. */
  slope: number;
}

const heads = new WeakMap<SpeciesInfo, Head>();

export function headOf(species: SpeciesInfo): Head {
  const known = heads.get(species);
  if (known) return known;
  const { nodes } = species;
  const node = (k: number): Vector => [
    nodes[3 * k] ?? 0,
    nodes[3 * k + 1] ?? 0,
    nodes[3 * k + 2] ?? 0,
  ];
  const nose = node(NOSE);
  const ring = middle(HEAD_RING.map(node));
  const [eyesBehind, height, eyesAside] = landmarks(species).eye;
  const slope = (nose[2] - ring[2]) / Math.max(nose[0] - ring[0], 1e-6);
  const head = { nose, eyesAside, eyesBehind, eyesAbove: height - nose[2], slope };
  heads.set(species, head);
  return head;
}

export function followedAt(pair: Pair<SnapshotFrame>, row: number, length: number): Followed {
  const { from, to, alpha } = pair;
  const place = inPage(mix(positionOf(from, row), positionOf(to, row), alpha));
  const axis = (along: Vector) => {
    const turned = [from, to].map((frame) =>
      rotate(decodeQuaternion(frame.records[row * 4 + 2] ?? 0), along),
    ) as [Vector, Vector];
    return inPage(mix(...turned, alpha)).normalize();
  };
  return { place, ahead: axis([1, 0, 0]), up: axis([0, 0, 1]), length };
}

/** Between the eyes of a fish, along its head; by its frame alone where it has no nodes. */
export function eyesAt(pair: Pair<SnapshotFrame>, row: number, fish: Followed, head: Head): Eyes {
  const { up, length } = fish;
  const ahead = fish.ahead.clone();
  const nose = fish.place.clone();
  if (isShown(pair, row)) {
    const node = (k: number) => nodeBetween(pair, row, k, length);
    nose.copy(inPage(node(NOSE)));
    ahead.copy(nose).sub(inPage(middle(HEAD_RING.map(node))));
    ahead.addScaledVector(up, -head.slope * ahead.dot(fish.ahead)).normalize();
  } else {
    nose.addScaledVector(ahead, head.nose[0] * length).addScaledVector(up, head.nose[2] * length);
  }
  const place = nose
    .addScaledVector(ahead, -head.eyesBehind * length)
    .addScaledVector(up, head.eyesAbove * length);
  return { place, ahead };
}

function middle(places: readonly Vector[]): Vector {
  return [0, 1, 2].map(
    (axis) => places.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / places.length,
  ) as Vector;
}

function inPage([x, y, z]: Vector): THREE.Vector3 {
  return new THREE.Vector3(x, z, -y);
}
