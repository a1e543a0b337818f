import assert from "node:assert/strict";
import { test } from "node:test";
import { basisAt } from "../src/stages/ocean/fish/bspline.ts";
import { type Detail, skinMesh } from "../src/stages/ocean/fish/skinMesh.ts";
import {
  cross,
  dot,
  evaluate,
  faceFrame,
  faceFrames,
  minus,
  normalised,
  plus,
  type Terms,
  termsAt,
} from "../src/stages/ocean/fish/terms.ts";
import { packTerms } from "../src/stages/ocean/fish/termTexels.ts";
import type { Vector } from "../src/wire/decode.ts";
import type { SkinPatch } from "../src/wire/messages.ts";
import { bentBody, restBody, someSpecies } from "./species.ts";

const species = someSpecies();
const { faces, patches } = species.skin;
const BODIES: [string, Vector[]][] = [
  ["at rest", restBody(species)],
  ["bent left", bentBody(species, 2.5)],
  ["bent sharply right", bentBody(species, -4)],
];
const DETAIL: Detail = { body: "control", fins: 3, eyeSteps: 3 };

function patchOf(name: string): SkinPatch {
  const patch = patches.find((one) => one.name === name);
  assert.ok(patch, name);
  return patch;
}

/** Control points by the words of the contract, one by one. */
function controlPoints({ bindings }: SkinPatch, nodes: Vector[]): Vector[] {
  const points: Vector[] = [];
  for (let at = 0; at < bindings.length; at += 6) {
    const [face = 0, u = 0, v = 0, dt = 0, ds = 0, dn = 0] = bindings.slice(at, at + 6);
    const [a, b, c, d] = (faces[face] as number[]).map((node) => nodes[node] as Vector) as [
      Vector,
      Vector,
      Vector,
      Vector,
    ];
    const { t, s, n } = faceFrame(a, b, c, d);
    points.push(
      [0, 1, 2].map(
        (k) =>
          (1 - u) * (1 - v) * (a[k] as number) +
          u * (1 - v) * (b[k] as number) +
          u * v * (c[k] as number) +
          (1 - u) * v * (d[k] as number) +
          dt * (t[k] as number) +
          ds * (s[k] as number) +
          dn * (n[k] as number),
      ) as Vector,
    );
  }
  return points;
}

/** A point of a B-spline curve by de Boor's corner cutting, without basis functions. */
function deBoor(points: Vector[], degree: number, t: number): Vector {
  const spans = points.length - degree;
  const knots = [
    ...Array(degree).fill(0),
    ...Array.from({ length: spans + 1 }, (_, k) => k / spans),
    ...Array(degree).fill(1),
  ] as number[];
  let span = degree;
  while (span < points.length - 1 && t >= (knots[span + 1] as number)) span++;
  const work = Array.from({ length: degree + 1 }, (_, k) => points[span - degree + k] as Vector);
  for (let r = 1; r <= degree; r++) {
    for (let k = degree; k >= r; k--) {
      const low = knots[span - degree + k] as number;
      const high = knots[span + 1 + k - r] as number;
      const share = (t - low) / (high - low);
      const [p, q] = [work[k - 1] as Vector, work[k] as Vector];
      work[k] = [0, 1, 2].map(
        (axis) => (1 - share) * (p[axis] as number) + share * (q[axis] as number),
      ) as Vector;
    }
  }
  return work[degree] as Vector;
}

function surfacePoint(patch: SkinPatch, nodes: Vector[], u: number, v: number): Vector {
  const points = controlPoints(patch, nodes);
  const rows = Array.from({ length: patch.rows }, (_, row) =>
    deBoor(points.slice(row * patch.columns, (row + 1) * patch.columns), patch.degrees[1], v),
  );
  return deBoor(rows, patch.degrees[0], u);
}

function apart(a: Vector, b: Vector): number {
  return Math.hypot(...minus(a, b));
}

test("basis functions sum to one, and their slopes to nothing", () => {
  for (const [degree, count] of [
    [1, 2],
    [3, 4],
    [3, 21],
    [2, 9],
  ] as const) {
    for (let t = 0; t <= 1; t += 0.05) {
      const { first, values, slopes } = basisAt(degree, count, t);
      const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
      assert.ok(first >= 0 && first + degree < count);
      assert.ok(Math.abs(sum(values) - 1) < 1e-12);
      assert.ok(Math.abs(sum(slopes)) < 1e-9);
    }
  }
});

test("merged sums are the B-spline surface of the bound control points", () => {
  for (const [pose, nodes] of BODIES) {
    for (const patch of patches) {
      for (const u of [0, 0.21, 0.5, 0.83, 1]) {
        for (const v of [0, 0.07, 0.4, 0.77, 1]) {
          const [place] = evaluate(termsAt(patch, faces, u, v), nodes, faceFrames(faces, nodes), 1);
          const expected = surfacePoint(patch, nodes, u, v);
          assert.ok(apart(place, expected) < 1e-12, `${patch.name} ${pose} at ${u}, ${v}`);
        }
      }
    }
  }
});

test("tangents are the derivatives of the place", () => {
  const d = 1e-5;
  for (const [pose, nodes] of BODIES) {
    for (const patch of patches) {
      const at = (u: number, v: number) =>
        evaluate(termsAt(patch, faces, u, v), nodes, faceFrames(faces, nodes), 1);
      for (const [u, v] of [
        [0.31, 0.13],
        [0.62, 0.48],
        [0.87, 0.91],
      ] as const) {
        const [, alongU, alongV] = at(u, v);
        const step = (a: Vector, b: Vector) => minus(a, b).map((x) => x / (2 * d)) as Vector;
        const name = `${patch.name} ${pose} at ${u}, ${v}`;
        assert.ok(apart(step(at(u + d, v)[0], at(u - d, v)[0]), alongU) < 1e-6, name);
        assert.ok(apart(step(at(u, v + d)[0], at(u, v - d)[0]), alongV) < 1e-6, name);
      }
    }
  }
});

test("lengths scale offsets as they scale nodes", () => {
  const [, nodes] = BODIES[1] as [string, Vector[]];
  const terms = termsAt(patchOf("left"), faces, 0.3, 0.6);
  const twice = nodes.map((node) => plus(node, node));
  const [[x, y, z]] = evaluate(terms, nodes, faceFrames(faces, nodes), 1);
  assert.ok(
    apart(evaluate(terms, twice, faceFrames(faces, twice), 2)[0], [2 * x, 2 * y, 2 * z]) < 1e-12,
  );
});

/** Vertices of a mesh as the shader adds them up from its texels. */
function shaderSums(
  mesh: ReturnType<typeof skinMesh>,
  nodes: Vector[],
): { place: Vector; normal: Vector }[] {
  const frames = faces.map((face) => {
    const [a, b, c, d] = face.map((node) => nodes[node] as Vector);
    return faceFrame(a as Vector, b as Vector, c as Vector, d as Vector);
  });
  const texel = (index: number) => [...mesh.texels.subarray(index * 4, index * 4 + 4)];
  return Array.from({ length: mesh.terms.length / 3 }, (_, vertex) => {
    const [first = 0, nodeTerms = 0, faceTerms = 0] = mesh.terms.subarray(3 * vertex);
    const sums: Vector[] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    const add = (k: number, weight: number, vector: Vector) => {
      const sum = sums[k] as Vector;
      for (const axis of [0, 1, 2] as const) sum[axis] += weight * vector[axis];
    };
    for (let k = 0; k < nodeTerms; k++) {
      const [node = 0, ...weights] = texel(first + k);
      for (const [part, weight] of weights.entries()) add(part, weight, nodes[node] as Vector);
    }
    for (let k = 0; k < faceTerms; k++) {
      const at = first + nodeTerms + 3 * k;
      const { t, s, n } = frames[texel(at)[3] as number] as (typeof frames)[number];
      for (const part of [0, 1, 2]) {
        const [dt = 0, ds = 0, dn = 0] = texel(at + part);
        add(part, dt, t);
        add(part, ds, s);
        add(part, dn, n);
      }
    }
    const [place, alongU, alongV] = sums as [Vector, Vector, Vector];
    return { place, normal: normalised(cross(alongU, alongV)) };
  });
}

test("left and right meet without a crack, with one normal on back and belly", () => {
  const mesh = skinMesh(species, { ...DETAIL, eyeSteps: 0 }, "body");
  const along = 20;
  const around = 8;
  const side = (along + 1) * (around + 1);
  for (const [pose, nodes] of BODIES) {
    const vertices = shaderSums(mesh, nodes);
    assert.equal(vertices.length, 2 * side);
    for (const row of [0, around]) {
      for (let column = 0; column <= along; column++) {
        const vertex = row * (along + 1) + column;
        const left = vertices[vertex] as (typeof vertices)[number];
        const right = vertices[side + vertex] as (typeof vertices)[number];
        assert.equal(apart(left.place, right.place), 0, `${pose}, row ${row}, column ${column}`);
        // The tail fin has an edge instead.
        if (mesh.paint[4 * vertex + 3] === 0) assert.ok(dot(left.normal, right.normal) > 0.9999);
      }
    }
  }
});

test("normals point outwards, also in a sharp bend, and triangles face their way", () => {
  for (const parts of ["body", "all"] as const) {
    const mesh = skinMesh(species, DETAIL, parts);
    for (const [pose, nodes] of BODIES) {
      const vertices = shaderSums(mesh, nodes);
      // The middle of the body beside a place: between the centres of the cross-sections.
      const spine = [1, 5, 9, 13, 17].map((first) =>
        [0, 1, 2].map(
          (axis) =>
            [0, 1, 2, 3].reduce(
              (sum, k) => sum + ((nodes[first + k] as Vector)[axis] as number),
              0,
            ) / 4,
        ),
      ) as Vector[];
      vertices.forEach(({ place, normal }, vertex) => {
        const [part, , , outwards] = mesh.paint.subarray(4 * vertex, 4 * vertex + 4);
        assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-6, `${pose}: ${vertex} has no normal`);
        const behindNose = mesh.places[3 * vertex] ?? 0;
        if (part !== 0 || outwards !== 0 || behindNose < 0.2) return;
        const near = Math.min(...spine.map((centre) => apart(centre, place)));
        const centre = spine.find((one) => apart(one, place) === near) as Vector;
        assert.ok(dot(normal, minus(place, centre)) > 0, `${pose}: ${vertex} faces inwards`);
      });
      let agree = 0;
      let oneSided = 0;
      for (let at = 0; at < mesh.index.length; at += 3) {
        const corners = [...mesh.index.subarray(at, at + 3)].map(
          (vertex) => vertices[vertex] as (typeof vertices)[number],
        );
        const [a, b, c] = corners as [
          (typeof corners)[number],
          (typeof corners)[number],
          (typeof corners)[number],
        ];
        if ((mesh.paint[4 * (mesh.index[at] ?? 0)] ?? 0) >= 2) continue;
        const facing = cross(minus(b.place, a.place), minus(c.place, a.place));
        if (Math.hypot(...facing) < 1e-7) continue;
        oneSided++;
        if (dot(facing, plus(a.normal, plus(b.normal, c.normal))) > 0) agree++;
      }
      assert.ok(
        agree > 0.985 * oneSided,
        `${pose}: ${oneSided - agree} of ${oneSided} turned round`,
      );
    }
  }
});

test("the eyes look to their sides", () => {
  const mesh = skinMesh(species, DETAIL, "body");
  const vertices = shaderSums(mesh, restBody(species));
  const pupils = vertices.filter((_, k) => mesh.paint[4 * k] === 1 && mesh.paint[4 * k + 1] === 0);
  assert.ok(pupils.length > 0);
  for (const { place, normal } of pupils) assert.ok(place[1] * normal[1] > 0);
  assert.ok(pupils.some(({ place }) => place[1] > 0) && pupils.some(({ place }) => place[1] < 0));
});

test("packing keeps all terms that count", () => {
  const terms: Terms = {
    nodes: new Map([
      [7, [0.25, -1, 2]],
      [9, [0, 0, 1e-12]],
    ]),
    faces: new Map([
      [
        3,
        [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ],
      ],
    ]),
  };
  const { starts, texels } = packTerms([terms, terms]);
  assert.deepEqual([...starts], [0, 1, 1, 4, 1, 1]);
  assert.deepEqual(
    [...texels.subarray(0, 16)],
    [7, 0.25, -1, 2, 1, 2, 3, 3, 4, 5, 6, 0, 7, 8, 9, 0],
  );
});
