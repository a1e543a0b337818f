import * as THREE from "three";
import { LEVEL_COLOUR } from "./levels.ts";

const linear = (hex: string) => {
  const { r, g, b } = new THREE.Color(hex);
  return `vec3(${[r, g, b].map((part) => part.toFixed(4)).join(", ")})`;
};

/** For shaders with POSE_LOOKUP: the tint of a fish, where levels are shown. */
export const LEVEL_COLOURS = /* glsl */ `
uniform float showLevels;

/** Colour of a fish's level; alpha 0 where levels are not shown, 1 if it is fixed, else 0.5. */
vec4 levelColour(int flags) {
  if (showLevels < 0.5) return vec4(0.0);
  vec3 colour = levelOf(flags) == 0 ? ${linear(LEVEL_COLOUR.muscles)} : ${linear(LEVEL_COLOUR.playback)};
  return vec4(colour, isFixed(flags) ? 1.0 : 0.5);
}
`;

/** For fragment shaders: lays the tint over a colour, before and after it is lit. */
export const LEVEL_TINT = /* glsl */ `
flat in vec4 levelled;

vec3 tinted(vec3 colour) {
  if (levelled.a == 0.0) return colour;
  float bright = dot(colour, vec3(0.3, 0.59, 0.11));
  return mix(colour, levelled.rgb * (0.35 + 0.9 * bright), 0.82);
}

/** Who is fixed has a white rim. */
vec3 rimmed(vec3 lit, float facing) {
  if (levelled.a == 0.0) return lit;
  float rim = smoothstep(0.34, 0.16, facing);
  return mix(lit, vec3(0.95), levelled.a > 0.75 ? rim : 0.0);
}
`;
