#include "constants.glsl"
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform int row;
in vec3 position;
out vec3 worldPlace, worldNormal;
out vec2 onMuscle;
flat out float work;
#include "ocean/pose_lookup.glsl"

/** Middle of the quad that a node belongs to. */
vec3 middle(int node) {
  int first = node - (node - 1) % 4;
  return 0.25 * (poseTexel(row, first) + poseTexel(row, first + 1)
    + poseTexel(row, first + 2) + poseTexel(row, first + 3));
}

/** The node above or below, on the same side: corners are left and right above, then below. */
int beyond(int node) {
  int corner = (node - 1) % 4;
  return node - corner + 3 - corner;
}

void main() {
  int front = gl_InstanceID + 1, rear = front + 4;
  float t = position.x, angle = position.y;
  vec3 a = poseTexel(row, front), b = poseTexel(row, rear);
  vec3 ma = middle(front), mb = middle(rear);
  vec3 upA = 0.5 * (a - poseTexel(row, beyond(front))), upB = 0.5 * (b - poseTexel(row, beyond(rear)));
  vec3 sideA = a - ma - upA, sideB = b - mb - upB;
  // Well within the skin: nodes are corners of boxes, bodies are round.
  a = ma + 0.50 * upA + 0.43 * sideA;
  b = mb + 0.50 * upB + 0.43 * sideB;
  // Their tendons overlap.
  vec3 reach = 0.07 * (b - a);
  a -= reach;
  b += reach;
  float contraction = poseBeside(row, front);
  work = clamp((1.0 - contraction) / DEEPEST, 0.0, 1.0);
  vec3 along = normalize(b - a);
  vec3 up = mix(upA, upB, t), aside = mix(sideA, sideB, t);
  // Deep bodies are not filled: a muscle is longer than thick.
  float tall = min(length(up), 0.62 * distance(a, b));
  up = normalize(up - along * dot(up, along));
  aside -= along * dot(aside, along) + up * dot(aside, up);
  float wide = length(aside);
  aside /= max(wide, 1e-6);
  // Volume stays: what is shorter is thicker.
  float belly = pow(sin(3.14159 * clamp(t * 0.96 + 0.02, 0.0, 1.0)), 0.72);
  float swell = belly / sqrt(max(contraction, 0.4));
  vec2 size = vec2(0.36 * tall, 0.29 * wide) * swell;
  float high = cos(angle), broad = sin(angle);
  worldPlace = poseTexel(row, ORIGIN_TEXEL) + mix(a, b, t) + up * (size.x * high) + aside * (size.y * broad);
  float slope = 1.6 * (t - 0.5);
  worldNormal = normalize(up * (high / max(size.x, 1e-5)) + aside * (broad / max(size.y, 1e-5))
    + along * (slope / max(size.x, 1e-5)));
  onMuscle = vec2(t, angle);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
