/** Streets, pavements with kerbs, crossings, squares and grass: all that one stands on. */
import GROUND_FRAGMENT from "shaders/figures/ground.frag.glsl";
import GROUND_VERTEX from "shaders/figures/ground.vert.glsl";
import type * as THREE from "three";
import type { Daylight } from "../daylight.ts";
import { type Edge, edges, without } from "./areas.ts";
import {
  ASPHALT,
  GRAVEL,
  KERBSTONE,
  LAWN,
  LINE,
  MEADOW,
  PAVEMENT,
  PIT,
  SQUARE,
  YARD,
  ZEBRA,
} from "./kinds.ts";
import { still } from "./plain.ts";
import { type Area, KERB, type TownPlan } from "./plan.ts";
import { Quads } from "./quads.ts";
import type { Point, Strip } from "./strip.ts";

/** Of the land around the town [m]. */
const AROUND = 700;
const KERB_WIDTH = 0.16;
/** Half of the bare ground around a tree in a pavement. */
const PIT_HALF = 0.63;
const SEEN_THROUGH = 0.02;
/** Of a line in the middle of a road, and how wide roads are that have one. */
const DASH = 1.6;
const NARROWEST_MARKED = 5;

/** Something of one kind, and whether it is where cars drive. */
interface Layer {
  kind: number;
  areas: readonly Area[];
  sunk?: boolean;
}

export function groundMesh(plan: TownPlan, daylight: Daylight): THREE.Mesh {
  const quads = new Quads();
  const layers = layersOf(plan);
  for (const [k, { kind, areas, sunk = false }] of layers.entries()) {
    // What lies above is cut out: two that lie in one plane would flicker.
    const above = layers.slice(k + 1).flatMap((layer) => layer.areas);
    for (const area of areas) {
      for (const part of without(area, above)) quads.lay(part, sunk ? -KERB : 0, kind, k);
    }
  }
  // Between two parts a pixel may be left free: there this one is seen.
  for (const part of without(plan, plan.sunkRoads)) quads.lay(part, -SEEN_THROUGH, YARD, 0);
  const top = layers.length;
  const askew = (strips: readonly Strip[]) => strips.filter(({ area }) => area === null);
  for (const path of askew(plan.paths)) quads.layStrip(path, 0, GRAVEL, top);
  for (const strip of askew(plan.pavements)) quads.layStrip(strip, 0, PAVEMENT, top + 1);
  for (const road of plan.flatRoads) quads.layStrip(road, 0, ASPHALT, top + 2);
  for (const crossing of plan.crossings) {
    const sunk = plan.sunkRoads.some((road) => isIn(road, crossing.at(crossing.length / 2)));
    quads.layStrip(crossing, sunk ? -KERB : 0, ZEBRA, top + 3);
  }
  for (const edge of edges(plan.sunkRoads)) faceKerb(quads, edge);
  return still(quads.geometry(), daylight.material(GROUND_VERTEX, GROUND_FRAGMENT));
}

/** From below to above; only what lies along the axes. */
function layersOf(plan: TownPlan): Layer[] {
  const straight = (strips: readonly Strip[]) => strips.flatMap(({ area }) => area ?? []);
  const land: Area = {
    low: [plan.low[0] - AROUND, plan.low[1] - AROUND],
    high: [plan.high[0] + AROUND, plan.high[1] + AROUND],
  };
  const pits = plan.trees.filter(({ at }) => isPaved(plan, at)).map(({ at }) => at);
  const around = (half: number) => (at: Point) => ({
    low: [at[0] - half, at[1] - half] as const,
    high: [at[0] + half, at[1] + half] as const,
  });
  const roads = plan.sunkRoads;
  return [
    { kind: MEADOW, areas: [land] },
    { kind: YARD, areas: [plan] },
    { kind: SQUARE, areas: plan.squares },
    { kind: LAWN, areas: plan.lawns },
    { kind: GRAVEL, areas: straight(plan.paths) },
    { kind: PAVEMENT, areas: straight(plan.pavements) },
    { kind: KERBSTONE, areas: pits.map(around(PIT_HALF + 0.12)) },
    { kind: PIT, areas: pits.map(around(PIT_HALF)) },
    { kind: KERBSTONE, areas: edges(roads).map(kerbTop) },
    { kind: ASPHALT, areas: roads, sunk: true },
    { kind: LINE, areas: roads.flatMap((road) => middleLine(road, plan)), sunk: true },
  ];
}

function isIn({ low, high }: Area, [x, y]: Point): boolean {
  return x > low[0] && x < high[0] && y > low[1] && y < high[1];
}

function isPaved({ pavements, squares, lawns }: TownPlan, at: Point): boolean {
  const paved = squares.some((area) => isIn(area, at)) || pavements.some((one) => one.covers(at));
  return paved && !lawns.some((area) => isIn(area, at));
}

function kerbTop({ axis, from, to, at, outwards }: Edge): Area {
  const [inner, outer] = [
    Math.min(at, at + outwards * KERB_WIDTH),
    Math.max(at, at + outwards * KERB_WIDTH),
  ];
  return axis === 0
    ? { low: [from, inner], high: [to, outer] }
    : { low: [inner, from], high: [outer, to] };
}

/** A stone's face to the carriageway. */
function faceKerb(quads: Quads, { axis, from, to, at, outwards }: Edge): void {
  // Against the clock, seen from the carriageway.
  const [a, b] = (axis === 0) === outwards > 0 ? [from, to] : [to, from];
  const corners = [
    [a, -KERB],
    [b, -KERB],
    [b, 0],
    [a, 0],
  ].flatMap(([along = 0, z = 0]) => (axis === 0 ? [along, at, z] : [at, along, z]));
  const normal = axis === 0 ? [0, -outwards, 0] : [-outwards, 0, 0];
  quads.quad(corners, normal, KERBSTONE, 0);
}

/** A broken line, where nothing crosses. */
function middleLine(road: Area, { sunkRoads, crossings }: TownPlan): Area[] {
  const size = [road.high[0] - road.low[0], road.high[1] - road.low[1]] as const;
  const axis = size[0] > size[1] ? 0 : 1;
  const other = axis === 0 ? 1 : 0;
  if (size[other] < NARROWEST_MARKED) return [];
  const middle = (road.low[other] + road.high[other]) / 2;
  const others = sunkRoads.filter((one) => one !== road);
  const inTheWay = [...others, ...crossings.flatMap(({ area }) => area ?? [])].filter(
    ({ low, high }) => low[other] < middle && high[other] > middle,
  );
  const dashes: Area[] = [];
  for (let from = road.low[axis] + 1; from + DASH < road.high[axis]; from += 2.5 * DASH) {
    const to = from + DASH;
    if (inTheWay.some(({ low, high }) => low[axis] < to + 1 && high[axis] > from - 1)) continue;
    const [below, above] = [middle - 0.06, middle + 0.06];
    dashes.push(
      axis === 0
        ? { low: [from, below], high: [to, above] }
        : { low: [below, from], high: [above, to] },
    );
  }
  return dashes;
}
