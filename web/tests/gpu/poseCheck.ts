/** Runs in the browser: poses and skins of random snapshots by the shaders and by their twins. */

import POSE_LOOKUP from "shaders/ocean/pose_lookup.glsl";
import TERM_SUMS from "shaders/ocean/term_sums.glsl";
import * as THREE from "three";
import { PosePass } from "../../src/stages/ocean/fish/pose.ts";
import {
  FIRST_FACE_TEXEL,
  FIRST_FIN_TEXEL,
  ORIGIN_TEXEL,
} from "../../src/stages/ocean/fish/poseTexels.ts";
import {
  cross,
  evaluate,
  faceFrames,
  normalised,
  type Terms,
  termsAt,
} from "../../src/stages/ocean/fish/terms.ts";
import { packTerms, TERM_TEXTURE_WIDTH } from "../../src/stages/ocean/fish/termTexels.ts";
import {
  contractionOf,
  finsOf,
  isShown,
  looksOf,
  mix,
  nodeBetween,
  positionOf,
  shapesOf,
  type Vector,
} from "../../src/wire/decode.ts";
import { capacityFor, FramePool, NODE_TEXELS, type SnapshotFrame } from "../../src/wire/frame.ts";
import { NODES_PER_BLOCK, type SpeciesInfo } from "../../src/wire/messages.ts";
import { readSnapshot } from "../../src/wire/snapshot.ts";
import fixture from "../fixtures/skin.json";
import surfaces from "../fixtures/surfaces.json";

const { skin } = fixture as unknown as Pick<SpeciesInfo, "skin">;

export interface Comparison {
  fishes: number;
  alpha: number;
  /** Largest distance between shader and twin [m]. */
  worst: number;
  /** The same for the axes of faces. */
  worstAxis: number;
  /** The same for muscles, fins and looks, which stand beside the nodes. */
  worstBeside: number;
  /** Distance that the nodes span, so that a picture of nothing does not pass [m]. */
  spread: number;
}

export async function comparePoses(): Promise<Comparison[]> {
  const renderer = new THREE.WebGLRenderer({ antialias: false });
  const poses = new PosePass();
  poses.setFaces([[[0, 1, 2, 3]], skin.faces]);
  const comparisons: Comparison[] = [];
  // The second crowd needs larger textures, the third smaller ones again.
  for (const [fishes, alpha] of [
    [7, 0.37],
    [75, 0],
    [5, 1],
  ] as const) {
    const moment = { from: randomFrame(fishes, 1), to: randomFrame(fishes, 2), alpha };
    const lengths = Array.from({ length: fishes }, (_, fish) => 0.05 + 0.01 * fish);
    poses.setTraits({ lengths, seeds: lengths, species: lengths.map(() => 1) });
    poses.render(renderer, moment);
    const texels = await poses.read(renderer, fishes);
    const result = compare(texels, poses.texelsPerFish, moment, lengths);
    comparisons.push({ fishes, alpha, ...result });
  }
  return comparisons;
}

interface Moment {
  from: SnapshotFrame;
  to: SnapshotFrame;
  alpha: number;
}

function compare(
  texels: Float32Array,
  texelsPerFish: number,
  { from, to, alpha }: Moment,
  lengths: number[],
): Pick<Comparison, "worst" | "worstAxis" | "worstBeside" | "spread"> {
  let worst = 0;
  let worstBeside = 0;
  let worstAxis = 0;
  let spread = 0;
  lengths.forEach((length, fish) => {
    const computed = (texel: number): Vector => {
      const at = (fish * texelsPerFish + texel) * 4;
      return [texels[at] ?? 0, -(texels[at + 2] ?? 0), texels[at + 1] ?? 0];
    };
    const origin = mix(positionOf(from, fish), positionOf(to, fish), alpha);
    const nodes = nodesFromOrigin({ from, to, alpha }, fish, length);
    worst = Math.max(worst, distance(computed(ORIGIN_TEXEL), origin));
    nodes.forEach((node, k) => {
      worst = Math.max(worst, distance(computed(k), node));
      spread = Math.max(spread, Math.hypot(...node));
    });
    const blend = (start: number[], goal: number[]) =>
      start.map((value, k) => value * (1 - alpha) + (goal[k] ?? 0) * alpha);
    const [start, goal] = shapesOf({ from, to }, fish);
    const beside = [
      ...blend(contractionOf(start, fish), contractionOf(goal, fish)),
      ...blend(finsOf(start, fish), finsOf(goal, fish)),
      ...blend(looksOf(start, fish), looksOf(goal, fish)),
    ];
    const flags = texels[(fish * texelsPerFish + ORIGIN_TEXEL) * 4 + 3] ?? 0;
    const wanted = ((to.records[fish * 4 + 3] ?? 0) >>> 24) | Number(isShown({ from, to }, fish));
    worstBeside = Math.max(worstBeside, Math.abs(flags - wanted));
    beside.forEach((value, k) => {
      const there = texels[(fish * texelsPerFish + 1 + k) * 4 + 3] ?? 0;
      worstBeside = Math.max(worstBeside, Math.abs(there - value));
    });
    if (beside.length !== FIRST_FIN_TEXEL - 1 + 4 + 3) worstBeside = Number.POSITIVE_INFINITY;
    faceFrames(skin.faces, nodes).forEach(({ n, t }, k) => {
      const texel = FIRST_FACE_TEXEL + 2 * k;
      worstAxis = Math.max(
        worstAxis,
        distance(computed(texel), n),
        distance(computed(texel + 1), t),
      );
    });
  });
  return { worst, worstAxis, worstBeside, spread };
}

/** Draws each vertex as a pixel that holds its place, or its normal, as the bits of floats. */
const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform bool normals;
uniform float fishes;
in vec3 position, terms;
flat out uvec4 value;
${POSE_LOOKUP}
${TERM_SUMS}
void main() {
  int fish = gl_InstanceID;
  vec3 place, alongU, alongV;
  addTerms(fish, fishTraits(fish).x, ivec3(terms), place, alongU, alongV);
  value = floatBitsToUint(vec4(normals ? normalize(cross(alongU, alongV)) : place, 1.0));
  gl_Position = vec4(position.x, 2.0 * (float(fish) + 0.5) / fishes - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`;
const FRAGMENT = /* glsl */ `
precision highp int;
flat in highp uvec4 value;
out highp uvec4 pixel;
void main() { pixel = value; }
`;

export interface SkinComparison {
  vertices: number;
  /** Largest distance between shader and twin [m], and between their normals. */
  worst: number;
  worstNormal: number;
}

export async function compareSkins(): Promise<SkinComparison> {
  const lengths = [0.2, 0.31, 0.12, 0.5];
  const moment = {
    from: bentFrame(lengths.length, 1),
    to: bentFrame(lengths.length, 2),
    alpha: 0.4,
  };
  const all = skin.patches.flatMap((patch) =>
    [0.13, 0.42, 0.77].flatMap((u) =>
      [0.06, 0.35, 0.61, 0.93].map((v) => termsAt(patch, skin.faces, u, v)),
    ),
  );
  const drawn = await drawnBy(skin.faces, all, lengths, moment);
  let worst = 0;
  let worstNormal = 0;
  lengths.forEach((length, fish) => {
    const nodes = nodesFromOrigin(moment, fish, length);
    const frames = faceFrames(skin.faces, nodes);
    all.forEach((terms, vertex) => {
      const [place, alongU, alongV] = evaluate(terms, nodes, frames, length);
      const normal = normalised(cross(alongU, alongV));
      worst = larger(worst, distance(drawn.place(fish, vertex), place));
      worstNormal = larger(worstNormal, distance(drawn.normal(fish, vertex), normal));
    });
  });
  return { vertices: all.length * lengths.length, worst, worstNormal };
}

/** How far vertices are from those of Python, on fishes a thousand pixels long [pixels]. */
export async function compareWithPython(): Promise<{ vertices: number; worst: number }> {
  let worst = 0;
  let vertices = 0;
  for (const { length, skin: own, snapshot, points } of surfaces.species) {
    const { faces, patches } = own as unknown as SpeciesInfo["skin"];
    const frame = readSnapshot(
      Uint8Array.from(atob(snapshot), (c) => c.charCodeAt(0)).buffer,
      new FramePool(),
    );
    const lengths = Array.from({ length: frame.count }, () => length);
    const all = patches.flatMap((patch) =>
      surfaces.uv.map(([u, v]) => termsAt(patch, faces, u ?? 0, v ?? 0)),
    );
    const drawn = await drawnBy(faces, all, lengths, { from: frame, to: frame, alpha: 1 });
    for (let fish = 0; fish < frame.count; fish++) {
      const origin = positionOf(frame, fish);
      for (let vertex = 0; vertex < all.length; vertex++) {
        const at = (fish * all.length + vertex) * 3;
        const place = origin.map((x, axis) => (points[at + axis] ?? Number.NaN) - x) as Vector;
        worst = larger(worst, (distance(drawn.place(fish, vertex), place) / length) * 1000);
        vertices++;
      }
    }
  }
  return { vertices, worst };
}

interface Drawn {
  /** From the fish's origin, z up [m]. */
  place(fish: number, vertex: number): Vector;
  normal(fish: number, vertex: number): Vector;
}

/** Vertices as the shaders put them. */
async function drawnBy(
  faces: SpeciesInfo["skin"]["faces"],
  all: readonly Terms[],
  lengths: readonly number[],
  moment: Moment,
): Promise<Drawn> {
  const renderer = new THREE.WebGLRenderer({ antialias: false });
  const poses = new PosePass();
  poses.setFaces([faces]);
  poses.setTraits({ lengths, seeds: lengths, species: lengths.map(() => 0) });
  poses.render(renderer, moment);
  const { starts, texels } = packTerms(all);
  const rows = texels.length / 4 / TERM_TEXTURE_WIDTH;
  const texture = new THREE.DataTexture(
    texels,
    TERM_TEXTURE_WIDTH,
    rows,
    THREE.RGBAFormat,
    THREE.FloatType,
  );
  texture.needsUpdate = true;
  const geometry = new THREE.InstancedBufferGeometry();
  const columns = all.flatMap((_, k) => [(2 * (k + 0.5)) / all.length - 1, 0, 0]);
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(columns), 3));
  geometry.setAttribute("terms", new THREE.BufferAttribute(starts, 3));
  geometry.instanceCount = lengths.length;
  const material = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    blending: THREE.NoBlending,
    uniforms: {
      ...poses.lookup,
      termTexels: { value: texture },
      normals: { value: false },
      fishes: { value: lengths.length },
    },
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  const scene = new THREE.Scene();
  scene.add(points);
  const target = new THREE.WebGLRenderTarget(all.length, lengths.length, {
    format: THREE.RGBAIntegerFormat,
    type: THREE.UnsignedIntType,
    internalFormat: "RGBA32UI",
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
    depthBuffer: false,
  });
  const drawn = async (asNormals: boolean): Promise<Float32Array> => {
    (material.uniforms.normals as THREE.IUniform<boolean>).value = asNormals;
    renderer.setRenderTarget(target);
    renderer.render(scene, new THREE.Camera());
    const bits = new Uint32Array(all.length * lengths.length * 4);
    await renderer.readRenderTargetPixelsAsync(target, 0, 0, all.length, lengths.length, bits);
    return new Float32Array(bits.buffer);
  };
  const places = await drawn(false);
  const normals = await drawn(true);
  const read = (data: Float32Array, fish: number, vertex: number): Vector => {
    const at = (fish * all.length + vertex) * 4;
    return [data[at] ?? Number.NaN, -(data[at + 2] ?? Number.NaN), data[at + 1] ?? Number.NaN];
  };
  return {
    place: (fish, vertex) => read(places, fish, vertex),
    normal: (fish, vertex) => read(normals, fish, vertex),
  };
}

/** NaN is larger than all. */
function larger(a: number, b: number): number {
  return b <= a ? a : b;
}

function nodesFromOrigin({ from, to, alpha }: Moment, fish: number, length: number): Vector[] {
  const origin = mix(positionOf(from, fish), positionOf(to, fish), alpha);
  return Array.from({ length: NODES_PER_BLOCK }, (_, node) => {
    const place = nodeBetween({ from, to, alpha }, fish, node, length);
    return [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]];
  });
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
    time: seed / 60,
    roster: 1,
    extent: 37.5 + seed,
    count,
    capacity,
    centre: [0, 0, 0],
    records: Uint32Array.from({ length: capacity * 4 }, random),
    nodes: Int16Array.from({ length: capacity * NODE_TEXELS * 4 }, () => (random() >>> 16) - 32768),
    moving: null,
    submarines: [],
    line: null,
  };
}

/** Fishes in their own shape, a little out of it; turned as a random frame is. */
function bentFrame(count: number, seed: number): SnapshotFrame {
  const frame = randomFrame(count, seed);
  const noise = frame.nodes.slice();
  for (let fish = 0; fish < count; fish++) {
    for (let node = 0; node < NODES_PER_BLOCK; node++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = (fish * NODE_TEXELS + node) * 4 + axis;
        const rest = fixture.nodes[node * 3 + axis] ?? 0;
        frame.nodes[at] = Math.round(16384 * rest + 0.012 * (noise[at] ?? 0));
      }
    }
  }
  // Between two frames a fish turns little.
  for (let fish = 0; fish < count; fish++) frame.records[fish * 4 + 2] = 0x20080200 + fish * 0x3001;
  return frame;
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
