/** The walkers' lights: a red lamp above a green one, and the glow of the one that is on. */
import * as THREE from "three";
import { DAYLIGHT, VIEW } from "../daylight.glsl.ts";
import type { Daylight } from "../daylight.ts";
import { GREEN_HEIGHT, LAMP_AHEAD, RED_HEIGHT } from "./furniture.ts";
import type { LightPole } from "./plan.ts";

/** Of a lamp, and of its glow [m]. */
const RADIUS = 0.105;
const GLOW = 0.34;
/** Of what flashes [s]. */
const FLASH = 0.8;

const LAMP_VERTEX = /* glsl */ `
${VIEW}
in vec3 position;
in vec4 lamp;
in vec2 state;
out vec2 at;
out vec3 place;
flat out vec2 now;
uniform vec3 eye;
void main() {
  at = position.xy * ${(GLOW / RADIUS).toFixed(3)};
  now = state;
  vec3 ahead = vec3(cos(lamp.w), sin(lamp.w), 0.0);
  vec3 left = vec3(-ahead.y, ahead.x, 0.0);
  place = lamp.xyz + ${GLOW.toFixed(3)} * (position.x * left + position.y * vec3(0.0, 0.0, 1.0));
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}
`;

const LAMP_FRAGMENT = /* glsl */ `
${DAYLIGHT}
in vec2 at;
in vec3 place;
/** Red (0) or green (1), and whether it is on. */
flat in vec2 now;
out vec4 pixel;

/** Somebody who stands, or who walks. */
float person(vec2 at, float walking) {
  float head = length(at - vec2(0.0, 0.52)) - 0.15;
  vec2 body = abs(at - vec2(0.0, 0.08)) - vec2(0.13, 0.25);
  float limbs = abs(abs(at.x) - mix(0.09, 0.09 + 0.45 * max(-at.y - 0.1, 0.0), walking)) - 0.07;
  limbs = max(limbs, max(at.y + 0.1, -0.72 - at.y));
  return min(min(head, max(body.x, body.y)), limbs);
}

void main() {
  float reach = length(at);
  vec3 tint = mix(vec3(1.0, 0.10, 0.05), vec3(0.10, 0.95, 0.42), now.x);
  float blur = fwidth(reach);
  float glass = smoothstep(1.0 + blur, 1.0 - blur, reach);
  float shape = smoothstep(blur, -blur, person(at, now.x));
  vec3 colour = tint * mix(0.05, mix(0.35, 4.0, shape), now.y);
  float halo = now.y * 0.5 * exp(-1.9 * max(reach - 0.7, 0.0)) * smoothstep(3.2, 2.0, reach);
  vec3 shown = finished(throughAir(colour, place));
  pixel = vec4(mix(tint, shown, glass), max(glass, halo));
}
`;

export class WalkerLights {
  readonly object: THREE.Mesh;
  private readonly poles: readonly LightPole[];
  private readonly states: THREE.InstancedBufferAttribute;

  constructor(poles: readonly LightPole[], daylight: Daylight) {
    this.poles = poles;
    const plane = new THREE.PlaneGeometry(2, 2);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("position", plane.getAttribute("position"));
    geometry.setIndex(plane.getIndex());
    const lamps = poles.flatMap(({ at: [x, y], heading }) =>
      [RED_HEIGHT, GREEN_HEIGHT].flatMap((z) => [
        x + LAMP_AHEAD * Math.cos(heading),
        y + LAMP_AHEAD * Math.sin(heading),
        z,
        heading,
      ]),
    );
    geometry.setAttribute("lamp", new THREE.InstancedBufferAttribute(new Float32Array(lamps), 4));
    this.states = new THREE.InstancedBufferAttribute(new Float32Array(poles.length * 4), 2);
    geometry.setAttribute("state", this.states);
    geometry.instanceCount = poles.length * 2;
    this.object = new THREE.Mesh(
      geometry,
      daylight.material(LAMP_VERTEX, LAMP_FRAGMENT, { transparent: true, depthWrite: false }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
    this.object.visible = poles.length > 0;
    this.show([], 0);
  }

  /** How the town's lights stand; what flashes does so by the time [s]. */
  show(states: readonly string[], seconds: number): void {
    const { array } = this.states;
    for (const [k, { light }] of this.poles.entries()) {
      const state = states[light];
      const lit = state === "flashing" ? seconds % FLASH < FLASH / 2 : state === "green";
      const red = state !== "flashing" && state !== "green";
      array.set([0, red ? 1 : 0, 1, lit ? 1 : 0], 4 * k);
    }
    this.states.needsUpdate = true;
  }
}
