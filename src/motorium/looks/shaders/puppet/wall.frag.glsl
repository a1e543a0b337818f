/** What is behind a flat puppet: a lit cloth between curtains, boards, and lights along their front. */
uniform sampler2D shadow;
uniform vec2 low, high;       // of the stage [m]
uniform vec4 window;          // what is seen: left, bottom, width, height [m]
uniform float floorDepth;     // [m]
varying vec2 vUv;

const vec3 WARM = vec3(0.976, 0.914, 0.800);
const vec3 AMBER = vec3(0.803, 0.604, 0.415);
const vec3 DUSK = vec3(0.157, 0.235, 0.278);
const vec3 NIGHT = vec3(0.020, 0.075, 0.110);
const vec3 VELVET = vec3(0.46, 0.085, 0.095);
const vec3 GOLD = vec3(0.86, 0.62, 0.27);
/** Between two lights, as a share of the stage's height. */
const float LIGHTS = 0.17;

float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }

float noise(vec2 p) {
  vec2 cell = floor(p), at = fract(p);
  at = at * at * (3.0 - 2.0 * at);
  return mix(mix(hash(cell), hash(cell + vec2(1, 0)), at.x),
             mix(hash(cell + vec2(0, 1)), hash(cell + vec2(1, 1)), at.x), at.y);
}

float shadowAt(vec2 place) { return texture2D(shadow, (place - window.xy) / window.zw).r; }

/** Velvet in folds; across, up: shares of the stage's height. */
vec3 velvet(float across, float up) {
  float folds = across * 34.0 + 2.6 * noise(vec2(across * 6.0, 0.7)) + 0.5 * sin(2.0 * up + 9.0 * across);
  float shape = 0.5 + 0.5 * sin(folds);
  float light = 0.20 + 0.62 * shape * shape + 0.22 * smoothstep(0.86, 1.0, sin(folds + 0.9));
  return VELVET * light;
}

void main() {
  vec2 place = window.xy + vUv * window.zw;
  vec2 size = high - low;
  float unit = size.y;
  float pixel = window.w / 700.0;
  vec2 middle = vec2(low.x + high.x, low.y * 1.1 + high.y * 0.9) * 0.5;
  float away = length((place - middle) / (size * vec2(0.62, 0.72)));
  float height = (place.y - low.y) / unit;
  float spot = 1.0 - smoothstep(0.25, 0.95, abs(place.x - middle.x) / size.x * 1.25);
  vec3 lit;
  float dark = 0.0;
  if (height > 0.0) {
    lit = mix(WARM, AMBER, smoothstep(0.1, 0.9, away));
    lit = mix(lit, DUSK, smoothstep(0.65, 1.25, away));
    lit = mix(lit, NIGHT, smoothstep(1.05, 1.75, away));
    // Threads of the cloth, and how it hangs.
    lit *= 0.985 + 0.03 * noise(place / unit * vec2(420.0, 60.0)) * noise(place / unit * vec2(50.0, 420.0));
    lit *= 0.975 + 0.05 * noise(vec2(place.x / unit * 5.0, 0.4 * height));
    lit += 0.16 * GOLD * exp(-height / 0.16) * spot;
    dark = 0.42 * shadowAt(place + vec2(-0.045, 0.075) * unit * 0.5);
    // Where wall and floor meet.
    dark += 0.20 * exp(-height / 0.03);
  } else {
    float depth = -height * unit / floorDepth;
    // Boards that come towards the eye.
    float across = (place.x - middle.x) / unit / (1.0 + 0.35 * depth) / 0.105;
    float board = floor(across);
    float joint = smoothstep(0.035, 0.012, abs(fract(across + 0.5) - 0.5));
    vec3 wood = mix(vec3(0.520, 0.325, 0.195), vec3(0.275, 0.160, 0.105), clamp(depth, 0.0, 1.0));
    wood *= 0.84 + 0.30 * hash(vec2(board, 3.0));
    wood *= 0.88 + 0.24 * noise(vec2(across * 21.0, depth * 2.2 + 9.0 * board));
    lit = wood * (1.0 - 0.5 * joint) * (0.35 + 0.95 * spot);
    lit += 0.10 * exp(-depth * 26.0) * spot;
    // What stands near the floor lies on it as a flat, soft shadow.
    float slant = 0.22 * floorDepth * depth;
    vec2 seen = vec2(place.x - slant * 1.4, low.y + 0.012 * unit - height * unit * 2.2);
    dark = 0.55 * shadowAt(seen) * (1.0 - smoothstep(0.2, 1.0, depth));
    // The front edge, and what is below it.
    lit = mix(lit, NIGHT * 0.7, smoothstep(0.97, 1.0, depth));
  }
  lit *= 1.0 - clamp(dark, 0.0, 1.0);

  // Curtains at both sides and above: beyond where puppets can be.
  float beside = max(low.x - place.x, place.x - high.x) / unit;
  float hem = 0.012 * sin(9.0 * height) + 0.02 * smoothstep(0.35, 0.0, height);
  float edge = beside + hem - 0.02;
  float foot = height + 0.02 + 0.008 * sin(34.0 * beside);
  float drawn = smoothstep(-pixel, pixel, edge * unit) * smoothstep(-pixel, pixel, foot * unit);
  float over = 0.4 * exp(-max(-edge, 0.0) / 0.035) * step(edge, 0.0);
  lit *= 1.0 - over * step(0.0, height);
  float lamp = exp(-max(beside, 0.0) / 0.42) * (0.75 + 0.8 * exp(-max(height, 0.0) / 0.35));
  vec3 curtain = velvet(beside, height) * (0.16 + 1.15 * lamp);
  curtain = mix(curtain, GOLD * (0.25 + 0.75 * lamp), smoothstep(0.014, 0.011, edge) * smoothstep(0.004, 0.007, edge) * 0.8);
  lit = mix(lit, curtain, drawn);
  float along = (place.x - middle.x) / unit;
  float bow = 0.055 * abs(sin(3.14159 * along / 0.42));
  float valance = height - 1.035 + bow;
  lit *= 1.0 - 0.35 * exp(-max(-valance, 0.0) / 0.05) * step(valance, 0.0) * step(0.0, height);
  vec3 above = velvet(0.8 * along, 3.0 * bow) * (0.35 + 0.8 * spot) * (1.0 - 0.6 * smoothstep(0.0, 0.3, valance));
  float fringe = step(valance, 0.022) * (0.65 + 0.35 * sin(along * 640.0));
  above = mix(above, GOLD * fringe * (0.35 + 0.7 * spot), step(valance, 0.022));
  lit = mix(lit, above, smoothstep(-pixel, pixel, valance * unit));

  // Lights along the front of the boards.
  float front = (low.y - 0.985 * floorDepth - place.y) / unit;
  float nearest = (floor(along / LIGHTS) + 0.5) * LIGHTS;
  vec2 off = vec2(along - nearest, front);
  float shell = length(off * vec2(1.0, 1.25));
  float on = step(abs(nearest) * unit, 0.5 * size.x);
  lit = mix(lit, GOLD * (0.30 + 0.5 * smoothstep(0.022, 0.0, off.y)), on * smoothstep(0.024, 0.022, shell) * step(0.0, off.y));
  vec2 flame = off + vec2(0.0, 0.006);
  lit += on * vec3(1.0, 0.80, 0.48) * (0.9 * exp(-dot(flame, flame) / 0.00012) + 0.20 * exp(-length(flame) / 0.035));
  // So that wide gradients show no steps.
  lit += (hash(gl_FragCoord.xy) - 0.5) / 160.0;
  gl_FragColor = vec4(lit, 1.0);
}
