/** The light of a late afternoon: a low warm sun with shadows, the sky's blue in them, and haze that
 * takes what is far. */
const vec3 SUN = vec3(3.35, 2.42, 1.42);
const vec3 ABOVE = vec3(0.40, 0.53, 0.82);
const vec3 AROUND = vec3(0.50, 0.44, 0.42);
const vec3 BELOW = vec3(0.31, 0.23, 0.16);

/** The sky without clouds. */
vec3 skyColour(vec3 direction) {
  float up = max(direction.z, 0.0);
  float towards = 0.5 + 0.5 * dot(normalize(direction.xy + 1e-5), normalize(sunwards.xy));
  vec3 rim = mix(vec3(0.95, 0.85, 0.77), vec3(1.22, 0.92, 0.62), towards * towards);
  vec3 colour = mix(rim, vec3(0.16, 0.33, 0.66), 1.0 - exp(-4.2 * up));
  float near = max(dot(direction, sunwards), 0.0);
  near *= near;
  near *= near;
  return colour + vec3(0.55, 0.36, 0.16) * (0.35 * near + near * near * near);
}

float unshadowed(sampler2DShadow map, mat4 toMap, vec3 place, float bias, float texel) {
  vec3 at = (toMap * vec4(place, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  at.z -= bias;
#ifndef FINE
  return texture(map, at);
#endif
  vec2 one = vec2(0.85, 0.35) * texel;
  vec2 two = vec2(-0.35, 0.85) * texel;
  return 0.25 * (texture(map, vec3(at.xy + one, at.z)) + texture(map, vec3(at.xy - one, at.z))
    + texture(map, vec3(at.xy + two, at.z)) + texture(map, vec3(at.xy - two, at.z)));
}

/** Share of the sun that reaches a place. */
float sunshine(vec3 place, vec3 normal) {
  vec3 off = place + 0.03 * normal;
  float light = unshadowed(standing, toStanding, off, 0.0006, texels.x);
  return light <= 0.0 ? 0.0 : light * unshadowed(moving, toMoving, off, 0.0008, texels.y);
}

/** What comes from everywhere but the sun. facing: how much a surface faces it. */
vec3 skylight(vec3 normal, float facing) {
  vec3 sky = mix(mix(BELOW, AROUND, smoothstep(-1.0, 0.0, normal.z)), ABOVE,
    smoothstep(0.0, 1.0, normal.z));
  // Sunlit walls and ground across the street give some of their light.
  sky += 0.22 * SUN * vec3(0.30, 0.26, 0.21) * max(0.0, 0.6 - facing) * (1.0 - abs(normal.z) * 0.6);
  return sky;
}

/** A matt surface. open: share of the sky that it sees. */
vec3 lit(vec3 albedo, vec3 place, vec3 normal, float open) {
  float facing = dot(normal, sunwards);
  float sun = facing > 0.0 ? facing * sunshine(place, normal) : 0.0;
  return albedo * (SUN * sun + skylight(normal, facing) * open);
}

vec3 throughAir(vec3 colour, vec3 place) {
  vec3 way = place - eye;
  float far = length(way);
#ifndef FINE
  if (far < 40.0) return colour;
#endif
  vec3 direction = way / max(far, 1e-3);
  vec3 haze = skyColour(normalize(vec3(direction.xy, max(direction.z, 0.02))));
  float amount = 1.0 - exp(-0.0025 * max(far - 25.0, 0.0));
  return mix(colour, haze, amount);
}

/** Tone curve, gamma, and a dither that keeps gradients from banding. */
vec3 finished(vec3 colour) {
  colour *= 0.62;
  colour = clamp(colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0);
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
#ifdef FINE
  colour = pow(colour, vec3(1.0 / 2.2));
#else
  colour = sqrt(colour);
#endif
  return colour + (grain - 0.5) / 255.0;
}
