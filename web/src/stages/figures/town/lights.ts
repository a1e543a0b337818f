/** The walkers' lights: a red lamp above a green one, and the glow of the one that is on. */
import LAMP_FRAGMENT from "shaders/figures/lamp.frag.glsl";
import LAMP_VERTEX from "shaders/figures/lamp.vert.glsl";
import * as THREE from "three";
import type { Daylight } from "../daylight.ts";
import { GREEN_HEIGHT, LAMP_AHEAD, RED_HEIGHT } from "./furniture.ts";
import type { LightPole } from "./plan.ts";

/** Of a lamp, and of its glow [m]. */
const RADIUS = 0.105;
const GLOW = 0.34;
/** Of what flashes [s]. */
const FLASH = 0.8;

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
      daylight.material(LAMP_VERTEX, LAMP_FRAGMENT, {
        uniforms: { radius: { value: RADIUS }, glow: { value: GLOW } },
        transparent: true,
        depthWrite: false,
      }),
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
