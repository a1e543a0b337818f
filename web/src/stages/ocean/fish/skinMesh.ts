/** Tessellates a species' skin: what every vertex hangs on, and how it is painted. */
import { shaderConstant } from "../../../shaderConstants.ts";
import type { Vector } from "../../../wire/decode.ts";
import type { SkinPatch, SpeciesInfo } from "../../../wire/messages.ts";
import { stations, type Tessellation } from "./stations.ts";
import {
  addAlongU,
  bindingTerms,
  cross,
  dot,
  evaluate,
  type FaceOffsets,
  type Frame,
  faceFrames,
  normalised,
  reverse,
  type Terms,
  termsAt,
} from "./terms.ts";
import { packTerms } from "./termTexels.ts";

const PART_BODY = shaderConstant("PART_BODY");
const PART_EYE = shaderConstant("PART_EYE");
const PART_FIN = shaderConstant("PART_FIN");
const PART_PECTORAL = shaderConstant("PART_PECTORAL");

/** How finely parts are drawn. */
export interface Detail {
  /** Of a side, from nose to tail and from back to belly. */
  body: Tessellation;
  fins: Tessellation;
  /** Of an eye from pupil to rim; at 0 it is painted only. */
  eyeSteps: number;
}

export type Parts = "body" | "fins" | "all";

export interface SkinMesh {
  /** At rest: behind the nose, up, left [L]. */
  places: Float32Array;
  /** What the fragment shader needs to know; its meaning depends on the part, which is the first. */
  paint: Float32Array;
  /** First texel of the vertex' terms, its number of nodes and of faces. */
  terms: Float32Array;
  texels: Float32Array<ArrayBuffer>;
  index: Uint16Array;
}

interface Vertex {
  terms: Terms;
  place: Vector;
  paint: [part: number, number, number, number];
}

/** Where an edge of a patch is drawn together to a point, tangents are taken this far inside. */
const INSIDE = 0.012;
/** Rays a body length of a fin's root. */
const RAYS = 62;
const PECTORAL_RAYS = shaderConstant("PECTORAL_RAYS");

export function skinMesh(species: SpeciesInfo, detail: Detail, parts: Parts): SkinMesh {
  const builder = new Builder(species);
  if (parts !== "fins") {
    builder.addSides(detail);
    if (detail.eyeSteps > 0) builder.addEyes(detail.eyeSteps);
  }
  if (parts !== "body") builder.addFins(detail.fins, parts === "all");
  return builder.build();
}

/** Places at rest that fragment shaders paint around: (behind the nose, up) [L]. */
export interface Landmarks {
  /** And how far aside. */
  eye: [number, number, number];
  mouth: [number, number, number, number];
  /** The parameter from nose to tail at which the tail fin begins. */
  tailFrom: number;
}

export function landmarks(species: SpeciesInfo): Landmarks {
  const rest = new RestBody(species);
  const side = species.skin.patches.find(({ name }) => name === "left");
  const [frontU, frontV, cornerU, cornerV] = species.skin.mouth.uv;
  const at = (u: number, v: number): [number, number, number] =>
    side ? rest.place(termsAt(side, species.skin.faces, u, v)) : [-1, 0, 0];
  const [frontAt, frontUp] = at(frontU, frontV);
  const [cornerAt, cornerUp] = at(cornerU, cornerV);
  return {
    eye: at(...species.skin.eye.uv),
    mouth: [frontAt, frontUp, cornerAt, cornerUp],
    tailFrom: side ? tailParameter(rest, side, species.skin.faces) : 0.95,
  };
}

/** The v where the tail fin begins, half way between back and belly. */
function tailParameter(rest: RestBody, side: SkinPatch, faces: Faces): number {
  let low = 0;
  let high = 1;
  for (let k = 0; k < 20; k++) {
    const middle = (low + high) / 2;
    const terms = termsAt(side, faces, 0.5, middle);
    if (rest.place(terms)[0] < rest.tailStart) low = middle;
    else high = middle;
  }
  return Math.min(low, 0.95);
}

type Faces = SpeciesInfo["skin"]["faces"];

class RestBody {
  readonly nodes: Vector[];
  readonly frames: Frame[];

  constructor({ nodes, skin }: SpeciesInfo) {
    this.nodes = [];
    for (let at = 0; at < nodes.length; at += 3) {
      this.nodes.push([nodes[at] ?? 0, nodes[at + 1] ?? 0, nodes[at + 2] ?? 0]);
    }
    this.frames = faceFrames(skin.faces, this.nodes);
  }

  node(index: number): Vector {
    return this.nodes[index] ?? [0, 0, 0];
  }

  sums(terms: Terms): [place: Vector, alongU: Vector, alongV: Vector] {
    return evaluate(terms, this.nodes, this.frames, 1);
  }

  /** (behind the nose, up, left) */
  place(terms: Terms): Vector {
    const [[x, y, z]] = this.sums(terms);
    return [this.node(0)[0] - x, z, y];
  }

  /** Where the tail fin leaves the body. */
  get tailStart(): number {
    return this.node(0)[0] - this.node(17)[0];
  }
}

class Builder {
  private readonly species: SpeciesInfo;
  private readonly rest: RestBody;
  private readonly vertices: Vertex[] = [];
  private readonly index: number[] = [];

  constructor(species: SpeciesInfo) {
    this.species = species;
    this.rest = new RestBody(species);
  }

  addSides(detail: Detail): void {
    const sides = ["left", "right"].map((name) => this.patch(name));
    for (const [k, side] of sides.entries()) {
      if (side) this.addSide(side, sides[1 - k], detail);
    }
  }

  private addSide(side: SkinPatch, other: SkinPatch | undefined, detail: Detail): void {
    const around = stations(side.degrees[0], side.rows, detail.body);
    const along = stations(side.degrees[1], side.columns, detail.body);
    const tail = tailParameter(this.rest, side, this.species.skin.faces);
    const heights = (u: number) => along.map((v) => this.rest.place(this.terms(side, u, v))[1]);
    const tops = heights(0);
    const bottoms = heights(1);
    this.grid(around, along, side.flip, (u, v, j) => {
      const terms = this.terms(side, u, v);
      const place = this.rest.place(terms);
      const onTail = v > tail;
      // Back and belly are round: there the normal is the mean of both sides'. The fin has an edge.
      if (other && (u === 0 || u === 1) && !onTail) {
        const opposite = this.terms(other, u, v);
        if (distance(this.rest.place(opposite), place) < 1e-6) addAlongU(terms, opposite);
      }
      const top = tops[j] ?? 0;
      const bottom = bottoms[j] ?? 0;
      const rise = (2 * (place[1] - bottom)) / Math.max(top - bottom, 1e-6) - 1;
      return { terms, place, paint: [PART_BODY, rise, u, v] };
    });
  }

  addFins(tessellation: Tessellation, bothFaces: boolean): void {
    for (const patch of this.species.skin.patches) {
      if (patch.name === "left" || patch.name === "right") continue;
      const pectoral = patch.name.startsWith("pectoral");
      const along = stations(patch.degrees[1], patch.columns, tessellation);
      const across = stations(patch.degrees[0], patch.rows, tessellation);
      const span = Math.abs(
        this.rest.place(this.terms(patch, 0, 1))[0] - this.rest.place(this.terms(patch, 0, 0))[0],
      );
      const rays = pectoral ? PECTORAL_RAYS : Math.max(6, Math.round(span * RAYS));
      const part = pectoral ? PART_PECTORAL : PART_FIN;
      // Of pectoral fins the side, 1 or -1; of others how many rays, those of the belly negative.
      const side = patch.name.endsWith("left") || patch.name === "dorsal" ? 1 : -1;
      const kind = pectoral ? side : side * rays;
      const vertex = (outwards: number, v: number): Vertex => {
        const terms = this.terms(patch, outwards, v);
        const place = this.rest.place(terms);
        return { terms, place, paint: [part, outwards, v * rays, kind] };
      };
      this.grid(across, along, patch.flip, vertex);
      if (bothFaces) this.turnOver(2 * (across.length - 1) * (along.length - 1));
    }
  }

  addEyes(steps: number): void {
    const { eye, faces } = this.species.skin;
    for (const [name, binding] of [
      ["left", eye.left],
      ["right", eye.right],
    ] as const) {
      const side = this.patch(name);
      if (!side) continue;
      const [, alongU, alongV] = this.rest.sums(this.terms(side, ...eye.uv));
      const out = normalised(cross(alongU, alongV));
      const along = normalised(alongV);
      const round = cross(out, along);
      const frame = this.rest.frames[binding[0]] as Frame;
      const inFrame = (vector: Vector): Vector =>
        [frame.t, frame.s, frame.n].map((axis) => dot(axis, vector)) as Vector;
      // A dome whose pole is the pupil.
      this.grid(evenly(steps), evenly(2 * steps), false, (fromTop, turned) => {
        const fromPole = fromTop * 0.62 * Math.PI;
        const angle = turned * 2 * Math.PI;
        const ring = Math.sin(fromPole);
        const rise = Math.cos(fromPole);
        const onDome = (high: number, wide: number) =>
          sum3(out, high, along, wide * Math.cos(angle), round, wide * Math.sin(angle));
        const terms = bindingTerms(binding, faces);
        const sums = terms.faces.get(binding[0]) as FaceOffsets;
        const offset = inFrame(onDome((0.55 * rise - 0.12) * eye.radius, ring * eye.radius));
        sums[0] = sums[0].map((value, axis) => value + (offset[axis] ?? 0)) as Vector;
        // Two tangents whose cross product is the dome's normal.
        const towardsRim = onDome(-ring, rise);
        sums[1] = inFrame(towardsRim);
        sums[2] = inFrame(cross(onDome(rise, ring), towardsRim));
        // From the pupil's middle to the rim, as it is seen from aside.
        const range = fromPole < Math.PI / 2 ? ring : 2 - ring;
        const paint: Vertex["paint"] = [PART_EYE, range, Math.cos(angle), Math.sin(angle)];
        return { terms, place: this.rest.place(terms), paint };
      });
    }
  }

  build(): SkinMesh {
    const { starts, texels } = packTerms(this.vertices.map(({ terms }) => terms));
    return {
      places: Float32Array.from(this.vertices.flatMap(({ place }) => place)),
      paint: Float32Array.from(this.vertices.flatMap(({ paint }) => paint)),
      terms: starts,
      texels,
      index: Uint16Array.from(this.index),
    };
  }

  private patch(name: string): SkinPatch | undefined {
    return this.species.skin.patches.find((patch) => patch.name === name);
  }

  /** Terms whose alongU x alongV points outwards. */
  private terms(patch: SkinPatch, u: number, v: number): Terms {
    const inside = (value: number) => Math.min(Math.max(value, INSIDE), 1 - INSIDE);
    const terms = termsAt(patch, this.species.skin.faces, u, v, [u, inside(v)]);
    if (patch.flip) reverse(terms);
    return terms;
  }

  /** A sheet over parameters, wound like rows x columns, or the other way round. */
  private grid(
    rows: readonly number[],
    columns: readonly number[],
    flip: boolean,
    vertex: (u: number, v: number, column: number) => Vertex,
  ): void {
    const first = this.vertices.length;
    for (const u of rows) {
      for (const [j, v] of columns.entries()) this.vertices.push(vertex(u, v, j));
    }
    for (let i = 0; i < rows.length - 1; i++) {
      for (let j = 0; j < columns.length - 1; j++) {
        const a = first + i * columns.length + j;
        const b = a + columns.length;
        if (flip) this.index.push(a, a + 1, b, b, a + 1, b + 1);
        else this.index.push(a, b, a + 1, a + 1, b, b + 1);
      }
    }
  }

  /** The last triangles once more, seen from behind. */
  private turnOver(triangles: number): void {
    const last = this.index.slice(-3 * triangles);
    for (let at = 0; at < last.length; at += 3) {
      this.index.push(last[at] ?? 0, last[at + 2] ?? 0, last[at + 1] ?? 0);
    }
  }
}

function evenly(cells: number): number[] {
  return Array.from({ length: cells + 1 }, (_, k) => k / cells);
}

function sum3(a: Vector, p: number, b: Vector, q: number, c: Vector, r: number): Vector {
  return [0, 1, 2].map(
    (axis) => (a[axis] ?? 0) * p + (b[axis] ?? 0) * q + (c[axis] ?? 0) * r,
  ) as Vector;
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
