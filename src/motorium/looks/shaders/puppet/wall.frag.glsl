uniform sampler2D shadow;
uniform vec2 low, high;       // of the stage [m]
uniform vec4 window;          // what is seen: left, bottom, width, height [m]
uniform float floorDepth;     // [m]
varying vec2 vUv;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float shadowAt(vec2 place) { return texture2D(shadow, (place - window.xy) / window.zw).r; }
void main() {
  vec2 place = window.xy + vUv * window.zw;
  vec2 size = high - low;
  vec2 middle = vec2(low.x + high.x, low.y * 1.1 + high.y * 0.9) * 0.5;
  float away = length((place - middle) / (size * vec2(0.62, 0.72)));
  vec3 warm = vec3(0.976, 0.914, 0.800);
  vec3 amber = vec3(0.803, 0.604, 0.415);
  vec3 dusk = vec3(0.157, 0.235, 0.278);
  vec3 night = vec3(0.020, 0.075, 0.110);
  vec3 lit = mix(warm, amber, smoothstep(0.1, 0.9, away));
  lit = mix(lit, dusk, smoothstep(0.65, 1.25, away));
  lit = mix(lit, night, smoothstep(1.05, 1.75, away));
  float below = low.y - place.y;
  float dark = 0.0;
  if (below < 0.0) {
    vec2 off = vec2(-0.045, 0.075) * size.y * 0.5;
    dark = 0.42 * shadowAt(place + off);
    // Where wall and floor meet.
    dark += 0.16 * exp(below / (0.03 * size.y));
  } else {
    float depth = below / floorDepth;
    vec3 board = mix(vec3(0.470, 0.290, 0.180), vec3(0.250, 0.145, 0.100), clamp(depth, 0.0, 1.0));
    float spot = 1.0 - smoothstep(0.25, 0.95, abs(place.x - middle.x) / size.x * 1.25);
    lit = board * (0.35 + 0.9 * spot);
    lit += 0.10 * exp(-depth * 26.0) * spot;
    // What stands near the floor lies on it as a flat, soft shadow.
    float slant = 0.22 * floorDepth * depth;
    vec2 seen = vec2(place.x - slant * 1.4, low.y + 0.012 * size.y + below * 2.2);
    dark = 0.55 * shadowAt(seen) * (1.0 - smoothstep(0.2, 1.0, depth));
    // The front edge, and what is below it.
    lit = mix(lit, night * 0.7, smoothstep(0.97, 1.0, depth));
    lit += 0.05 * exp(-abs(depth - 0.97) * 60.0) * spot;
  }
  lit *= 1.0 - clamp(dark, 0.0, 1.0);
  // So that wide gradients show no steps.
  lit += (hash(gl_FragCoord.xy) - 0.5) / 160.0;
  gl_FragColor = vec4(lit, 1.0);
}
