/** Behind all things: open water, shafts of light, and the surface seen from below. */
#include "ocean/light.glsl"
uniform mat4 screenToWorld;
in vec2 onScreen;
out vec4 pixel;

const float REFRACTION = 1.333;

/** Where the sun stands above the water, which bends its light down. */
vec3 sunInAir() {
  vec2 aside = REFRACTION * sunwards.xz;
  aside *= min(1.0, 0.97 / length(aside));
  return vec3(aside.x, sqrt(1.0 - dot(aside, aside)), aside.y);
}

vec3 sky(vec3 direction) {
  float high = max(direction.y, 0.0);
  vec3 zenith = byHour(vec3(0.10, 0.30, 0.46), vec3(0.13, 0.20, 0.38), vec3(0.02, 0.07, 0.16));
  vec3 horizon = byHour(vec3(0.42, 0.60, 0.64), vec3(0.85, 0.45, 0.22), vec3(0.05, 0.14, 0.24));
  vec3 colour = mix(horizon, zenith, sqrt(high));
  float towardsSun = max(dot(direction, sunInAir()), 0.0);
  float halo = pow(towardsSun, 9.0), disc = pow(towardsSun, 420.0);
  vec3 sunlight = byHour(vec3(1.0, 0.96, 0.80), vec3(1.35, 0.66, 0.24), vec3(0.55, 0.70, 0.85));
  return colour + sunlight * (0.34 * halo + 0.5 * pow(towardsSun, 60.0) + 7.0 * disc);
}

/** Snell's window: within 48.6 degrees of straight up one sees all of the sky, bent by the waves;
 * beyond it they are a mirror of the deep. */
vec3 surface(vec3 direction, vec3 water) {
  float distance = (waterline - eye.y) / direction.y;
  vec2 place = eye.xz + direction.xz * distance;
  float calm = exp(-0.05 * distance);
  vec2 swell = texture(noise, place * 0.022 + time * vec2(0.009, 0.006)).gb - 0.5;
  vec2 chop = texture(noise, place * 0.075 - time * vec2(0.013, 0.019)).gb - 0.5;
  vec3 small = texture(noise, place * 0.26 + chop * 0.12 + time * vec2(0.034, -0.026)).rgb;
  vec2 ripple = small.gb - 0.5;
  vec2 slope = (0.55 * swell + 0.62 * chop + 0.42 * ripple * calm) * calm;
  vec3 n = normalize(vec3(slope.x, 1.0, slope.y));
  float incidence = max(dot(direction, n), 0.0);
  float bent = 1.0 - REFRACTION * REFRACTION * (1.0 - incidence * incidence);
  float leaving = sqrt(max(bent, 0.0));
  // Fresnel's equations: how much is mirrored, of light swinging across and along.
  float across = (REFRACTION * incidence - leaving) / (REFRACTION * incidence + leaving);
  float along = (incidence - REFRACTION * leaving) / (incidence + REFRACTION * leaving);
  float mirrored = 0.5 * (across * across + along * along);
  vec3 through = REFRACTION * (direction - n * incidence) + n * leaving;
  vec3 deep = openWater(direction - 2.0 * incidence * n);
  deep += shaftColour() * (0.06 + 0.35 * max(ripple.x + chop.y, 0.0));
  // Crests gather the light of the sky, troughs spread it; clouds show where it is flat.
  float cloud = texture(noise, through.xz / (through.y + 0.35) * 0.16 + 0.002 * time).r;
  float gathered = 0.55 + 0.75 * small.r + 0.5 * smoothstep(0.45, 0.8, cloud);
  vec3 colour = mix(sky(through) * gathered, deep, mirrored);
  return mix(water, colour, exp(-0.13 * murk * distance) * smoothstep(26.0, 18.0, distance));
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  vec3 colour = openWater(direction);
  // Farther out than this the water hides the surface.
  if (direction.y * 26.0 > waterline - eye.y) colour = surface(direction, colour);
  colour += shaftsBefore(14.0);
  pixel = vec4(finished(colour), 1.0);
}
