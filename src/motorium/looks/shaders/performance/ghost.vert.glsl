/** Where the performer is, and how far that is from his double. */
#include "figures/view.glsl"
#include "figures/posed.glsl"
uniform sampler2D doubled;
out vec3 at, facing;
out float apart;

vec3 flesh(sampler2D from, int segment) {
  vec4 place = texelFetch(from, ivec2(2 * segment, 0), 0);
  vec4 turn = texelFetch(from, ivec2(2 * segment + 1, 0), 0);
  return place.xyz + turned(turn, position);
}

void main() {
  int segment = int(rides.x);
  if (!isWorn(int(who.z), rides.z)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  at = flesh(poses, segment);
  apart = distance(at, flesh(doubled, segment));
  facing = turned(texelFetch(poses, ivec2(2 * segment + 1, 0), 0), normal);
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
