/** Rocks, coral heads and plain columns, each within its bounding cylinder; page coordinates [m]. */
import * as THREE from "three";
import type { Obstacle } from "../../../wire/messages.ts";
import { lumps, type Random, randomNumbers, Solid, splits, type Tint } from "./solids.ts";

/** Smaller colonies have fewer parts [m]. */
const SMALL = 0.25;

const STONE: Tint = [0.34, 0.29, 0.235];
const DARK_STONE: Tint = [0.12, 0.108, 0.1];
const ALGAE: Tint = [0.085, 0.15, 0.05];
const CORALLINE: Tint = [0.36, 0.15, 0.2];

/** Colours of living corals, each with that of its tips. */
const CORALS: readonly (readonly [Tint, Tint])[] = [
  [
    [0.62, 0.24, 0.07],
    [1.0, 0.66, 0.36],
  ],
  [
    [0.5, 0.12, 0.3],
    [0.98, 0.5, 0.62],
  ],
  [
    [0.22, 0.12, 0.42],
    [0.68, 0.52, 0.92],
  ],
  [
    [0.55, 0.4, 0.06],
    [0.98, 0.86, 0.38],
  ],
  [
    [0.1, 0.3, 0.22],
    [0.48, 0.82, 0.52],
  ],
  [
    [0.55, 0.1, 0.07],
    [0.95, 0.36, 0.22],
  ],
];

/** The shape of an obstacle; `fine`: into how many parts the edges of its lumps are divided. */
export function obstacleGeometry(obstacle: Obstacle, fine = 7): THREE.BufferGeometry {
  const solid = new Solid();
  const random = randomNumbers(obstacle.seed + 1);
  const own = random() * 30;
  if (obstacle.kind === "cylinder") column(solid, obstacle);
  else if (obstacle.kind === "rock") rock(solid, obstacle, own, random, fine);
  else coralHead(solid, obstacle, own, random, fine);
  return solid.geometry((place) => within(place, obstacle, 1));
}

/** Within its cylinder: lumps only take away. */
function mound(
  { x, y, bottom, top, radius }: Obstacle,
  own: number,
  rough: number,
  bulk: number,
): (on: THREE.Vector3) => THREE.Vector3 {
  const middle = (bottom + top) / 2;
  const half = (top - bottom) / 2;
  return (on) => {
    const round =
      (Math.abs(on.x) ** bulk + Math.abs(on.y) ** bulk + Math.abs(on.z) ** bulk) ** (1 / bulk);
    const hills = 0.5 + 0.5 * lumps(on.x * 1.2, on.y * 1.2, on.z * 1.2, own);
    const cracks = 1 - splits(on.x, on.y, on.z, own);
    const fine = lumps(on.x * 4, on.y * 4, on.z * 4, own + 2);
    const depth = 1 - rough * (0.6 * hills + 0.28 * cracks * cracks + 0.07 * fine + 0.05);
    const wide = Math.min(1, Math.hypot(on.x, on.z) / round) / (Math.hypot(on.x, on.z) || 1);
    // The crown stays: the top is as high as was said.
    const upright = (on.y / round) * (1 - (1 - depth) * (1 - Math.max(0, on.y) ** 4));
    return new THREE.Vector3(
      x + on.x * wide * radius * depth,
      middle + upright * half,
      -y + on.z * wide * radius * depth,
    );
  };
}

function stoneTint(own: number, living: number): (on: THREE.Vector3) => Tint {
  return (on) => {
    const hill = 0.5 + 0.5 * lumps(on.x * 1.2, on.y * 1.2, on.z * 1.2, own);
    const crack = 1 - splits(on.x, on.y, on.z, own);
    const patch = lumps(on.x * 2.7, on.y * 2.7, on.z * 2.7, own + 5);
    let tint = mixed(STONE, DARK_STONE, 0.45 * hill + 0.7 * crack ** 3 + (on.y < -0.1 ? 0.3 : 0));
    tint = mixed(tint, ALGAE, smooth(0.25, 0.95, on.y + 0.5 * patch) * 0.6);
    return mixed(tint, CORALLINE, smooth(0.25, 0.6, patch) * living);
  };
}

function rock(solid: Solid, obstacle: Obstacle, own: number, random: Random, fine: number): void {
  const rough = 0.36 + 0.2 * random();
  const bulk = 2 + 1.3 * random();
  solid.lump(fine, mound(obstacle, own, rough, bulk), stoneTint(own, 0.35));
}

function column(solid: Solid, { x, y, bottom, top, radius }: Obstacle): void {
  const rings = [0, 0.25, 0.5, 0.75, 0.965, 1, 1];
  const widths = [1, 1, 1, 1, 1, 0.94, 0.02];
  solid.tube(
    rings.map((share) => new THREE.Vector3(x, bottom + (top - bottom) * share, -y)),
    widths.map((width) => width * radius),
    rings.map((share) => mixed(DARK_STONE, [0.34, 0.33, 0.3], 0.25 + 0.75 * share)),
    28,
  );
}

/** A mound of old reef with living colonies on it. */
function coralHead(
  solid: Solid,
  obstacle: Obstacle,
  own: number,
  random: Random,
  fine: number,
): void {
  const { x, y, bottom, top, radius } = obstacle;
  const height = top - bottom;
  const crown = Math.max(bottom + height * (0.6 + 0.12 * random()), top - 0.55 * radius);
  const base = { ...obstacle, top: crown, radius: radius * 0.86 };
  solid.lump(fine, mound(base, own, 0.35, 2.4), stoneTint(own, 0.8));
  const shape = mound(base, own, 0.35, 2.4);
  const forms = [staghorn, brain, table, tubes, fan];
  const first = Math.floor(random() * forms.length);
  const colonies = 6 + Math.floor(random() * 4);
  for (let colony = 0; colony < colonies; colony++) {
    // A spiral from the crown down spreads them evenly.
    const share = (colony + 0.4 * random()) / colonies;
    const angle = colony * 2.4 + own;
    const up = 1 - 0.9 * share;
    const aside = Math.sqrt(1 - up * up);
    const foot = shape(new THREE.Vector3(aside * Math.cos(angle), up, aside * Math.sin(angle)));
    const room = Math.min(
      top - foot.y,
      (0.45 + 0.25 * random()) * radius,
      radius - Math.hypot(foot.x - x, foot.z + y) + 0.45 * radius,
    );
    if (room < 0.08 * radius) continue;
    const outwards = new THREE.Vector3(foot.x - x, 0, foot.z + y)
      .divideScalar(radius)
      .setY(1)
      .normalize();
    const colour = CORALS[Math.floor(random() * CORALS.length)] ?? CORALS[0];
    const form = forms[(first + colony) % forms.length];
    form?.({
      solid,
      foot,
      outwards,
      size: room,
      colour: colour as readonly [Tint, Tint],
      random,
      bound: obstacle,
    });
  }
}

interface Colony {
  solid: Solid;
  foot: THREE.Vector3;
  outwards: THREE.Vector3;
  size: number;
  colour: readonly [Tint, Tint];
  random: Random;
  bound: Obstacle;
}

/** Branches that fork, pale at their tips. */
function staghorn({ solid, foot, outwards, size, colour, random, bound }: Colony): void {
  const branch = (
    from: THREE.Vector3,
    direction: THREE.Vector3,
    length: number,
    width: number,
    forks: number,
  ) => {
    const bend = wild(random).multiplyScalar(0.35).addScaledVector(UP, 0.35);
    const middle = from.clone().addScaledVector(direction, length * 0.5);
    const end = within(
      middle.clone().addScaledVector(direction.clone().add(bend).normalize(), length * 0.5),
      bound,
    );
    const tips = forks === 0 ? colour[1] : mixed(colour[0], colour[1], 0.35);
    solid.tube(
      [from, middle, end],
      [width, width * 0.8, width * 0.45],
      [colour[0], mixed(colour[0], tips, 0.4), tips],
      5,
    );
    if (forks === 0) return;
    for (let fork = 0; fork < 2; fork++) {
      const next = direction
        .clone()
        .addScaledVector(wild(random), 0.75)
        .addScaledVector(UP, 0.25)
        .normalize();
      branch(fork === 0 ? end : middle, next, length * 0.62, width * 0.68, forks - 1);
    }
  };
  const stems = size < SMALL ? 3 : 5;
  for (let stem = 0; stem < stems; stem++) {
    const direction = outwards.clone().addScaledVector(wild(random), 0.7).normalize();
    branch(foot, direction, size * 0.5, size * 0.06, 2);
  }
}

/** A ball with furrows. */
function brain({ solid, foot, outwards, size, colour, bound }: Colony): void {
  const radius = size * 0.55;
  solid.lump(
    size < SMALL ? 2 : 4,
    (on) =>
      within(
        foot
          .clone()
          .addScaledVector(on, radius)
          .addScaledVector(outwards, radius * 0.35),
        bound,
      ),
    (on) => mixed(colour[0], colour[1], smooth(-0.6, 1, on.y) * 0.75),
    1,
  );
}

/** A foot with a wide plate. */
function table({ solid, foot, size, colour, random, bound }: Colony): void {
  const top = foot.clone().addScaledVector(UP, size * 0.45);
  solid.tube([foot, top], [size * 0.14, size * 0.1], [colour[0], colour[0]], 6);
  const own = random() * 20;
  solid.lump(
    size < SMALL ? 2 : 4,
    (on) => {
      const rim = 1 + 0.22 * Math.sin(5 * Math.atan2(on.z, on.x) + own) * Math.hypot(on.x, on.z);
      const curl = 0.16 * (on.x * on.x + on.z * on.z);
      return within(
        top
          .clone()
          .add(
            new THREE.Vector3(
              on.x * size * 0.85 * rim,
              (on.y * 0.09 + curl) * size,
              on.z * size * 0.85 * rim,
            ),
          ),
        bound,
      );
    },
    (on) => mixed(colour[0], colour[1], smooth(0.55, 1, Math.hypot(on.x, on.z))),
  );
}

/** Upright pipes, dark inside. */
function tubes({ solid, foot, outwards, size, colour, random, bound }: Colony): void {
  const pipes = 5 + Math.floor(random() * 3);
  for (let pipe = 0; pipe < pipes; pipe++) {
    const lean = outwards
      .clone()
      .addScaledVector(wild(random), 0.5)
      .addScaledVector(UP, 0.8)
      .normalize();
    const length = size * (0.5 + 0.5 * random());
    const end = within(foot.clone().addScaledVector(lean, length), bound);
    const middle = foot.clone().lerp(end, 0.55);
    const width = size * (0.075 + 0.035 * random());
    const brim = end.clone().addScaledVector(lean, -0.02 * size);
    const inside = end.clone().addScaledVector(lean, -0.12 * size);
    solid.tube(
      [foot, middle, end, brim, inside],
      [width * 0.7, width, width * 1.1, width * 0.75, width * 0.6],
      [colour[0], colour[0], colour[1], colour[0], [0.02, 0.02, 0.03]],
      7,
    );
  }
}

/** A sea fan: forks in one plane. */
function fan({ solid, foot, outwards, size, colour, random, bound }: Colony): void {
  const aside = new THREE.Vector3().crossVectors(outwards, UP);
  if (aside.lengthSq() < 0.01) aside.set(Math.cos(random() * 6), 0, Math.sin(random() * 6));
  aside.normalize();
  const fork = (
    from: THREE.Vector3,
    angle: number,
    length: number,
    width: number,
    left: number,
  ) => {
    const end = within(
      from
        .clone()
        .addScaledVector(UP, length * Math.cos(angle))
        .addScaledVector(aside, length * Math.sin(angle)),
      bound,
    );
    solid.tube(
      [from, end],
      [width, width * 0.72],
      [colour[0], mixed(colour[0], colour[1], 1 - left / 4)],
      4,
    );
    if (left === 0) return;
    fork(end, angle + 0.3 + 0.25 * random(), length * 0.78, width * 0.72, left - 1);
    fork(end, angle - 0.3 - 0.25 * random(), length * 0.78, width * 0.72, left - 1);
  };
  fork(foot, 0, size * 0.32, size * 0.04, size < SMALL ? 3 : 4);
}

const UP = new THREE.Vector3(0, 1, 0);

/** Any direction. */
function wild(random: Random): THREE.Vector3 {
  return new THREE.Vector3(random() * 2 - 1, random() * 2 - 1, random() * 2 - 1);
}

/** Nothing leaves its cylinder; thick things keep away from its edge. */
function within(
  place: THREE.Vector3,
  { x, y, top, radius }: Obstacle,
  share = 0.95,
): THREE.Vector3 {
  const out = Math.hypot(place.x - x, place.z + y);
  const most = share * radius;
  if (out > most) {
    place.x = x + ((place.x - x) * most) / out;
    place.z = -y + ((place.z + y) * most) / out;
  }
  place.y = Math.min(place.y, top);
  return place;
}

function mixed(a: Tint, b: Tint, share: number): Tint {
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
