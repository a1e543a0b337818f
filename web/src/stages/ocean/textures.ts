/** Pictures that shaders look up, all computed at the start: nothing is loaded. */
import * as THREE from "three";
import { shaderConstant } from "../../shaderConstants.ts";

const CAUSTIC_LAYERS = shaderConstant("CAUSTIC_LAYERS");
export const CAUSTIC_SIZE = 128;
const NOISE_SIZE = 256;
const GRAIN_SIZE = 48;

/** A seeded generator, so that the sea looks the same on every page. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Tileable value noise in four octaves: r is the sum, g, b its slopes, a a finer grain. */
export function noiseTexture(): THREE.DataTexture {
  const heights = fractalNoise(NOISE_SIZE, [4, 8, 16, 32], 7);
  const grain = fractalNoise(NOISE_SIZE, [64, 128], 19);
  const texels = new Uint8Array(NOISE_SIZE * NOISE_SIZE * 4);
  const height = (x: number, y: number) =>
    heights[((y + NOISE_SIZE) % NOISE_SIZE) * NOISE_SIZE + ((x + NOISE_SIZE) % NOISE_SIZE)] ?? 0;
  for (let y = 0; y < NOISE_SIZE; y++) {
    for (let x = 0; x < NOISE_SIZE; x++) {
      const at = y * NOISE_SIZE + x;
      const slopeX = (height(x + 1, y) - height(x - 1, y)) * 6;
      const slopeY = (height(x, y + 1) - height(x, y - 1)) * 6;
      texels[at * 4] = 255 * height(x, y);
      texels[at * 4 + 1] = 127.5 + 127 * Math.max(-1, Math.min(1, slopeX));
      texels[at * 4 + 2] = 127.5 + 127 * Math.max(-1, Math.min(1, slopeY));
      texels[at * 4 + 3] = 255 * (grain[at] ?? 0);
    }
  }
  const texture = new THREE.DataTexture(texels, NOISE_SIZE, NOISE_SIZE, THREE.RGBAFormat);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapNearestFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function fractalNoise(size: number, cells: readonly number[], seed: number): Float32Array {
  const random = randomNumbers(seed);
  const sum = new Float32Array(size * size);
  let weight = 0.5;
  for (const count of cells) {
    const lattice = Float32Array.from({ length: count * count }, random);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const at = y * size + x;
        sum[at] = (sum[at] ?? 0) + weight * latticeValue(lattice, count, x / size, y / size);
      }
    }
    weight *= 0.5;
  }
  return stretched(sum);
}

function latticeValue(lattice: Float32Array, count: number, u: number, v: number): number {
  const x = u * count;
  const y = v * count;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const tx = eased(x - column);
  const ty = eased(y - row);
  const at = (i: number, j: number) => lattice[(j % count) * count + (i % count)] ?? 0;
  const top = at(column, row) * (1 - tx) + at(column + 1, row) * tx;
  const bottom = at(column, row + 1) * (1 - tx) + at(column + 1, row + 1) * tx;
  return top * (1 - ty) + bottom * ty;
}

function stretched(values: Float32Array): Float32Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.map((value) => (value - low) / (high - low));
}

/** Noise in space for what is solid, which has no seams whatever its form: four that are independent,
 * red and green of broad lumps, blue of small ones, alpha of grains. It repeats after 1. */
export function grainTexture(): THREE.Data3DTexture {
  const channels = [
    solidNoise(GRAIN_SIZE, [4, 8, 16], 5),
    solidNoise(GRAIN_SIZE, [4, 8, 16], 11),
    solidNoise(GRAIN_SIZE, [8, 16], 23),
    solidNoise(GRAIN_SIZE, [4, 16, 32], 31),
  ];
  const texels = new Uint8Array(GRAIN_SIZE ** 3 * 4);
  channels.forEach((values, channel) => {
    values.forEach((value, at) => {
      texels[at * 4 + channel] = 255 * value;
    });
  });
  const texture = new THREE.Data3DTexture(texels, GRAIN_SIZE, GRAIN_SIZE, GRAIN_SIZE);
  texture.format = THREE.RGBAFormat;
  texture.wrapS = texture.wrapT = texture.wrapR = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapNearestFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function solidNoise(size: number, cells: readonly number[], seed: number): Float32Array {
  const random = randomNumbers(seed);
  const sum = new Float32Array(size ** 3);
  let weight = 0.5;
  for (const count of cells) {
    const planes = Array.from({ length: count }, () =>
      Float32Array.from({ length: count * count }, random),
    );
    for (let z = 0; z < size; z++) {
      const at = (z / size) * count;
      const plane = Math.floor(at);
      const share = eased(at - plane);
      const [near, far] = [planes[plane], planes[(plane + 1) % count]];
      if (!near || !far) continue;
      const between = near.map((value, k) => value + ((far[k] ?? 0) - value) * share);
      for (let k = 0; k < size * size; k++) {
        const value = latticeValue(between, count, (k % size) / size, Math.floor(k / size) / size);
        sum[z * size * size + k] = (sum[z * size * size + k] ?? 0) + weight * value;
      }
    }
    weight *= 0.5;
  }
  return stretched(sum);
}

function eased(t: number): number {
  return t * t * (3 - 2 * t);
}

/**
 * Caustics by tracing light: a patch of waves that repeats in space and time refracts a grid of
 * rays, and where they land on the ground is counted. The layers are one period of time.
 */
export function causticTexture(): THREE.DataArrayTexture {
  const waves = causticWaves();
  const area = CAUSTIC_SIZE * CAUSTIC_SIZE;
  const texels = new Uint8Array(area * CAUSTIC_LAYERS);
  const light = new Float32Array(area);
  for (let layer = 0; layer < CAUSTIC_LAYERS; layer++) {
    light.fill(0);
    traceLight(light, waves, layer / CAUSTIC_LAYERS);
    // A texel holds a quarter of the brightness, so that the focus of a wave still fits in.
    for (let k = 0; k < area; k++) {
      texels[layer * area + k] = Math.min(255, (light[k] ?? 0) * (255 / 4));
    }
  }
  const texture = new THREE.DataArrayTexture(texels, CAUSTIC_SIZE, CAUSTIC_SIZE, CAUSTIC_LAYERS);
  texture.format = THREE.RedFormat;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = texture.minFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

interface Wave {
  /** Whole numbers of waves over the patch, and of periods over the loop. */
  x: number;
  y: number;
  turns: number;
  phase: number;
  /** Sideways shift of the refracted ray at a slope of one, in patches. */
  shift: number;
}

function causticWaves(): Wave[] {
  const random = randomNumbers(3);
  const waves: Wave[] = [];
  while (waves.length < 22) {
    const x = Math.round((random() * 2 - 1) * 7);
    const y = Math.round((random() * 2 - 1) * 7);
    const number = Math.hypot(x, y);
    if (number < 1.5 || number > 7.5) continue;
    // Longer waves run slower in the loop (deep water: frequency ~ root of the wave number).
    const turns = Math.max(1, Math.round(0.75 * Math.sqrt(number)));
    waves.push({ x, y, turns, phase: random() * 2 * Math.PI, shift: 0.024 / number ** 1.15 });
  }
  return waves;
}

function traceLight(light: Float32Array, waves: readonly Wave[], moment: number): void {
  const rays = CAUSTIC_SIZE * 2;
  const share = (CAUSTIC_SIZE / rays) ** 2;
  for (let j = 0; j < rays; j++) {
    for (let i = 0; i < rays; i++) {
      const u = i / rays;
      const v = j / rays;
      let x = u;
      let y = v;
      for (const wave of waves) {
        const angle = 2 * Math.PI * (wave.x * u + wave.y * v - wave.turns * moment) + wave.phase;
        const slope = Math.cos(angle) * wave.shift;
        x -= wave.x * slope;
        y -= wave.y * slope;
      }
      splat(light, x * CAUSTIC_SIZE, y * CAUSTIC_SIZE, share);
    }
  }
}

function splat(light: Float32Array, x: number, y: number, amount: number): void {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const tx = x - column;
  const ty = y - row;
  const add = (i: number, j: number, part: number) => {
    const at = (j & (CAUSTIC_SIZE - 1)) * CAUSTIC_SIZE + (i & (CAUSTIC_SIZE - 1));
    light[at] = (light[at] ?? 0) + part * amount;
  };
  add(column, row, (1 - tx) * (1 - ty));
  add(column + 1, row, tx * (1 - ty));
  add(column, row + 1, (1 - tx) * ty);
  add(column + 1, row + 1, tx * ty);
}
