/**
 * How a mouth opens. Places are those of the body at rest, seen from the side: behind the nose and
 * up [L]. Distances are in body lengths.
 */
#include "constants.glsl"
/** From the front of the closed lips to their corner. */
uniform vec4 mouth;

float mouthLength() { return max(length(mouth.zw - mouth.xy), 1e-6); }

/** Above the line of the mouth [L], and how far along it: 0 at its front, 1 at its corner. */
vec2 fromMouth(vec2 at) {
  vec2 reach = mouth.zw - mouth.xy, arm = at - mouth.xy;
  float size = mouthLength();
  return vec2((reach.x * arm.y - reach.y * arm.x) / size, dot(arm, reach) / (size * size));
}

/** Where the skin folds in: 1 between the lips, 0 from their rims on. */
float betweenLips(vec2 fromLine) {
  return 1.0 - smoothstep(0.35, 1.0, abs(fromLine.x) / (LIP_FOLD * mouthLength()));
}

/** By what an open mouth moves a place: jaws turn about the corner, lips are pushed forward. */
vec2 mouthMove(vec2 at, float open) {
  vec2 line = fromMouth(at);
  float size = mouthLength();
  float fold = betweenLips(line);
  // The lower jaw takes the throat along, the upper one hardly more than its lip.
  float near = smoothstep(1.35, 0.8, line.y);
  near *= line.x < 0.0 ? smoothstep(3.0, 1.2, -line.x / size) : smoothstep(1.1, 0.2, line.x / size);
  float angle = open * (line.x < 0.0 ? JAW_DROP : -SNOUT_RISE);
  vec2 arm = at - mouth.zw;
  vec2 turned = vec2(arm.x * cos(angle) - arm.y * sin(angle), arm.x * sin(angle) + arm.y * cos(angle));
  vec2 move = (turned - arm) * (1.0 - fold);
  float front = clamp(1.0 - line.y, 0.0, 1.0);
  move.x += open * size * front * (MOUTH_DEPTH * fold - LIP_REACH * (1.0 - fold));
  return move * near;
}
