/** The 12 muscles of one fish, as spindles that swell and glow when they shorten. */
import * as THREE from "three";
import { MUSCLES_PER_BLOCK } from "../../../wire/messages.ts";
import { LIGHT } from "../light.glsl.ts";
import { ORIGIN_TEXEL, POSE_LOOKUP } from "./pose.glsl.ts";

/** A muscle never shortens by more than this share of its length. */
export const DEEPEST = 0.6;
const ALONG = 14;
const AROUND = 12;

const MUSCLE_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform int row;
in vec3 position;
out vec3 worldPlace, worldNormal;
out vec2 onMuscle;
flat out float work;
${POSE_LOOKUP}

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
  work = clamp((1.0 - contraction) / ${DEEPEST.toFixed(1)}, 0.0, 1.0);
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
  worldPlace = poseTexel(row, ${ORIGIN_TEXEL}) + mix(a, b, t) + up * (size.x * high) + aside * (size.y * broad);
  float slope = 1.6 * (t - 0.5);
  worldNormal = normalize(up * (high / max(size.x, 1e-5)) + aside * (broad / max(size.y, 1e-5))
    + along * (slope / max(size.x, 1e-5)));
  onMuscle = vec2(t, angle);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
`;

const MUSCLE_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, worldNormal;
in vec2 onMuscle;
flat in float work;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float facing = max(dot(n, towardsEye), 0.0);
  vec3 colour = mix(vec3(0.09, 0.15, 0.22), vec3(0.50, 0.022, 0.022), smoothstep(0.0, 0.5, work));
  // Fibres run along; tendons at the ends are pale.
  float fibre = 0.5 + 0.5 * sin(onMuscle.y * 11.0 + 2.5 * sin(onMuscle.x * 5.0));
  colour *= 0.78 + 0.30 * fibre;
  float tendon = smoothstep(0.12, 0.0, min(onMuscle.x, 1.0 - onMuscle.x));
  colour = mix(colour, vec3(0.42, 0.50, 0.52), 0.75 * tendon);
  vec3 day = daylight(worldPlace.y);
  vec3 light = day * 1.1 * max(dot(n, sunwards) * 0.7 + 0.3, 0.0) + mix(vec3(0.10, 0.22, 0.27), vec3(0.40, 0.62, 0.66), n.y * 0.5 + 0.5);
  vec3 lit = colour * light;
  lit += day * 0.22 * pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 26.0);
  // What works glows.
  lit += vec3(1.30, 0.035, 0.015) * work * work * (0.35 + 0.65 * facing) * (1.0 - 0.6 * tendon);
  lit += vec3(1.2, 0.30, 0.05) * pow(work, 5.0) * facing;
  vec3 water = openWater(-towardsEye);
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), 1.0);
}
`;

export class Muscles {
  readonly object: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
  private readonly row = { value: 0 };

  constructor(uniforms: Record<string, THREE.IUniform>) {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: MUSCLE_VERTEX,
      fragmentShader: MUSCLE_FRAGMENT,
      side: THREE.DoubleSide,
      uniforms: { ...uniforms, row: this.row },
    });
    this.object = new THREE.Mesh(spindle(), material);
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  show(row: number | null): void {
    this.object.visible = row !== null;
    this.row.value = row ?? 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}

/** A tube of (share of the way, angle) that the shader gives its shape. */
function spindle(): THREE.InstancedBufferGeometry {
  const places: number[] = [];
  const index: number[] = [];
  for (let i = 0; i <= ALONG; i++) {
    for (let j = 0; j <= AROUND; j++) places.push(i / ALONG, (j / AROUND) * 2 * Math.PI, 0);
  }
  for (let i = 0; i < ALONG; i++) {
    for (let j = 0; j < AROUND; j++) {
      const a = i * (AROUND + 1) + j;
      const b = a + AROUND + 1;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(places), 3));
  geometry.setIndex(index);
  geometry.instanceCount = MUSCLES_PER_BLOCK;
  return geometry;
}
