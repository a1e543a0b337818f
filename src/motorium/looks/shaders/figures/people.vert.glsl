#include "figures/view.glsl"
#include "figures/posed.glsl"
in vec3 woven;
out vec3 at, facing, own, paint;
flat out float share;
flat out int material;
/** Of cloth: how it is woven. */
flat out float weave;
/** Whether it rides on an arm: 1 or 0. */
flat out int onArm;
/** How much of a tint it takes. */
flat out float dyed;
/** What lies next to it: skin around eyes, hair beside skin. */
flat out vec3 beside;
void main() {
  int row = int(who.x);
  int person = int(who.z);
  int segment = int(rides.x);
  share = who.y;
  if (!isWorn(person, rides.z)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 place = texelFetch(poses, ivec2(2 * segment, row), 0);
  vec4 turn = texelFetch(poses, ivec2(2 * segment + 1, row), 0);
  vec4 weaving = texelFetch(wardrobe, ivec2(WEAVE_COLUMN, person), 0);
  material = int(rides.y);
  vec3 tint = texelFetch(wardrobe, ivec2(material, person), 0).rgb;
  paint = tint * tint;
  bool isEye = material == EYE || material == IRIS;
  vec3 next = texelFetch(wardrobe, ivec2(isEye ? SKIN : HAIR, person), 0).rgb;
  beside = next * next;
  at = placed(place, turn, row, weaving.g + 0.5);
  facing = turned(turn, normal);
  own = woven;
  // As far aside as shoulders are the segments of arms at rest [m].
  onArm = abs(woven.y - position.y) > 0.15 ? 1 : 0;
  bool cloth = material == JACKET || material == SKIRT;
  float pattern = round(255.0 * weaving.r);
  // Camouflage is everywhere, stripes are a jacket's.
  if (pattern == 1.0) cloth = cloth || material == TROUSERS
    || material == HAT || material == TRIM;
  weave = cloth ? pattern : 0.0;
  dyed = 0.06;
  if (material == JACKET || material == TRIM) dyed = 1.0;
  if (material == TROUSERS || material == BELT) dyed = 0.6;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
  // A jacket lies over trousers, however the legs below it push: they are a little farther away.
  float covered = material == TROUSERS ? 0.07 * smoothstep(-0.20, -0.09, woven.z) : 0.0;
  vec4 away = projectionMatrix * (viewMatrix * vec4(at, 1.0) - vec4(0.0, 0.0, covered, 0.0));
  gl_Position.z = away.z / away.w * gl_Position.w;
}
