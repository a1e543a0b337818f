/** What props are made of: shaders that know the colour and the gloss of a place on a thing. */
import CONCRETE from "shaders/performance/concrete.frag.glsl";
import LEATHER from "shaders/performance/leather.frag.glsl";
import RUBBER from "shaders/performance/rubber.frag.glsl";
import STEEL from "shaders/performance/steel.frag.glsl";
import STONE from "shaders/performance/stone.frag.glsl";
import WOOD from "shaders/performance/wood.frag.glsl";

export const STUFFS = {
  rubber: RUBBER,
  wood: WOOD,
  concrete: CONCRETE,
  leather: LEATHER,
  stone: STONE,
  steel: STEEL,
} as const;

export type Stuff = keyof typeof STUFFS;
