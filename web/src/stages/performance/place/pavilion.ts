/** A flat roof on slim columns before a wall of wood: it closes the view behind the terrace. */
import type { Shapes } from "../../figures/town/shapes.ts";

const PLASTER = "#d8d4cb";
const STEEL = "#4a4f55";
const SLATS = ["#b39069", "#ab8962", "#b99772", "#a2805a"];
const SEAT = "#a07a52";

/** Where it stands: its columns, its wall, and its ends [m]. */
const FRONT = 11;
const BACK = 14.6;
const LEFT = -14.5;
const RIGHT = 5.5;
const HEIGHT = 3.1;

export function buildPavilion(shapes: Shapes): void {
  shapes.at({ x: 0, y: 0, heading: 0 });
  shapes.box([LEFT - 0.5, FRONT - 0.9, HEIGHT], [RIGHT + 0.5, BACK + 0.3, HEIGHT + 0.24], PLASTER);
  const bays = 5;
  for (let k = 0; k <= bays; k++) {
    const x = LEFT + 0.3 + ((RIGHT - LEFT - 0.6) * k) / bays;
    shapes.pole([x, FRONT], [0, HEIGHT], [0.07, 0.07], STEEL, 12);
  }
  const slat = 0.25;
  for (let x = LEFT, k = 0; x < RIGHT - 1e-6; x += slat, k++) {
    const colour = SLATS[(k * 7 + (k >> 2)) % SLATS.length] as string;
    shapes.box([x + 0.008, BACK - 0.05, 0.04], [x + slat - 0.008, BACK + 0.05, HEIGHT], colour);
  }
  shapes.box([LEFT, BACK, 0], [RIGHT, BACK + 0.12, HEIGHT], "#3b3028");
  for (const x of [-11, -5, 1]) {
    shapes.box([x - 1.3, BACK - 0.75, 0.4], [x + 1.3, BACK - 0.25, 0.46], SEAT);
    for (const end of [-1.1, 1.1]) {
      shapes.box([x + end - 0.05, BACK - 0.7, 0], [x + end + 0.05, BACK - 0.3, 0.4], PLASTER);
    }
  }
}
