/** For shaders with POSE_LOOKUP: the tint of a fish, where levels are shown. */
uniform float showLevels;
uniform vec3 musclesColour, playbackColour;

/** Colour of a fish's level; alpha 0 where levels are not shown, 1 if it is fixed, else 0.5. */
vec4 levelColour(int flags) {
  if (showLevels < 0.5) return vec4(0.0);
  vec3 colour = levelOf(flags) == 0 ? musclesColour : playbackColour;
  return vec4(colour, isFixed(flags) ? 1.0 : 0.5);
}
