/** Sand, from its dark grains to its pale ones. */
vec3 sandColour(float pale) {
  return mix(vec3(0.42, 0.335, 0.215), vec3(0.80, 0.675, 0.47), pale);
}
