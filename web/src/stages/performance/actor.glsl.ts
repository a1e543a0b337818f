import { VIEW } from "../figures/daylight.glsl.ts";
import { POSED, peopleFragment } from "../figures/people/people.glsl.ts";

/** Cloth takes the colour of balance, skin a breath of it; what is dark stays darker. */
export const DOUBLE_FRAGMENT = peopleFragment(/* glsl */ `
uniform vec4 balanceTint;
vec3 tinted(vec3 colour) {
  float light = dot(colour, vec3(0.21, 0.72, 0.07));
  vec3 dye = balanceTint.rgb * (0.4 + 0.9 * sqrt(light));
  return mix(colour, dye, balanceTint.a * dyed);
}
vec3 glow(float rim) {
  return (0.25 + 0.65 * dyed) * balanceTint.a * rim * balanceTint.rgb;
}
`);

/** Where the performer is, and how far that is from his double. */
export const GHOST_VERTEX = /* glsl */ `
${VIEW}
${POSED}
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
`;

/** Glass that is brighter at its rim; there is none where the double is. */
export const GHOST_FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 eye;
in vec3 at, facing;
in float apart;
out vec4 pixel;
void main() {
  float rim = 1.0 - abs(dot(normalize(facing), normalize(at - eye)));
  rim *= rim;
  float seen = smoothstep(0.02, 0.08, apart) * smoothstep(-0.01, 0.02, at.z);
  vec3 colour = mix(vec3(0.16, 0.45, 0.86), vec3(0.80, 0.94, 1.0), rim);
  pixel = vec4(colour, seen * (0.26 + 0.6 * rim));
}
`;
