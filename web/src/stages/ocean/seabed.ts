/** Sand without end: a disc that follows the camera, its relief fixed in the world. */
import * as THREE from "three";
import { LIGHT, SEABED_HEIGHT } from "./light.glsl.ts";

const RINGS = 56;
const SPOKES = 72;
const REACH = 48;

/** Height of the sand; rocks stand on it too. */
export const SEABED_RELIEF = /* glsl */ `
float seabed(vec2 place) {
  float dunes = sin(place.x * 0.31 + 1.3 * sin(place.y * 0.17)) * sin(place.y * 0.23 + 0.7);
  float banks = sin(place.x * 0.93 + place.y * 0.41) * sin(place.y * 0.77 - place.x * 0.29);
  return ${SEABED_HEIGHT.toFixed(1)} + 0.26 * dunes + 0.07 * banks;
}
`;

/** The same in TypeScript, for what is placed on the sand or must stay above it. */
export function seabedHeight(x: number, z: number): number {
  const dunes = Math.sin(x * 0.31 + 1.3 * Math.sin(z * 0.17)) * Math.sin(z * 0.23 + 0.7);
  const banks = Math.sin(x * 0.93 + z * 0.41) * Math.sin(z * 0.77 - x * 0.29);
  return SEABED_HEIGHT + 0.26 * dunes + 0.07 * banks;
}

const SEABED_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
in vec3 position;
out vec3 worldPlace, groundNormal;
out float hollow;
${SEABED_RELIEF}
void main() {
  vec2 place = position.xz + eye.xz;
  groundNormal = vec3(0.0, 1.0, 0.0);
  hollow = 0.0;
  worldPlace = vec3(place.x, seabed(place), place.y);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
`;

/** Sand; bare rock where it is steep, dark where little light gets in (`hollow`, 0 to 1). */
export const SEABED_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, groundNormal;
in float hollow;
out vec4 pixel;

void main() {
  vec2 place = worldPlace.xz;
  vec3 offset = worldPlace - eye;
  float distance = length(offset);
  vec3 direction = offset / distance;
  vec3 water = waterColour(direction);
  vec3 colour = water;
  float near = exp(-0.10 * distance);
  if (near > 0.02) {
    vec4 broad = texture(noise, place * 0.055);
    vec4 fine = texture(noise, place * 0.47);
    // Ripples: crests across the current, bent and broken by the noise.
    float phase = place.x * 17.0 + place.y * 5.0 + broad.r * 26.0 + fine.r * 3.0;
    float ripple = sin(phase) * smoothstep(0.25, 0.65, broad.a + 0.25 * broad.r);
    vec2 slope = vec2(17.0, 5.0) * cos(phase) * 0.032 * smoothstep(0.15, 0.6, broad.r)
      + (fine.gb - 0.5) * 0.55;
    slope *= near;
    vec3 ground = normalize(groundNormal);
    vec3 n = normalize(ground - vec3(slope.x, 0.0, slope.y));
    vec3 sand = mix(vec3(0.40, 0.32, 0.20), vec3(0.70, 0.57, 0.37), fine.r * 0.5 + broad.r * 0.5);
    sand *= 0.84 + 0.26 * ripple * near + 0.34 * (texture(noise, place * 2.9).a - 0.5);
    float bare = smoothstep(0.86, 0.62, ground.y + 0.3 * (fine.r - 0.5));
    sand = mix(sand, mix(vec3(0.10, 0.095, 0.085), vec3(0.27, 0.235, 0.18), fine.r), bare);
    float net = mix(1.0, caustic(worldPlace), smoothstep(0.02, 0.35, near));
    vec3 day = daylight(worldPlace.y);
    vec3 light = day * vec3(1.35, 1.3, 1.15) * max(dot(n, sunwards), 0.0) * (0.56 + 0.30 * net);
    light = (light + vec3(0.075, 0.115, 0.13)) * (1.0 - 0.82 * hollow);
    colour = throughWater(sand * light, worldPlace, water);
  }
  pixel = vec4(finished(colour), 1.0);
}
`;

export function seabed(light: Record<string, THREE.IUniform>): THREE.Mesh {
  const mesh = new THREE.Mesh(
    discGeometry(),
    new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: SEABED_VERTEX,
      fragmentShader: SEABED_FRAGMENT,
      uniforms: light,
    }),
  );
  mesh.frustumCulled = false;
  return mesh;
}

/** Rings that widen with the distance. */
function discGeometry(): THREE.BufferGeometry {
  const places: number[] = [];
  const index: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    const radius = REACH * (ring / RINGS) ** 2.2;
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const angle = (spoke / SPOKES) * 2 * Math.PI;
      places.push(radius * Math.cos(angle), 0, radius * Math.sin(angle));
      if (ring === RINGS) continue;
      const a = ring * SPOKES + spoke;
      const b = ring * SPOKES + ((spoke + 1) % SPOKES);
      index.push(a, b, a + SPOKES, b, b + SPOKES, a + SPOKES);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setIndex(index);
  return geometry;
}
