/** Houses: walls, roofs and awnings as few faces; the shader paints the rest. */
import FACADE_FRAGMENT from "shaders/figures/facade.frag.glsl";
import FACADE_VERTEX from "shaders/figures/facade.vert.glsl";
import * as THREE from "three";
import type { Daylight } from "../daylight.ts";
import { around, type Corner, Faces } from "./faces.ts";
import { AWNING, WALL } from "./kinds.ts";
import { still } from "./plain.ts";
import type { Area, House, TownPlan } from "./plan.ts";
import { Rolls } from "./rolls.ts";
import { layFlat, raiseRoof } from "./roofs.ts";

const AWNING_COLOURS = ["#a33b2e", "#2f6b57", "#2d5277", "#b5812d"];
/** Added to a wall that looks at a street or square. */
const STREETWARDS = 0.5;
/** Of a wall [m]: what lies there it looks at. */
const IN_FRONT = 1.2;

export function housesMesh(plan: TownPlan, daylight: Daylight): THREE.Mesh {
  const faces = new Faces();
  for (const [k, house] of plan.houses.entries()) build(faces, house, plan, k);
  return still(
    faces.geometry(),
    daylight.material(FACADE_VERTEX, FACADE_FRAGMENT, { side: THREE.DoubleSide }),
  );
}

function build(faces: Faces, house: House, plan: TownPlan, number: number): void {
  const { low, high, height } = house;
  const [x0, y0] = low;
  const [x1, y1] = high;
  const rolls = new Rolls(number + 1);
  const seed = rolls.next();
  const colour = new THREE.Color(house.colour);
  const awning = new THREE.Color(rolls.pick(AWNING_COLOURS));
  for (const [ax, ay, bx, by] of around(x0, y0, x1, y1)) {
    const streetwards = looksAtStreet(plan, house, ax, ay, bx, by);
    faces.add(
      [
        [ax, ay, 0],
        [bx, by, 0],
        [bx, by, height],
        [ax, ay, height],
      ],
      WALL + (streetwards ? STREETWARDS : 0),
      seed,
      colour,
    );
    if (streetwards && height > 5) hangAwnings(faces, [ax, ay, bx, by], seed, awning);
  }
  if (house.roof === "flat") layFlat(faces, house, colour, rolls);
  else raiseRoof(faces, house, seed, rolls);
}

/** Where people pass: a way in front of the wall, and no other house. */
function looksAtStreet(
  { houses, pavements, squares }: TownPlan,
  own: House,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const x = (ax + bx) / 2 + ((by - ay) / length) * IN_FRONT;
  const y = (ay + by) / 2 - ((bx - ax) / length) * IN_FRONT;
  const isIn = ({ low, high }: Area) => x > low[0] && x < high[0] && y > low[1] && y < high[1];
  if (houses.some((house) => house !== own && isIn(house))) return false;
  return squares.some(isIn) || pavements.some((strip) => strip.covers([x, y]));
}

/** Over some of the shops, as the shader lays them out. */
function hangAwnings(
  faces: Faces,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  seed: number,
  colour: THREE.Color,
): void {
  const width = Math.hypot(bx - ax, by - ay);
  const bays = Math.max(1, Math.floor(width / 4.3));
  const pitch = width / bays;
  const along = [(bx - ax) / width, (by - ay) / width] as const;
  const out = [along[1], -along[0]] as const;
  const rolls = new Rolls(Math.floor(seed * 1e6));
  for (let bay = 0; bay < bays; bay++) {
    if (rolls.next() > 0.42) continue;
    const from = bay * pitch + 0.3;
    const to = (bay + 1) * pitch - 0.3;
    const place = (way: number, off: number, z: number): Corner => [
      ax + along[0] * way + out[0] * off,
      ay + along[1] * way + out[1] * off,
      z,
    ];
    faces.add(
      [
        place(from, 1.25, 2.42),
        place(to, 1.25, 2.42),
        place(to, 0.02, 2.86),
        place(from, 0.02, 2.86),
      ],
      AWNING,
      seed,
      colour,
    );
    faces.add(
      [
        place(from, 1.25, 2.2),
        place(to, 1.25, 2.2),
        place(to, 1.25, 2.42),
        place(from, 1.25, 2.42),
      ],
      AWNING,
      seed,
      colour,
    );
  }
}
