/**
 * `blade` is a vertex: how far along the leaf, how far across in widths, how far on from there in
 * widths, and where it lies on its blade (0 at its edge, 1 in the middle).
 */
#include "constants.glsl"
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
uniform sampler2D nodes, traits;
uniform int leafNodes;
uniform float pixelScale;
in vec4 blade;
in float leaf;
out vec3 worldPlace, worldNormal, colour;
out vec2 onBlade;

vec3 node(int at, int k) {
  int column = (at % LEAVES_PER_ROW) * leafNodes + clamp(k, 0, leafNodes - 1);
  return texelFetch(nodes, ivec2(column, at / LEAVES_PER_ROW), 0).xyz;
}

/** Catmull and Rom's curve through the nodes, and where it goes. */
void curve(int at, float along, out vec3 place, out vec3 onward) {
  float t = along * float(leafNodes - 1);
  int k = min(int(t), leafNodes - 2);
  t -= float(k);
  vec3 a = node(at, k - 1), b = node(at, k), c = node(at, k + 1), d = node(at, k + 2);
  if (k == 0) a = 2.0 * b - c;
  vec3 p = 0.5 * (c - a), q = a - 2.5 * b + 2.0 * c - 0.5 * d, r = 0.5 * (d - a) + 1.5 * (b - c);
  place = b + t * (p + t * (q + t * r));
  onward = p + t * (2.0 * q + t * 3.0 * r);
}

void main() {
  int at = int(leaf + 0.5);
  vec4 own = texelFetch(traits, ivec2(at % LEAVES_PER_ROW, at / LEAVES_PER_ROW), 0);
  vec3 place, onward;
  curve(at, blade.x, place, onward);
  onward = normalize(onward + vec3(0.0, 1e-5, 0.0));
  float turn = own.z + (own.w < 0.5 ? 0.8 : 2.2) * blade.x;
  // Tilted, so that a leaf that lies in the current is not seen edge on.
  vec3 facing = vec3(cos(turn), 0.35, sin(turn));
  vec3 aside = normalize(cross(onward, facing));
  vec3 front = cross(aside, onward);
  // Never thinner than a pixel, for a line that flickers catches the eye.
  float across = blade.y * own.x + sign(blade.y) * 0.45 * length(place - eye) / pixelScale;
  float wave = sin(blade.x * 46.0 + own.z * 7.0 + blade.z * 0.9) * 0.16 * abs(blade.y);
  vec3 hanging = normalize(onward + vec3(0.0, -0.45, 0.0));
  worldPlace = place + across * aside + own.x * (blade.z * hanging + wave * front);
  worldNormal = normalize(front + 0.35 * blade.y * aside + 0.4 * wave * onward);
  onBlade = vec2(blade.x, blade.w);
  // Kelp is brown, ribbons are deep green, grass is light.
  vec3 root, tip;
  if (own.w < 0.5) {
    root = vec3(0.17, 0.105, 0.022);
    tip = vec3(0.42, 0.29, 0.055);
  } else if (own.w < 1.5) {
    root = vec3(0.04, 0.085, 0.022);
    tip = vec3(0.19, 0.29, 0.06);
  } else {
    root = vec3(0.05, 0.13, 0.018);
    tip = vec3(0.33, 0.50, 0.10);
  }
  colour = mix(root, tip, smoothstep(0.0, 0.9, blade.x)) * (0.75 + 0.5 * own.y);
  colour = mix(colour, colour.gbr * vec3(1.2, 0.7, 0.8), 0.12 * sin(own.y * 37.0));
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
