/**
 * The fish at rest, as meshes whose coordinates are (s, up, left) in body lengths: s runs along
 * the spine from the nose (0) to the tips of the tail (1). The vertex shader bends the spine as
 * the nodes say, and the skin follows.
 */
import { type Curve, curveThrough } from "./curve.ts";
import { MeshBuilder, type SkinMesh } from "./meshBuilder.ts";

export const PART_BODY = 0;
export const PART_EYE = 1;

const BACK = curveThrough([
  [0, 0.004],
  [0.015, 0.021],
  [0.05, 0.043],
  [0.1, 0.066],
  [0.16, 0.087],
  [0.24, 0.107],
  [0.33, 0.117],
  [0.42, 0.116],
  [0.52, 0.102],
  [0.64, 0.074],
  [0.75, 0.047],
  [0.83, 0.034],
  [0.89, 0.031],
  [0.92, 0.026],
]);
const BELLY = curveThrough([
  [0, 0.004],
  [0.015, 0.019],
  [0.05, 0.037],
  [0.1, 0.057],
  [0.16, 0.077],
  [0.24, 0.098],
  [0.33, 0.111],
  [0.42, 0.113],
  [0.52, 0.101],
  [0.64, 0.072],
  [0.75, 0.045],
  [0.83, 0.033],
  [0.89, 0.031],
  [0.92, 0.026],
]);
const WIDTH = curveThrough([
  [0, 0.004],
  [0.015, 0.016],
  [0.05, 0.031],
  [0.1, 0.044],
  [0.16, 0.054],
  [0.24, 0.062],
  [0.33, 0.065],
  [0.42, 0.062],
  [0.52, 0.053],
  [0.64, 0.037],
  [0.75, 0.022],
  [0.83, 0.013],
  [0.89, 0.007],
  [0.92, 0.0015],
]);
const BODY_END = 0.92;
const EYE = { s: 0.083, up: 0.022, radius: 0.0175 };

export interface Detail {
  rings: number;
  around: number;
  finCells: number;
  eyeSteps: number;
}

/** For close views; for crowds, or where the processor has to draw; and for thousands. */
export const FINE: Detail = { rings: 30, around: 18, finCells: 8, eyeSteps: 7 };
export const COARSE: Detail = { rings: 16, around: 10, finCells: 4, eyeSteps: 4 };
export const COARSEST: Detail = { rings: 9, around: 6, finCells: 2, eyeSteps: 2 };

export function bodyMesh({ rings, around, eyeSteps }: Detail): SkinMesh {
  const builder = new MeshBuilder();
  builder.grid(rings, around, (i, j) => {
    // Rings stand closer at the snout, where the profile turns quickest.
    const t = i / rings;
    const s = BODY_END * (0.35 * t * t + 0.65 * t ** 1.25);
    const angle = (j / around) * 2 * Math.PI;
    return {
      position: skinPoint(s, angle),
      normal: skinNormal(s, angle),
      paint: [PART_BODY, s, Math.cos(angle), angle / (2 * Math.PI)],
    };
  });
  for (const side of [1, -1]) addEye(builder, side, eyeSteps);
  return builder.build();
}

/** Half thickness of the body at `s`, at a height in body lengths. */
export function surfaceLeft(s: number, up: number): number {
  const reach = up > 0 ? BACK(s) : BELLY(s);
  return WIDTH(s) * Math.sqrt(Math.max(0, 1 - (up / reach) ** 2));
}

export const backAt: Curve = BACK;
export const bellyAt: Curve = BELLY;

function skinPoint(s: number, angle: number): [number, number, number] {
  const rise = Math.cos(angle);
  const reach = rise > 0 ? BACK(s) : BELLY(s);
  // A little keeled towards back and belly, as fishes are.
  const fullness = 1 - 0.16 * rise * rise;
  return [s, rise * reach, Math.sin(angle) * WIDTH(s) * fullness];
}

function skinNormal(s: number, angle: number): [number, number, number] {
  const d = 1e-4;
  const near = Math.max(s, d);
  const along = difference(skinPoint(near + d, angle), skinPoint(near - d, angle));
  const round = difference(skinPoint(near, angle + d), skinPoint(near, angle - d));
  return normalised(cross(round, along));
}

function addEye(builder: MeshBuilder, side: number, steps: number): void {
  const left = surfaceLeft(EYE.s, EYE.up) * 0.93;
  builder.grid(steps, 2 * steps, (i, j) => {
    // A dome that faces sideways and a little forward; its pole is the pupil.
    const fromPole = (i / steps) * 0.62 * Math.PI;
    // Turning this way round shows the outside of either eye.
    const angle = (j / (2 * steps)) * -2 * Math.PI * side;
    const out = Math.cos(fromPole);
    const ring = Math.sin(fromPole);
    const normal: [number, number, number] = [
      ring * Math.cos(angle) - 0.12 * out,
      ring * Math.sin(angle) + 0.1 * out,
      side * out,
    ];
    return {
      position: [
        EYE.s + normal[0] * EYE.radius,
        EYE.up + normal[1] * EYE.radius,
        side * (left + out * EYE.radius * 0.55),
      ],
      normal: normalised(normal),
      paint: [PART_EYE, fromPole / (0.62 * Math.PI), Math.cos(angle), Math.sin(angle)],
    };
  });
}

function difference(a: readonly number[], b: readonly number[]): [number, number, number] {
  return [0, 1, 2].map((k) => (a[k] ?? 0) - (b[k] ?? 0)) as [number, number, number];
}

function cross(
  [a, b, c]: readonly [number, number, number],
  [x, y, z]: readonly [number, number, number],
): [number, number, number] {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function normalised([x, y, z]: [number, number, number]): [number, number, number] {
  const size = Math.hypot(x, y, z) || 1;
  return [x / size, y / size, z / size];
}
