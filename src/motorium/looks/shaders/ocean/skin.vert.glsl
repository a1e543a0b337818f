#include "constants.glsl"
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float simulatedTime;
uniform vec3 eyePlace;
in float fish;
in vec3 position, terms;
in vec4 paint;
out vec3 onFish, worldPlace, worldNormal, worldBack;
out vec4 painted;
flat out float seed, who;
flat out vec3 looks;
flat out vec4 levelled;
#include "ocean/pose_lookup.glsl"
#include "ocean/level_colours.glsl"
#include "ocean/term_sums.glsl"
#include "ocean/mouth.glsl"

/** v turned by an angle about a unit axis. */
vec3 about(vec3 axis, float angle, vec3 v) {
  float c = cos(angle);
  return v * c + cross(axis, v) * sin(angle) + axis * (dot(axis, v) * (1.0 - c));
}

/**
 * A pectoral fin as the motor holds it: each ray swings out about its root, towards the flank's
 * normal, then the fin is turned about its span until its leading edge is raised. Roots stay where
 * they are; from root to edge a fin is straight, so that its root is one tangent away.
 */
void poseFin(int fish, float outwards, float ray, float side, vec3 alongU, vec3 alongV, inout vec3 place, inout vec3 normal) {
  int first = FIRST_FIN_TEXEL + (side > 0.0 ? 0 : 2);
  float swing = poseBeside(fish, first), raise = poseBeside(fish, first + 1);
  vec3 span = alongU * side;
  vec3 out_ = faceNormal(fish, ivec3(terms));
  vec3 hinge = normalize(cross(span, out_));
  vec3 root = place - span * outwards;
  vec3 swung = about(hinge, swing, span);
  vec3 twist = -side * normalize(swung);
  vec3 chord = alongV * (ray / float(PECTORAL_RAYS) - 0.5);
  float share = smoothstep(0.0, 0.5, outwards);
  place = root + swung * outwards + about(twist, raise * share, chord) - chord;
  normal = about(twist, raise * share, about(hinge, swing, normal));
}

/** By what a mouth moves a place of the head [m]: the head is the nose and the four nodes behind it. */
vec3 mouthShift(int fish, float bodyLength, vec2 at, float open) {
  vec3 nose = poseTexel(fish, 0);
  vec3 a = poseTexel(fish, 1), b = poseTexel(fish, 2), c = poseTexel(fish, 3), d = poseTexel(fish, 4);
  vec3 ahead = normalize(nose - 0.25 * (a + b + c + d));
  vec3 upwards = normalize(cross(ahead, a + d - b - c));
  vec2 move = mouthMove(at, open) * bodyLength;
  return upwards * move.y - ahead * move.x;
}

/** All breathe, small ones quicker. */
float breath(float bodyLength) {
  return 0.10 * (0.5 + 0.5 * sin(simulatedTime * 5.2 / sqrt(bodyLength / 0.2) + seed * 61.0));
}

void main() {
  int row = int(fish);
  who = fish;
  vec4 own = fishTraits(row);
  seed = own.y;
  levelled = levelColour(poseFlags(row));
  vec3 place, alongU, alongV;
  addTerms(row, own.x, ivec3(terms), place, alongU, alongV);
  worldNormal = normalize(cross(alongU, alongV));
  worldBack = alongV;
  looks = poseLooks(row);
  looks.x = max(looks.x, breath(own.x));
  if (paint.x < float(PART_EYE) + 0.5 && position.x < mouth.z + 0.8 * mouthLength()) {
    vec2 at = paint.x < 0.5 ? position.xy : eyePlace.xy;
    place += mouthShift(row, own.x, at, looks.x);
  }
  if (paint.x > (float(PART_PECTORAL) - 0.5)) {
    poseFin(row, paint.y, paint.z, paint.w, alongU, alongV, place, worldNormal);
    // A little ripple by themselves: membranes are soft.
    float outwards = paint.y;
    float beat = simulatedTime * (3.4 + seed * 1.3) + seed * 40.0 - paint.w * 0.5 - outwards * 0.9;
    place += worldNormal * (own.x * 0.010 * outwards * outwards * sin(beat));
  }
  worldPlace = poseTexel(row, ORIGIN_TEXEL) + place;
  onFish = position;
  painted = paint;
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
