/** Shaders of the submarine and of the fishing tackle: lacquer, glass, and the light of lamps. */
import { LIGHT } from "../light.glsl.ts";

export const BODY_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position, normal, tint;
in vec2 finish;
out vec3 worldPlace, worldNormal, ownPlace, colour;
out vec2 look;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  worldPlace = place.xyz;
  worldNormal = mat3(modelMatrix) * normal;
  ownPlace = position;
  colour = tint;
  look = finish;
  gl_Position = projectionMatrix * viewMatrix * place;
}
`;

export const BODY_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, worldNormal, ownPlace, colour;
in vec2 look;
out vec4 pixel;
void main() {
  vec3 n = normalize(gl_FrontFacing ? worldNormal : -worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  // A boat that works: a little algae and wear in its lacquer.
  float wear = texture(noise, ownPlace.xy * 0.45 + ownPlace.zx * 0.23).r;
  vec3 paint = colour * (0.82 + 0.3 * wear);
  paint = mix(paint, paint * vec3(0.62, 0.72, 0.55), 0.5 * smoothstep(0.2, -0.6, n.y) * wear);
  float net = caustic(worldPlace);
  vec3 sun = daylight(worldPlace.y) * vec3(1.4, 1.32, 1.15);
  vec3 light = sun * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.55 + 0.45 * net);
  light += mix(vec3(0.05, 0.085, 0.1), vec3(0.17, 0.26, 0.28), n.y * 0.5 + 0.5);
  vec3 halfway = normalize(sunwards + towardsEye);
  float shine = pow(max(dot(n, halfway), 0.0), 48.0) * look.x;
  float rim = pow(1.0 - max(dot(n, towardsEye), 0.0), 3.0) * look.x;
  vec3 lit = paint * light + sun * shine * 0.55 + openWater(reflect(-towardsEye, n)) * rim * 0.7;
  // What glows does so at night, too.
  lit += colour * look.y / max(max(sunshine.r, sunshine.g), 0.12);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), 1.0);
}
`;

export const GLASS_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, worldNormal, ownPlace, colour;
in vec2 look;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float edge = pow(1.0 - max(dot(n, towardsEye), 0.0), 2.5);
  vec3 halfway = normalize(sunwards + towardsEye);
  float shine = pow(max(dot(n, halfway), 0.0), 140.0);
  vec3 sky = openWater(reflect(-towardsEye, n)) * 1.6;
  vec3 glint = daylight(worldPlace.y) * shine * 2.4;
  vec3 seen = throughWater(sky + glint, worldPlace, openWater(-towardsEye));
  pixel = vec4(finished(seen), clamp(0.1 + 0.75 * edge + shine, 0.0, 0.95));
}
`;

/** A glow that always faces the eye: a lamp seen through water. */
export const GLOW_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix, modelMatrix;
uniform float reach;
in vec3 position;
in vec3 lamp;
out vec2 at;
out vec3 worldPlace;
out float facing;
uniform vec3 eye;
void main() {
  vec4 place = modelViewMatrix * vec4(lamp, 1.0);
  worldPlace = (modelMatrix * vec4(lamp, 1.0)).xyz;
  vec3 ahead = normalize(mat3(modelMatrix) * vec3(1.0, 0.0, 0.0));
  facing = dot(ahead, normalize(eye - worldPlace));
  at = position.xy;
  place.xy += position.xy * reach;
  // Before the lamp itself.
  place.xyz *= 1.0 - 0.1 / max(length(place.xyz), 0.2);
  gl_Position = projectionMatrix * place;
}
`;

export const GLOW_FRAGMENT = /* glsl */ `
precision highp float;
uniform float strength;
uniform vec3 eye;
in vec2 at;
in vec3 worldPlace;
in float facing;
out vec4 pixel;
void main() {
  float away = length(at);
  if (away > 1.0) discard;
  float core = exp(-18.0 * away * away);
  float halo = pow(1.0 - away, 3.0) * 0.4;
  float seen = (core + halo) * smoothstep(-0.25, 0.9, facing) * exp(-0.1 * length(worldPlace - eye));
  pixel = vec4(vec3(1.0, 0.92, 0.74) * seen * strength, 1.0);
}
`;

/** The beam: a cone of lit water, densest along its axis and near the lamp. */
export const BEAM_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position, normal;
in vec2 uv;
out vec3 worldPlace, worldNormal;
out float along;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  worldPlace = place.xyz;
  worldNormal = mat3(modelMatrix) * normal;
  along = 1.0 - uv.y;
  gl_Position = projectionMatrix * viewMatrix * place;
}
`;

export const BEAM_FRAGMENT = /* glsl */ `
precision highp float;
uniform float strength;
uniform vec3 eye;
in vec3 worldPlace, worldNormal;
in float along;
out vec4 pixel;
void main() {
  vec3 sight = worldPlace - eye;
  float thick = abs(dot(normalize(worldNormal), normalize(sight)));
  float light = thick * thick * (1.0 - along) * (1.0 - along) * exp(-0.12 * length(sight));
  pixel = vec4(vec3(0.75, 0.95, 0.82) * 0.2 * light * strength, 1.0);
}
`;
