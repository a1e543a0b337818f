/** Behind all things: open water, shafts of light, and the surface seen from below. */
#include "ocean/light.glsl"
uniform mat4 screenToWorld;
/** Where the sun stands above the water, which bends its light down; colours of the sky. */
uniform vec3 sunInAir, skyZenith, skyHorizon, skyGlow;
in vec2 onScreen;
out vec4 pixel;

const float REFRACTION = 1.333;
/** Where the surface begins to fade, and is hidden by the water [m]. */
#ifdef FRUGAL
const vec2 FADING = vec2(12.0, 19.0);
#else
const vec2 FADING = vec2(18.0, 26.0);
#endif

vec3 sky(vec3 direction) {
  float high = max(direction.y, 0.0);
  vec3 colour = mix(skyHorizon, skyZenith, sqrt(high));
  float towardsSun = max(dot(direction, sunInAir), 0.0);
  float halo = towardsSun * towardsSun;
  halo *= halo * halo;
  float ring = halo * halo;
  ring *= ring * ring;
  float disc = ring * ring;
  disc *= disc * disc;
  return colour + skyGlow * (0.26 * halo + 0.55 * ring + 7.0 * disc);
}

/** Snell's window: within 48.6 degrees of straight up one sees all of the sky, bent by the waves;
 * beyond it they are a mirror of the deep. */
vec3 surface(vec3 direction, vec3 water) {
  float distance = (waterline - eye.y) / direction.y;
  vec2 place = eye.xz + direction.xz * distance;
  float calm = exp(-0.05 * distance);
  vec2 chop = texture(noise, place * 0.075 - time * vec2(0.013, 0.019)).gb - 0.5;
  vec3 small = texture(noise, place * 0.26 + chop * 0.12 + time * vec2(0.034, -0.026)).rgb;
  vec2 ripple = small.gb - 0.5;
  vec2 slope = (0.75 * chop + 0.42 * ripple * calm) * calm;
  vec3 n = normalize(vec3(slope.x, 1.0, slope.y));
  float incidence = max(dot(direction, n), 0.0);
  float bent = 1.0 - REFRACTION * REFRACTION * (1.0 - incidence * incidence);
  vec3 deep = openWater(direction - 2.0 * incidence * n);
  deep += shaftColour * (0.06 + 0.35 * max(ripple.x + chop.y, 0.0));
  float clear = exp(-0.13 * murk * distance) * smoothstep(FADING.y, FADING.x, distance);
  if (bent <= 0.0) return mix(water, deep, clear);
  float leaving = sqrt(bent);
  // Fresnel's equations: how much is mirrored, of light swinging across and along.
  float across = (REFRACTION * incidence - leaving) / (REFRACTION * incidence + leaving);
  float along = (incidence - REFRACTION * leaving) / (incidence + REFRACTION * leaving);
  float mirrored = 0.5 * (across * across + along * along);
  vec3 through = REFRACTION * (direction - n * incidence) + n * leaving;
  // Crests gather the light of the sky, troughs spread it; clouds show where it is flat.
  float gathered = 0.55 + 0.95 * small.r;
#ifndef FRUGAL
  float cloud = texture(noise, through.xz / (through.y + 0.35) * 0.16 + 0.002 * time).r;
  gathered += 0.5 * smoothstep(0.45, 0.8, cloud) - 0.2;
#endif
  vec3 colour = mix(sky(through) * gathered, deep, mirrored);
  return mix(water, colour, clear);
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  vec3 colour = openWater(direction);
  if (direction.y * FADING.y > waterline - eye.y) colour = surface(direction, colour);
  colour += shaftsBefore(14.0);
  pixel = vec4(finished(colour), 1.0);
}
