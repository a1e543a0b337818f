/** For shaders that draw fishes: what the pose pass wrote. */
#include "constants.glsl"
uniform highp usampler2D poses;
uniform highp sampler2D traits;
uniform int texelsPerFish;

vec3 poseTexel(int fish, int texel) {
  ivec2 place = ivec2((fish % FISHES_PER_ROW) * texelsPerFish + texel, fish / FISHES_PER_ROW);
  return uintBitsToFloat(texelFetch(poses, place, 0).xyz);
}

/** Length of the muscle, angle of the fin or look that stands beside a node. */
float poseBeside(int fish, int texel) {
  ivec2 place = ivec2((fish % FISHES_PER_ROW) * texelsPerFish + texel, fish / FISHES_PER_ROW);
  return uintBitsToFloat(texelFetch(poses, place, 0).w);
}

/** How far its mouth is open, how brightly it courts and how afraid it is, 0 to 1. */
vec3 poseLooks(int fish) {
  return vec3(
    poseBeside(fish, FIRST_LOOK_TEXEL),
    poseBeside(fish, FIRST_LOOK_TEXEL + 1),
    poseBeside(fish, FIRST_LOOK_TEXEL + 2));
}

/** A fish's flags: beside its origin. Who has no nodes is not drawn. */
int poseFlags(int fish) {
  return int(poseBeside(fish, ORIGIN_TEXEL) + 0.5);
}

bool isShown(int flags) {
  return (flags & FLAG_NODES) != 0;
}

/** 0 muscles, 1 playback, 2 frame only. */
int levelOf(int flags) {
  return (flags >> LEVEL_SHIFT) & LEVEL_MASK;
}

bool isFixed(int flags) {
  return (flags & FLAG_AUTOMATIC) == 0;
}

/** (length [m], seed 0..1, species, spare) */
vec4 fishTraits(int fish) {
  return texelFetch(traits, ivec2(fish % FISHES_PER_ROW, fish / FISHES_PER_ROW), 0);
}
