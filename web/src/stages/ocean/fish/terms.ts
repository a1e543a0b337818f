/**
 * Places on the skin as sums. A point of a B-spline surface is a sum of control points, and a
 * control point hangs on a face of the body: a point between its nodes plus an offset in its frame.
 * So a place, and its tangents too, are sums over nodes and face frames with constant weights,
 * which are gathered here once; what is left for every frame is to add them up.
 */
import type { Vector } from "../../../wire/decode.ts";
import type { SkinPatch } from "../../../wire/messages.ts";
import { type Basis, tabulatedBasis } from "./bspline.ts";

/** Numbers of a binding: face, u, v, then the offset along t, s and n. */
export const BINDING_SIZE = 6;

/** Weights of the place, of its tangent along rows (u), and along columns (v). */
export type NodeWeights = [place: number, alongU: number, alongV: number];
/** Offsets in a face's frame (t, s, n) [L], of the place and of both tangents. */
export type FaceOffsets = [place: Vector, alongU: Vector, alongV: Vector];

export interface Terms {
  nodes: Map<number, NodeWeights>;
  faces: Map<number, FaceOffsets>;
}

const AXES = [0, 1, 2] as const;

type Faces = readonly (readonly number[])[];

/**
 * The place (u, v) of a patch. Its tangents are those at (u, v) too, unless `tangentsAt` names
 * another place: where an edge of the patch is drawn together to a point, they vanish.
 */
export function termsAt(
  patch: SkinPatch,
  faces: Faces,
  u: number,
  v: number,
  tangentsAt: readonly [number, number] = [u, v],
): Terms {
  const terms: Terms = { nodes: new Map(), faces: new Map() };
  const place: Weigh = (row, column) => row.value * column.value;
  const alongU: Weigh = (row, column) => row.slope * column.value;
  const alongV: Weigh = (row, column) => row.value * column.slope;
  const [tangentU, tangentV] = tangentsAt;
  if (tangentU === u && tangentV === v) {
    addSurface(terms, patch, faces, u, v, [place, alongU, alongV]);
  } else {
    addSurface(terms, patch, faces, u, v, [place, nothing, nothing]);
    addSurface(terms, patch, faces, tangentU, tangentV, [nothing, alongU, alongV]);
  }
  return terms;
}

function addSurface(
  terms: Terms,
  { rows, columns, degrees, bindings }: SkinPatch,
  faces: Faces,
  u: number,
  v: number,
  weigh: readonly [Weigh, Weigh, Weigh],
): void {
  const inRow = tabulatedBasis(degrees[0], rows, u);
  const inColumn = tabulatedBasis(degrees[1], columns, v);
  for (let row = 0; row < inRow.values.length; row++) {
    for (let column = 0; column < inColumn.values.length; column++) {
      const point = (inRow.first + row) * columns + inColumn.first + column;
      const factors = [weighed(inRow, row), weighed(inColumn, column)] as const;
      const weights: NodeWeights = [
        weigh[0](...factors),
        weigh[1](...factors),
        weigh[2](...factors),
      ];
      if (weights.every((weight) => weight === 0)) continue;
      addBinding(terms, bindings, point * BINDING_SIZE, faces, weights);
    }
  }
}

interface Weighed {
  value: number;
  slope: number;
}

type Weigh = (row: Weighed, column: Weighed) => number;

const nothing: Weigh = () => 0;

function weighed({ values, slopes }: Basis, index: number): Weighed {
  return { value: values[index] ?? 0, slope: slopes[index] ?? 0 };
}

function addBinding(
  terms: Terms,
  bindings: readonly number[],
  at: number,
  faces: Faces,
  weights: NodeWeights,
): void {
  const number = (k: number) => bindings[at + k] ?? 0;
  const face = number(0);
  const u = number(1);
  const v = number(2);
  const shares = [(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v];
  for (const [corner, node] of (faces[face] ?? []).entries()) {
    const sum = nodeWeights(terms, node);
    for (const k of AXES) sum[k] += weights[k] * (shares[corner] ?? 0);
  }
  const sums = faceOffsets(terms, face);
  for (const k of AXES) {
    for (const axis of AXES) sums[k][axis] += weights[k] * number(3 + axis);
  }
}

/** A single bound point, without tangents. */
export function bindingTerms(binding: readonly number[], faces: Faces): Terms {
  const terms: Terms = { nodes: new Map(), faces: new Map() };
  addBinding(terms, binding, 0, faces, [1, 0, 0]);
  return terms;
}

/** Turns the normal alongU x alongV round. */
export function reverse(terms: Terms): void {
  for (const weights of terms.nodes.values()) weights[1] = -weights[1];
  for (const offsets of terms.faces.values()) {
    offsets[1] = [-offsets[1][0], -offsets[1][1], -offsets[1][2]];
  }
}

/**
 * Adds the tangent along u of `other`. Where two sheets meet, with one alongV for both, the normal
 * becomes the sum of theirs.
 */
export function addAlongU(into: Terms, other: Terms): void {
  for (const [node, weights] of other.nodes) nodeWeights(into, node)[1] += weights[1];
  for (const [face, [, alongU]] of other.faces) {
    const sums = faceOffsets(into, face);
    for (const axis of AXES) sums[1][axis] += alongU[axis];
  }
}

function nodeWeights(terms: Terms, node: number): NodeWeights {
  let sums = terms.nodes.get(node);
  if (!sums) {
    sums = [0, 0, 0];
    terms.nodes.set(node, sums);
  }
  return sums;
}

function faceOffsets(terms: Terms, face: number): FaceOffsets {
  let sums = terms.faces.get(face);
  if (!sums) {
    sums = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    terms.faces.set(face, sums);
  }
  return sums;
}

export interface Frame {
  t: Vector;
  s: Vector;
  n: Vector;
}

/** The frame of a face with these corners; what the pose shader does, for tests and rest shapes. */
export function faceFrame(a: Vector, b: Vector, c: Vector, d: Vector): Frame {
  const n = normalised(cross(minus(c, a), minus(d, b)));
  const e = plus(minus(b, a), minus(c, d));
  const lift = dot(n, e);
  const t = normalised([e[0] - n[0] * lift, e[1] - n[1] * lift, e[2] - n[2] * lift]);
  return { t, s: cross(n, t), n };
}

export function faceFrames(faces: Faces, nodes: readonly Vector[]): Frame[] {
  return faces.map((face) => {
    const [a, b, c, d] = face.map((node) => nodes[node] ?? NOWHERE);
    return faceFrame(a ?? NOWHERE, b ?? NOWHERE, c ?? NOWHERE, d ?? NOWHERE);
  });
}

const NOWHERE: Vector = [0, 0, 0];

/** A place and its tangents for nodes in any frame; `length` is the body's [same unit]. */
export function evaluate(
  terms: Terms,
  nodes: readonly Vector[],
  frames: readonly Frame[],
  length: number,
): [place: Vector, alongU: Vector, alongV: Vector] {
  const sums: [Vector, Vector, Vector] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const add = (k: 0 | 1 | 2, weight: number, vector: Vector) => {
    const sum = sums[k];
    sum[0] += weight * vector[0];
    sum[1] += weight * vector[1];
    sum[2] += weight * vector[2];
  };
  for (const [index, weights] of terms.nodes) {
    const node = nodes[index] ?? NOWHERE;
    for (const k of AXES) add(k, weights[k], node);
  }
  for (const [face, offsets] of terms.faces) {
    const frame = frames[face];
    if (!frame) continue;
    for (const k of AXES) {
      add(k, offsets[k][0] * length, frame.t);
      add(k, offsets[k][1] * length, frame.s);
      add(k, offsets[k][2] * length, frame.n);
    }
  }
  return sums;
}

export function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

export function normalised(vector: Vector): Vector {
  const size = Math.hypot(...vector) || 1;
  return [vector[0] / size, vector[1] / size, vector[2] / size];
}
