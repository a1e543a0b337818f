/** What everybody looks like: colours by material and pieces of clothing, from a seed. */
import * as THREE from "three";
import { Rolls } from "../town/rolls.ts";
import { MATERIALS, type MaterialName, PIECES, type PieceName } from "./body.ts";

/** Texels of a person: one a material, and the last two for what is worn and how it is woven. */
export const WARDROBE_WIDTH = 32;
export const PIECES_COLUMN = 30;
export const WEAVE_COLUMN = 31;
const MOST_PEOPLE = 4096;
const FIRST_PEOPLE = 64;

/** Of the jacket: how the shader weaves it. */
const WEAVES = { plain: 0, camouflage: 1, stripes: 2, check: 3 } as const;
type Weave = keyof typeof WEAVES;

/** What somebody is dressed for. */
export type Outfit = "soldier" | "pedestrian" | "performer";

export interface Look {
  colours: Record<MaterialName, string>;
  pieces: readonly PieceName[];
  weave: Weave;
  /** Against the size of the figure. */
  height: number;
}

const SKINS = ["#ddb69d", "#d0a386", "#bf9277", "#a3785e", "#826049", "#634638", "#4a342a"];
const HAIRS = ["#1d1714", "#2f211a", "#553a2a", "#7a5233", "#a97b45", "#cda76a", "#8e3f22"];
const GREYS = ["#77736c", "#99948b", "#b3aea4"];
const COATS = [
  "#26405f",
  "#6e2a33",
  "#c08a2e",
  "#55603b",
  "#22605f",
  "#bdb298",
  "#3a3c42",
  "#a4512f",
  "#4f6f93",
  "#8aa08a",
  "#5c3b5e",
  "#b8505a",
  "#e1b8a0",
  "#7a8794",
  "#2f6f4e",
  "#c9743f",
  "#8f6f52",
  "#c9c5ba",
];
const TROUSERS = [
  "#2b3a55",
  "#23252b",
  "#6d6350",
  "#4a4e57",
  "#57402f",
  "#a59a82",
  "#3b4f6d",
  "#7a2f36",
];
const SHOES = ["#2a211c", "#5a3a26", "#bcb8ae", "#3b3f49", "#7b5b3a", "#8a2f2a"];
const SCARVES = ["#9c3434", "#b08b3a", "#3d6f8f", "#b9b3a6", "#4d7a5a"];
const BAGS = ["#3a4654", "#7a4a2c", "#48523a", "#a8442f", "#2b2b30"];

const SHIRTS = ["#d9d6cf", "#8fa3b8", "#5d8290", "#87a08a", "#3f4f68", "#6f7f92"];
const TRACKSUITS = ["#3b4458", "#4b5057", "#37505c", "#544a5c"];
const TRAINERS = ["#3d4754", "#b8b4ab", "#7c3b34", "#2f5a66", "#5b6150"];

/** Of a soldier all is issued but the face. */
function soldier(rolls: Rolls): Look {
  const tone = rolls.pick(["#6f7556", "#757a5c", "#696f50"]);
  return {
    colours: {
      ...usual(),
      skin: rolls.pick(SKINS),
      hair: rolls.pick(HAIRS),
      jacket: tone,
      trim: "#5b6048",
      belt: "#3f4033",
      trousers: tone,
      boots: "#3d3128",
      sole: "#241d19",
      hat: "#626848",
      band: "#4d523b",
    },
    pieces: ["helmet"],
    weave: "camouflage",
    height: 1,
  };
}

function pedestrian(rolls: Rolls): Look {
  const old = rolls.next() < 0.16;
  const skin = rolls.pick(SKINS);
  const dark = SKINS.indexOf(skin) > 3;
  const hair = old ? rolls.pick(GREYS) : rolls.pick(dark ? HAIRS.slice(0, 3) : HAIRS);
  const jacket = rolls.pick(COATS);
  const trousers = rolls.pick(TROUSERS);
  const shoes = rolls.pick(SHOES);
  const long = rolls.next() < 0.4;
  const pieces: PieceName[] = [];
  if (long) pieces.push(rolls.next() < 0.68 ? "long hair" : "bun");
  else if (rolls.next() < 0.3) pieces.push(rolls.next() < 0.45 ? "hat" : "cap");
  if (long && rolls.next() < 0.5) pieces.push("skirt");
  if (rolls.next() < 0.28) pieces.push("backpack");
  if (rolls.next() < 0.2) pieces.push("scarf");
  const woven = rolls.next();
  return {
    colours: {
      ...usual(),
      skin,
      hair,
      lips: dark ? "#7a463c" : "#b9776a",
      iris: rolls.pick(["#33261f", "#3f5a6b", "#4b5a38"]),
      jacket,
      trim: rolls.next() < 0.5 ? shade(jacket, 0.72) : rolls.pick(COATS),
      belt: shade(trousers, 0.6),
      trousers,
      boots: shoes,
      sole: shade(shoes, 0.5),
      hat: rolls.pick([shade(jacket, 0.8), ...COATS.slice(0, 8)]),
      band: rolls.pick(["#2a211c", "#e6e1d6", "#6e2a33"]),
      bag: rolls.pick(BAGS),
      scarf: rolls.pick(SCARVES),
      skirt: rolls.next() < 0.4 ? shade(jacket, 0.8) : rolls.pick([...TROUSERS, ...COATS]),
    },
    pieces,
    weave: woven < 0.16 ? "stripes" : woven < 0.28 ? "check" : "plain",
    height: long ? rolls.between(0.93, 1.0) : rolls.between(0.97, 1.05),
  };
}

/** For a rehearsal: one plain colour, dark trousers, trainers, and nothing that flaps. */
function performer(rolls: Rolls): Look {
  const skin = rolls.pick(SKINS);
  const dark = SKINS.indexOf(skin) > 3;
  const shirt = rolls.pick(SHIRTS);
  const trousers = rolls.pick(TRACKSUITS);
  const shoes = rolls.pick(TRAINERS);
  return {
    colours: {
      ...usual(),
      skin,
      hair: rolls.pick(dark ? HAIRS.slice(0, 3) : HAIRS),
      lips: dark ? "#7a463c" : "#b9776a",
      iris: rolls.pick(["#33261f", "#3f5a6b", "#4b5a38"]),
      jacket: shirt,
      trim: shirt,
      belt: trousers,
      trousers,
      boots: shoes,
      sole: shade(shoes, 0.6),
    },
    pieces: rolls.next() < 0.35 ? ["bun"] : [],
    weave: "plain",
    height: 1,
  };
}

function usual(): Record<MaterialName, string> {
  return {
    skin: "#d8a382",
    lips: "#b9776a",
    hair: "#553a2a",
    eye: "#c9c3b8",
    iris: "#33261f",
    jacket: "#747b60",
    trim: "#61684f",
    belt: "#4b4a3a",
    trousers: "#968667",
    boots: "#6a4c38",
    sole: "#3a2c25",
    steel: "#4a4d50",
    dark: "#24262a",
    wood: "#5c4430",
    hat: "#61684f",
    band: "#4b4a3a",
    bag: "#4b4a3a",
    scarf: "#b13a3a",
    skirt: "#4a4e57",
  };
}

function shade(colour: string, share: number): string {
  return `#${new THREE.Color(colour).multiplyScalar(share ** 2.2).getHexString()}`;
}

const OUTFITTERS = { soldier, pedestrian, performer };
const OUTFITS = Object.keys(OUTFITTERS) as Outfit[];

/** The same for the same seed, on every page. */
export function lookOf(seed: number, outfit: Outfit): Look {
  const rolls = new Rolls(seed * 2654435761 + 17);
  // Neighbouring seeds are to differ from the first roll on.
  rolls.next();
  return OUTFITTERS[outfit](rolls);
}

/** The looks of all who have been seen, as a texture: a row a person. */
export class Wardrobe {
  texture: THREE.DataTexture;
  private readonly slots = new Map<number, number>();
  private data: Uint8Array<ArrayBuffer>;
  private readonly pen = new THREE.Color();

  constructor() {
    this.data = new Uint8Array(4 * WARDROBE_WIDTH * FIRST_PEOPLE);
    this.texture = wrapped(this.data, FIRST_PEOPLE);
  }

  /** The row of who looks so. */
  slotOf(seed: number, outfit: Outfit, armed: boolean): number {
    const key = 2 * (OUTFITS.length * seed + OUTFITS.indexOf(outfit)) + (armed ? 1 : 0);
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    const slot = this.slots.size % MOST_PEOPLE;
    this.slots.set(key, slot);
    if ((slot + 1) * 4 * WARDROBE_WIDTH > this.data.length) this.grow();
    this.write(slot, lookOf(seed, outfit), armed);
    this.texture.needsUpdate = true;
    return slot;
  }

  dispose(): void {
    this.texture.dispose();
  }

  private grow(): void {
    const larger = new Uint8Array(this.data.length * 2);
    larger.set(this.data);
    this.data = larger;
    this.texture.dispose();
    this.texture = wrapped(larger, larger.length / (4 * WARDROBE_WIDTH));
  }

  private write(slot: number, { colours, pieces, weave, height }: Look, armed: boolean): void {
    const start = 4 * WARDROBE_WIDTH * slot;
    for (const [column, name] of MATERIALS.entries()) {
      // As square roots: the shader's colours are linear, and dark ones need their steps.
      const { r, g, b } = this.pen.set(colours[name]);
      const texel = [r, g, b].map((value) => Math.round(255 * Math.sqrt(value)));
      this.data.set([...texel, 255], start + 4 * column);
    }
    let worn = armed ? 1 : 0;
    for (const piece of pieces) worn |= 1 << PIECES.indexOf(piece);
    this.data.set([worn & 255, worn >> 8, 0, 0], start + 4 * PIECES_COLUMN);
    const tall = Math.round(255 * (height - 0.5));
    this.data.set([WEAVES[weave], tall, 0, 0], start + 4 * WEAVE_COLUMN);
  }
}

function wrapped(data: Uint8Array<ArrayBuffer>, rows: number): THREE.DataTexture {
  const texture = new THREE.DataTexture(data, WARDROBE_WIDTH, rows);
  texture.needsUpdate = true;
  return texture;
}
