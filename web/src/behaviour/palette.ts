/** Colours that nobody confuses (Okabe and Ito); curves differ by their dashes, too. */
import type { Drive } from "./history.ts";

const ORANGE = "#e69f00";
const SKY = "#56b4e9";
const GREEN = "#009e73";
const YELLOW = "#f0e442";
const BLUE = "#0072b2";
const VERMILION = "#d55e00";
const PURPLE = "#cc79a7";
const GREY = "#8a9a9e";
const WHITE = "#e6f7f8";

export const CURVES: Record<Drive, { colour: string; dash: number[] }> = {
  hunger: { colour: ORANGE, dash: [] },
  libido: { colour: PURPLE, dash: [9, 4] },
  fear: { colour: SKY, dash: [2, 3] },
};

/** What a drive leads to has its colour. */
const DOINGS: Record<string, string> = {
  eat: ORANGE,
  mate: PURPLE,
  escape: SKY,
  avoid: VERMILION,
  school: GREEN,
  leave: BLUE,
  look: YELLOW,
  wander: GREY,
  errand: WHITE,
};

/** Of an intention; one of somebody's own is as grey as sleep. */
export function colourOf(intention: string): string {
  return DOINGS[intention] ?? "#4c6066";
}

/** What can be read upon that. */
export function inkOn(intention: string): string {
  return intention === "leave" || !(intention in DOINGS) ? "#ffffff" : "#04202e";
}
