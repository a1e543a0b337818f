/** What an obstacle is made of: forms from the catalogue, within its cylinder; page coordinates [m]. */
import * as THREE from "three";
import type { Obstacle } from "../../../wire/messages.ts";
import { formGeometry, formOf, type KindName } from "./forms.ts";
import { LEVELS, type Level } from "./levels.ts";
import { type Random, randomNumbers, wild } from "./solids.ts";

export type Colour = readonly [number, number, number];

/** A form that is drawn somewhere. */
export interface Part {
  form: number;
  place: THREE.Vector3;
  scale: THREE.Vector3;
  turn: THREE.Quaternion;
  colour: Colour;
  /** Of tips, or what grows on a stone. */
  tip: Colour;
  /** Chance of its own, 0 to 1. */
  own: number;
  /** Height of the sand that it stands in. */
  ground: number;
}

const UP = new THREE.Vector3(0, 1, 0);
const LIVING: readonly KindName[] = [
  "staghorn",
  "brain",
  "table",
  "knobs",
  "fan",
  "staghorn",
  "tubes",
  "anemone",
];
const ALGAE: Colour = [0.1, 0.15, 0.055];
const STONES: readonly Colour[] = [
  [0.33, 0.29, 0.24],
  [0.29, 0.275, 0.25],
  [0.36, 0.3, 0.22],
];

/** Colours with that of their tips. Most reef corals are brown, olive or cream, from the algae within
 * them; fans, sponges and anemones are bright. */
const HARD: readonly (readonly [Colour, Colour])[] = [
  [
    [0.4, 0.25, 0.09],
    [0.92, 0.76, 0.5],
  ],
  [
    [0.27, 0.26, 0.09],
    [0.68, 0.7, 0.36],
  ],
  [
    [0.5, 0.17, 0.2],
    [0.96, 0.66, 0.64],
  ],
  [
    [0.26, 0.18, 0.4],
    [0.72, 0.68, 0.95],
  ],
  [
    [0.1, 0.3, 0.21],
    [0.5, 0.82, 0.6],
  ],
  [
    [0.56, 0.44, 0.27],
    [0.96, 0.9, 0.74],
  ],
];
const SOFT: readonly (readonly [Colour, Colour])[] = [
  [
    [0.62, 0.1, 0.07],
    [0.95, 0.36, 0.2],
  ],
  [
    [0.42, 0.09, 0.36],
    [0.85, 0.45, 0.8],
  ],
  [
    [0.7, 0.3, 0.05],
    [1.0, 0.66, 0.25],
  ],
  [
    [0.66, 0.52, 0.08],
    [1.0, 0.88, 0.4],
  ],
];
const ANEMONES: readonly (readonly [Colour, Colour])[] = [
  [
    [0.36, 0.33, 0.16],
    [0.86, 0.5, 0.72],
  ],
  [
    [0.46, 0.3, 0.2],
    [0.96, 0.86, 0.62],
  ],
  [
    [0.2, 0.3, 0.17],
    [0.62, 0.95, 0.6],
  ],
];

export function partsOf(obstacle: Obstacle): Part[] {
  const random = randomNumbers(obstacle.seed + 1);
  const { kind } = obstacle;
  if (kind === "cylinder") return [filling(obstacle, "column", random)];
  if (kind === "rock") {
    const stone = filling(obstacle, "boulder", random);
    return [stone, ...overgrown(stone, obstacle, random, ROCK_COLONIES)];
  }
  return coralHead(obstacle, random);
}

/** A stone as wide and high as its obstacle. */
export function filling(
  { x, y, bottom, top, radius }: Omit<Obstacle, "kind" | "seed" | "height">,
  kind: KindName,
  random: Random,
): Part {
  return {
    form: formOf(kind, random),
    place: new THREE.Vector3(x, bottom, -y),
    scale: new THREE.Vector3(radius, top - bottom, radius),
    turn: new THREE.Quaternion().setFromAxisAngle(UP, 2 * Math.PI * random()),
    colour: varied(STONES[Math.floor(STONES.length * random())] as Colour, random),
    tip: varied(ALGAE, random),
    own: random(),
    ground: bottom,
  };
}

/** A mound of old reef, with living colonies all over it. */
function coralHead(obstacle: Obstacle, random: Random): Part[] {
  const { bottom, top, radius } = obstacle;
  const crown = Math.max(bottom + (top - bottom) * (0.42 + 0.14 * random()), top - 0.55 * radius);
  const base = filling({ ...obstacle, top: crown, radius: radius * 0.74 }, "mound", random);
  return [base, ...overgrown(base, obstacle, random, HEAD_COLONIES)];
}

interface Growth {
  most: number;
  /** How far from the middle the last ones grow, of the stone's own width. */
  out: number;
  /** Sizes of the first one, and of the others from and to, in radii of the obstacle. */
  sizes: readonly [number, number, number];
}

const HEAD_COLONIES: Growth = { most: 10, out: 0.9, sizes: [1.15, 0.45, 0.85] };
const ROCK_COLONIES: Growth = { most: 6, out: 1, sizes: [0.3, 0.14, 0.32] };
/** Smaller ones are not worth drawing, in radii of the obstacle. */
const LEAST = 0.11;

/** Colonies on a stone, in a spiral from its crown down, which spreads them evenly. */
function overgrown(stone: Part, bound: Obstacle, random: Random, growth: Growth): Part[] {
  const parts: Part[] = [];
  const colonies = Math.round(growth.most * (0.7 + 0.3 * random()));
  const first = Math.floor(LIVING.length * random());
  for (let colony = 0; colony < colonies; colony++) {
    const share = (colony + 0.5 * random()) / colonies;
    const angle = colony * 2.39996 + 6 * stone.own;
    const out = growth.out * Math.sqrt(share);
    const kind = LIVING[(first + colony) % LIVING.length] as KindName;
    const lean = new THREE.Vector3(out * Math.cos(angle), 1.1 - 0.6 * out, out * Math.sin(angle));
    const foot = onStone(stone, lean);
    const upright = kind === "fan" || kind === "table" ? 3 : kind === "tubes" ? 1.2 : 0;
    lean.normalize().addScaledVector(UP, upright).addScaledVector(wild(random), 0.12);
    const part = colonyPart(kind, foot, lean.normalize(), random);
    const [largest, from, to] = growth.sizes;
    const wanted = bound.radius * (colony === 0 ? largest : from + (to - from) * random());
    const size = Math.min(wanted, roomFor(part, bound));
    if (size < LEAST * bound.radius) continue;
    part.scale.setScalar(size);
    parts.push(part);
  }
  return parts;
}

/** The place of a stone's skin that lies farthest in a direction, and a little below it. */
function onStone({ form, place, scale, turn }: Part, towards: THREE.Vector3): THREE.Vector3 {
  const points = formGeometry(form, 0).getAttribute("position");
  const local = towards.clone().applyQuaternion(turn.clone().invert()).normalize();
  const point = new THREE.Vector3();
  const found = new THREE.Vector3();
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < points.count; k++) {
    const along = point
      .fromBufferAttribute(points, k)
      .setY(point.y - 0.35)
      .dot(local);
    const across = point.length() ** 2 - along ** 2;
    if (along - 2 * across <= most) continue;
    most = along - 2 * across;
    found.fromBufferAttribute(points, k);
  }
  return found.multiplyScalar(0.96).multiply(scale).applyQuaternion(turn).add(place);
}

/** A colony of size 1. */
function colonyPart(
  kind: KindName,
  foot: THREE.Vector3,
  lean: THREE.Vector3,
  random: Random,
): Part {
  const bright = kind === "fan" || kind === "tubes";
  const palette = kind === "anemone" ? ANEMONES : bright ? SOFT : HARD;
  const [colour, tip] = palette[Math.floor(palette.length * random())] ?? (palette[0] as never);
  const spin = new THREE.Quaternion().setFromAxisAngle(UP, 2 * Math.PI * random());
  return {
    form: formOf(kind, random),
    place: foot,
    scale: new THREE.Vector3(1, 1, 1),
    turn: new THREE.Quaternion().setFromUnitVectors(UP, lean).multiply(spin),
    colour: varied(colour, random),
    tip: varied(tip, random),
    own: random(),
    ground: foot.y,
  };
}

/** How large a colony may be so that all of it is within a cylinder, at any level of detail. */
function roomFor(part: Part, bound: Obstacle): number {
  return Math.min(...LEVELS.map((level) => roomAt(part, bound, level)));
}

function roomAt(
  { form, place, turn }: Part,
  { x, y, top, radius }: Obstacle,
  level: Level,
): number {
  const points = formGeometry(form, level).getAttribute("position");
  const point = new THREE.Vector3();
  const [px, pz] = [place.x - x, place.z + y];
  let room = Number.POSITIVE_INFINITY;
  for (let k = 0; k < points.count; k++) {
    point.fromBufferAttribute(points, k).applyQuaternion(turn);
    if (point.y > 0) room = Math.min(room, (top - place.y) / point.y);
    // Where the line from the foot through the point leaves the cylinder.
    const a = point.x * point.x + point.z * point.z;
    if (a < 1e-9) continue;
    const b = px * point.x + pz * point.z;
    const c = px * px + pz * pz - (0.995 * radius) ** 2;
    room = Math.min(room, (Math.sqrt(Math.max(0, b * b - a * c)) - b) / a);
  }
  return room;
}

/** No two individuals have quite the same colour: a little lighter, warmer or cooler. */
function varied([r, g, b]: Colour, random: Random): Colour {
  const bright = 0.82 + 0.36 * random();
  const warm = 0.12 * (random() - 0.5);
  return [r * bright * (1 + warm), g * bright, b * bright * (1 - warm)];
}
