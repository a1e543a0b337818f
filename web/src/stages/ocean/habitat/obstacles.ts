/** Draws what stands on the ground. */
import * as THREE from "three";
import type { Obstacle } from "../../../wire/messages.ts";
import { LIGHT } from "../light.glsl.ts";
import { obstacleGeometry } from "./forms.ts";

/** More obstacles than this get coarser shapes. */
const MANY = 40;
const VERY_MANY = 120;
/** [m] */
const SMALL = 0.4;

const VERTEX = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position, normal, tint;
in float groove;
out vec3 worldPlace, worldNormal, colour;
out float furrow;
void main() {
  worldPlace = position;
  worldNormal = normal;
  colour = tint;
  furrow = groove;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, worldNormal, colour;
in float furrow;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 offset = worldPlace - eye;
  float near = exp(-0.25 * length(offset));
  vec2 side = abs(n.x) > abs(n.z) ? worldPlace.zy : worldPlace.xy;
  vec2 uv = abs(n.y) > 0.7 ? worldPlace.xz : side;
  vec4 grain = texture(noise, uv * 0.55);
  vec4 pores = texture(noise, uv * 2.3);
  n = normalize(n + ((grain.gbr - 0.5) * 0.9 + (pores.gbr - 0.5) * 1.1 * near) * 0.55);
  vec3 stone = colour * (0.62 + 0.5 * grain.r + 0.5 * (pores.a - 0.5) * near);
  // Furrows of a brain coral: lines of equal height in the noise.
  float line = abs(fract(grain.r * 7.0 + pores.r * 0.9) - 0.5) * 2.0;
  stone *= mix(1.0, 0.45 + 0.8 * smoothstep(0.1, 0.75, line), furrow);
  float net = caustic(worldPlace);
  vec3 light = daylight(worldPlace.y) * vec3(1.35, 1.3, 1.15)
    * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.5 + 0.45 * net);
  light += mix(vec3(0.035, 0.07, 0.09), vec3(0.13, 0.22, 0.24), n.y * 0.5 + 0.5);
  vec3 seen = throughWater(stone * light, worldPlace, openWater(normalize(offset)));
  pixel = vec4(finished(seen), 1.0);
}
`;

export class Obstacles {
  readonly object = new THREE.Group();
  private readonly material: THREE.RawShaderMaterial;

  constructor(obstacles: readonly Obstacle[], light: Record<string, THREE.IUniform>) {
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: light,
    });
    const fine = obstacles.length > VERY_MANY ? 3 : obstacles.length > MANY ? 5 : 8;
    for (const one of obstacles) {
      // A pebble needs fewer faces than a boulder.
      const own = one.radius < SMALL ? Math.ceil(0.65 * fine) : fine;
      this.object.add(new THREE.Mesh(obstacleGeometry(one, own), this.material));
    }
  }

  dispose(): void {
    for (const mesh of this.object.children) (mesh as THREE.Mesh).geometry.dispose();
    this.material.dispose();
  }
}
