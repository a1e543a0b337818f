/** Sand, from its dark grains to its pale ones. */
vec3 sandColour(float pale) {
  return mix(vec3(0.50, 0.375, 0.225), vec3(0.90, 0.715, 0.47), pale);
}
