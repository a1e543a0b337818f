/** The catalogue of forms that stand on the ground: a few of each kind, which are drawn many times. */
import type * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import { anemone, brain, fan, knobs, staghorn, table, tubes } from "./corals.ts";
import { type Level, oneOf } from "./levels.ts";
import { type Random, randomNumbers } from "./solids.ts";
import { boulder, column, mound } from "./stones.ts";

const STONE = shaderConstant("MATTER_STONE");

interface Kind {
  /** How many different ones there are. */
  forms: number;
  /** What it is made of, for the shader. */
  matter: number;
  build: (random: Random, level: Level) => THREE.BufferGeometry;
}

const KINDS = {
  boulder: {
    forms: 5,
    matter: STONE,
    build: (random, level) => boulder(random, oneOf(level, 11, 5, 3)),
  },
  mound: {
    forms: 3,
    matter: STONE,
    build: (random, level) => mound(random, oneOf(level, 8, 3, 2)),
  },
  pebble: {
    forms: 2,
    matter: STONE,
    build: (random, level) => mound(random, oneOf(level, 2, 1, 0)),
  },
  column: {
    forms: 1,
    matter: STONE,
    build: (random, level) => column(random, oneOf(level, 10, 6, 4)),
  },
  staghorn: living(3, "MATTER_BRANCH", staghorn),
  brain: living(2, "MATTER_BRAIN", brain),
  table: living(3, "MATTER_PLATE", table),
  tubes: living(2, "MATTER_SPONGE", tubes),
  fan: living(2, "MATTER_FAN", fan),
  anemone: living(2, "MATTER_FLESH", anemone),
  knobs: living(2, "MATTER_BRANCH", knobs),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

function living(
  forms: number,
  matter: string,
  build: (random: Random, level: Level) => THREE.BufferGeometry,
): Kind {
  return {
    forms,
    matter: shaderConstant(matter),
    build,
  };
}

export interface Form {
  kind: KindName;
  matter: number;
  seed: number;
}

export const FORMS: readonly Form[] = Object.entries(KINDS).flatMap(([kind, { forms, matter }]) =>
  Array.from({ length: forms }, (_, seed) => ({ kind: kind as KindName, matter, seed })),
);

/** One of the forms of a kind, by chance. */
export function formOf(kind: KindName, random: Random): number {
  const first = FORMS.findIndex((form) => form.kind === kind);
  return first + Math.floor(random() * KINDS[kind].forms);
}

const built = new Map<string, THREE.BufferGeometry>();

/** The shape of a form; whoever draws it copies what he changes. */
export function formGeometry(form: number, level: Level): THREE.BufferGeometry {
  const key = `${form} ${level}`;
  const known = built.get(key);
  if (known) return known;
  const { kind, seed } = FORMS[form] as Form;
  const geometry = KINDS[kind].build(randomNumbers(31 * seed + kind.length), level);
  built.set(key, geometry);
  return geometry;
}
