/** Runs in the browser: poses of random snapshots by the shader and by its TypeScript twin. */
import * as THREE from "three";
import { ORIGIN_TEXEL, POSE_TEXELS } from "../../src/stages/ocean/fish/pose.glsl.ts";
import { PosePass } from "../../src/stages/ocean/fish/pose.ts";
import { mix, nodeOf, positionOf, type Vector } from "../../src/wire/decode.ts";
import { capacityFor, NODE_TEXELS, type SnapshotFrame } from "../../src/wire/frame.ts";
import { NODES_PER_BLOCK } from "../../src/wire/messages.ts";

export interface Comparison {
  fishes: number;
  alpha: number;
  /** Largest distance between shader and twin [m]. */
  worst: number;
  /** Distance that the nodes span, so that a picture of nothing does not pass [m]. */
  spread: number;
}

export async function comparePoses(): Promise<Comparison[]> {
  const renderer = new THREE.WebGLRenderer({ antialias: false });
  const poses = new PosePass();
  const comparisons: Comparison[] = [];
  // The second crowd needs larger textures, the third smaller ones again.
  for (const [fishes, alpha] of [
    [7, 0.37],
    [75, 0],
    [5, 1],
  ] as const) {
    const from = randomFrame(fishes, 1);
    const to = randomFrame(fishes, 2);
    const lengths = Array.from({ length: fishes }, (_, fish) => 0.05 + 0.01 * fish);
    poses.setTraits({ lengths, seeds: lengths, species: lengths.map(() => 0) });
    poses.render(renderer, { from, to, alpha });
    const texels = await poses.read(renderer, fishes);
    comparisons.push({ fishes, alpha, ...compare(texels, from, to, alpha, lengths) });
  }
  return comparisons;
}

function compare(
  texels: Float32Array,
  from: SnapshotFrame,
  to: SnapshotFrame,
  alpha: number,
  lengths: number[],
): Pick<Comparison, "worst" | "spread"> {
  let worst = 0;
  let spread = 0;
  lengths.forEach((length, fish) => {
    const computed = (texel: number): Vector => {
      const at = (fish * POSE_TEXELS + texel) * 4;
      return [texels[at] ?? 0, -(texels[at + 2] ?? 0), texels[at + 1] ?? 0];
    };
    const origin = mix(positionOf(from, fish), positionOf(to, fish), alpha);
    worst = Math.max(worst, distance(computed(ORIGIN_TEXEL), origin));
    for (let node = 0; node < NODES_PER_BLOCK; node++) {
      const expected = mix(nodeOf(from, fish, node, length), nodeOf(to, fish, node, length), alpha);
      worst = Math.max(worst, distance(computed(node), expected));
      spread = Math.max(spread, distance(expected, origin));
    }
  });
  return { worst, spread };
}

function randomFrame(count: number, seed: number): SnapshotFrame {
  const capacity = capacityFor(count);
  let state = seed * 7919;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return {
    tick: seed,
    roster: 1,
    extent: 37.5 + seed,
    count,
    capacity,
    centre: [0, 0, 0],
    records: Uint32Array.from({ length: capacity * 4 }, random),
    nodes: Int16Array.from({ length: capacity * NODE_TEXELS * 4 }, () => (random() >>> 16) - 32768),
  };
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
