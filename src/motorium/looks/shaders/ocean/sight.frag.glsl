/**
 * What is seen, and how far away it is: identity, range along the line of sight [m], 0, 1. Behind the
 * vertex shader of each thing; of a fish (FISH) the identity is its row, of other things THING, a
 * number of senses/eyes.py; small ones (SPECK) are round.
 */
precision highp float;
uniform vec3 eye;
in vec3 worldPlace;
#ifdef FISH
flat in float who;
#define THING who
#endif
out vec4 pixel;
void main() {
#ifdef SPECK
  vec2 away = 2.0 * gl_PointCoord - 1.0;
  if (dot(away, away) > 1.0) discard;
#endif
  pixel = vec4(THING, length(worldPlace - eye), 0.0, 1.0);
}
