/** What the town is drawn from: where streets, houses and things are [m]. */
import type { Crossing, Street, TownDocument } from "../../../wire/figures.ts";
import { Rolls } from "./rolls.ts";
import { type Point, Strip } from "./strip.ts";

export interface Area {
  low: Point;
  high: Point;
}

export interface House extends Area {
  height: number;
  colour: string;
  roof: string;
  roofColour: string;
}

export interface Thing {
  at: Point;
  /** [rad], left of the x axis. */
  heading: number;
}

export interface Tree {
  at: Point;
  height: number;
  crown: number;
}

/** One of the lamps that show how a street light stands. */
export interface LightPole extends Thing {
  /** Its number in the document. */
  light: number;
}

export interface TownPlan extends Area {
  /** Along an axis: they lie lower than what is around them. */
  sunkRoads: readonly Area[];
  /** Askew: painted on the ground. */
  flatRoads: readonly Strip[];
  pavements: readonly Strip[];
  /** From kerb to kerb, as one walks. */
  crossings: readonly Strip[];
  squares: readonly Area[];
  lawns: readonly Area[];
  paths: readonly Strip[];
  houses: readonly House[];
  trees: readonly Tree[];
  /** Around the town, where nobody comes. */
  woods: readonly Tree[];
  benches: readonly Thing[];
  lamps: readonly Thing[];
  lights: readonly LightPole[];
}

/** How far the carriageway lies below the pavement [m]. */
export const KERB = 0.07;
/** Within which a step down a kerb is smoothed [m]. */
const STEP = 0.3;
/** Between two lamp posts, and from the kerb [m]. */
const LAMP_SPACING = 15;
const FROM_KERB = 0.38;
/** How near to the town's end a road leads out of it, and how far it is drawn then [m]. */
const AT_THE_END = 1;
const LEAD_ON = 320;
const GROVES = 60;
const WOODS_REACH = 170;
/** How far beside the stripes a light stands [m]. */
const BESIDE_STRIPES = 0.45;

export function planOf(document: TownDocument): TownPlan {
  const { street, square, town } = document;
  const roads = street.map((one) => ledOn(Strip.between(one.start, one.end, one.width), town));
  return {
    low: town.low,
    high: town.high,
    sunkRoads: roads.flatMap((road) => road.area ?? []),
    flatRoads: roads.filter((road) => road.area === null),
    pavements: street.flatMap(pavementsOf),
    crossings: document.crossing.flatMap((one) => crossingOf(document, one) ?? []),
    squares: square.filter(({ ground }) => ground !== "lawn"),
    lawns: square.filter(({ ground }) => ground === "lawn"),
    paths: document.path.flatMap(({ points, width }) =>
      points.slice(1).map((to, k) => Strip.between(points[k] ?? to, to, width, width / 2)),
    ),
    houses: document.building.map(({ low, high, height, color, roof, roof_color }) => ({
      low,
      high,
      height,
      colour: color,
      roof,
      roofColour: roof_color,
    })),
    trees: document.tree,
    woods: woodsOf(town, roads),
    benches: document.bench.map(({ at, faces }) => ({ at, heading: (faces * Math.PI) / 180 })),
    lamps: lampsOf(document),
    lights: lightsOf(document),
  };
}

/** A road that reaches the town's end does not end there. */
function ledOn(road: Strip, { low, high }: Area): Strip {
  const reaches = ([x, y]: Point) =>
    Math.min(x - low[0], high[0] - x, y - low[1], high[1] - y) < AT_THE_END;
  return new Strip(
    reaches(road.start) ? road.at(-LEAD_ON) : road.start,
    reaches(road.end) ? road.at(road.length + LEAD_ON) : road.end,
    road.half,
  );
}

function pavementsOf({ start, end, width, pavement }: Street): Strip[] {
  const middle = Strip.between(start, end, width);
  const aside = (width + pavement) / 2;
  return [aside, -aside].map((left) =>
    // They meet at corners.
    Strip.between(middle.at(0, left), middle.at(middle.length, left), pavement),
  );
}

function crossingOf(document: TownDocument, { street, at, width }: Crossing): Strip | null {
  const own = document.street.find(({ name }) => name === street);
  if (!own) return null;
  const middle = Strip.between(own.start, own.end, own.width);
  return Strip.between(middle.at(at, own.width / 2), middle.at(at, -own.width / 2), width);
}

/** At both ends of a crossing, looking at who comes from the other one. */
function lightsOf(document: TownDocument): LightPole[] {
  return document.crossing.flatMap((crossing) => {
    const light = document.light.findIndex(({ name }) => name === crossing.light);
    const strip = crossingOf(document, crossing);
    if (light < 0 || !strip) return [];
    const aside = strip.half + BESIDE_STRIPES;
    return [
      { at: strip.at(-FROM_KERB, aside), heading: strip.heading, light },
      { at: strip.at(strip.length + FROM_KERB, -aside), heading: strip.heading + Math.PI, light },
    ];
  });
}

/** Along the kerbs, on one side and on the other in turn, where nothing crosses. */
function lampsOf(document: TownDocument): Thing[] {
  const streets = document.street.map((one) => Strip.between(one.start, one.end, one.width));
  const crossings = document.crossing.flatMap((one) => crossingOf(document, one) ?? []);
  return streets.flatMap((street, k) => {
    const count = Math.max(0, Math.floor(street.length / LAMP_SPACING));
    const spacing = street.length / Math.max(1, count);
    return Array.from({ length: count }, (_, number) => {
      const side = number % 2 ? -1 : 1;
      const along = (number + 0.5) * spacing;
      const at = street.at(along, side * (street.half + FROM_KERB));
      return { at, heading: street.heading - (side * Math.PI) / 2 };
    }).filter(
      ({ at }) =>
        streets.every((other, which) => which === k || !other.covers(at, 1)) &&
        crossings.every((crossing) => !crossing.covers(at, 1.5)) &&
        document.tree.every((tree) => Math.hypot(tree.at[0] - at[0], tree.at[1] - at[1]) > 1.2),
    );
  });
}

/** Trees in the land around, on their own or a few together; none on the roads. */
function woodsOf({ low, high }: Area, roads: readonly Strip[]): Tree[] {
  const rolls = new Rolls(88);
  const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const half = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2] as const;
  const trees: Tree[] = [];
  for (let grove = 0; grove < GROVES; grove++) {
    const turn = rolls.between(0, 2 * Math.PI);
    // From the town's edge outwards, most of them near it.
    const edge =
      1 / Math.max(Math.abs(Math.cos(turn)) / half[0], Math.abs(Math.sin(turn)) / half[1]);
    const far = edge + 5 + WOODS_REACH * rolls.next() ** 2;
    for (let k = Math.floor(rolls.between(1, 5)); k > 0; k--) {
      const at: Point = [
        x + far * Math.cos(turn) + rolls.between(-6, 6),
        y + far * Math.sin(turn) + rolls.between(-6, 6),
      ];
      const outside =
        at[0] < low[0] - 3 || at[0] > high[0] + 3 || at[1] < low[1] - 3 || at[1] > high[1] + 3;
      if (!outside || roads.some((road) => road.covers(at, 3))) continue;
      trees.push({ at, height: rolls.between(6, 11), crown: rolls.between(2, 3.4) });
    }
  }
  return trees;
}

/** How high the ground is: 0, or lower where cars would drive [m]. */
export function groundHeight(
  { sunkRoads }: Pick<TownPlan, "sunkRoads">,
  x: number,
  y: number,
): number {
  let inside = Number.NEGATIVE_INFINITY;
  for (const { low, high } of sunkRoads) {
    const reach = Math.min(x - low[0], high[0] - x, y - low[1], high[1] - y);
    if (reach > inside) inside = reach;
  }
  const share = Math.min(1, Math.max(0, inside / STEP + 0.5));
  return 0 - KERB * share * share * (3 - 2 * share);
}
