/** Draws the submarine, and puts its headlights into the light of the sea. */
import BEAM_FRAGMENT from "shaders/ocean/beam.frag.glsl";
import BEAM_VERTEX from "shaders/ocean/beam.vert.glsl";
import GLOW_FRAGMENT from "shaders/ocean/glow.frag.glsl";
import GLOW_VERTEX from "shaders/ocean/glow.vert.glsl";
import BODY_FRAGMENT from "shaders/ocean/lacquer.frag.glsl";
import BODY_VERTEX from "shaders/ocean/lacquer.vert.glsl";
import GLASS_FRAGMENT from "shaders/ocean/window.frag.glsl";
import * as THREE from "three";
import { liveryOf } from "../../../boat/livery.ts";
import type { Hull } from "../../../wire/messages.ts";
import type { SubmarineFrame } from "../../../wire/vessels.ts";
import {
  domeGeometry,
  domeOf,
  hullGeometry,
  lampsOf,
  propellerGeometry,
  propellerOf,
} from "./hull.ts";
import { numberSign } from "./numberSign.ts";

/** Of its number, above its middle [radius]. */
const SIGN_HEIGHT = 1.75;
/** Of the propeller at full thrust [rad/s]: faster looks as if it stood still. */
const FASTEST_SPIN = 14;
/** Time in which it follows the lever by half [s]. */
const SPIN_HALF_LIFE = 0.25;
/** How far a headlight shines [m]; what it lights is brightest in front. */
const BEAM = 3.2;
const BEAM_WIDTH = 0.62;
/** Of the light that it throws on what is ahead, against that of noon. */
const LAMP = 2.4;

export class Submarine {
  readonly object = new THREE.Group();
  readonly size: Hull;
  readonly number: number;
  /** Page coordinates. */
  readonly place = new THREE.Vector3();
  readonly turn = new THREE.Quaternion();
  private readonly light: Record<string, THREE.IUniform>;
  private readonly propeller: THREE.Mesh;
  /** What one would look through from within. */
  private readonly outside = new THREE.Group();
  private readonly strength = { value: 1 };
  private readonly lamp = new THREE.Vector3();
  private readonly sign: THREE.Sprite;
  private spin = 0;

  constructor(size: Hull, number: number, light: Record<string, THREE.IUniform>) {
    this.size = size;
    this.number = number;
    this.light = light;
    const body = this.material(BODY_VERTEX, BODY_FRAGMENT, { side: THREE.DoubleSide });
    const glass = this.material(BODY_VERTEX, GLASS_FRAGMENT, {
      transparent: true,
      depthWrite: false,
    });
    this.propeller = new THREE.Mesh(propellerGeometry(size), body);
    this.propeller.position.x = propellerOf(size).x;
    const pane = new THREE.Mesh(domeGeometry(size), glass);
    pane.renderOrder = 1;
    const livery = liveryOf(number);
    const hull = new THREE.Mesh(hullGeometry(size, new THREE.Color(livery.paint)), body);
    this.sign = numberSign(number, livery);
    this.sign.position.set(0, SIGN_HEIGHT * size.radius, 0);
    this.outside.add(hull, this.propeller, pane, this.sign);
    for (const beam of this.beams()) this.outside.add(beam);
    this.object.add(this.outside);
    const [left, right] = lampsOf(size);
    if (left && right) this.lamp.addVectors(left, right).multiplyScalar(0.5);
  }

  /** Where the eyes of whoever steers are, from the middle of the boat, body coordinates. */
  get eyes(): THREE.Vector3 {
    const dome = domeOf(this.size);
    return new THREE.Vector3(dome.x + 0.35 * dome.radius, 0.18 * dome.radius, 0);
  }

  /** Where several are, one must know which is which. */
  showSign(on: boolean): void {
    this.sign.visible = on;
  }

  /** As it is now; `seconds` have passed for the propeller. Of all boats one lights the sea. */
  update(now: SubmarineFrame, seconds: number, lights: boolean): void {
    const [x, y, z] = now.position;
    const [w, a, b, c] = now.orientation;
    this.object.position.copy(this.place.set(x, z, -y));
    this.object.quaternion.copy(this.turn.set(a, c, -b, w));
    this.spin += (now.thrust * FASTEST_SPIN - this.spin) * (1 - 0.5 ** (seconds / SPIN_HALF_LIFE));
    this.propeller.rotation.x += this.spin * seconds;
    if (lights) this.shine();
  }

  /** Seen from within, its hull is not drawn. */
  showHull(on: boolean): void {
    this.outside.visible = on;
  }

  get hullShown(): boolean {
    return this.outside.visible && this.object.visible;
  }

  dispose(): void {
    uniform(this.light, "lamp").value = 0;
    this.sign.material.map?.dispose();
    this.object.traverse((part) => {
      if (part instanceof THREE.Mesh) part.geometry.dispose();
      if (part instanceof THREE.Mesh || part instanceof THREE.Sprite) part.material.dispose();
    });
  }

  private shine(): void {
    const ahead = uniform(this.light, "lampAhead").value as THREE.Vector3;
    ahead.set(1, -0.12, 0).normalize().applyQuaternion(this.turn);
    const place = uniform(this.light, "lampPlace").value as THREE.Vector3;
    place.copy(this.lamp).applyQuaternion(this.turn).add(this.place);
    const sunshine = uniform(this.light, "sunshine").value as THREE.Color;
    uniform(this.light, "lamp").value = LAMP;
    // By day one hardly sees a beam.
    this.strength.value = 1.25 - 0.75 * Math.min(1, (sunshine.r + sunshine.g) / 2);
  }

  private beams(): THREE.Object3D[] {
    const strength = this.strength;
    const additive = {
      transparent: true,
      depthWrite: false,
      blending: THREE.AdditiveBlending,
    } as const;
    const beam = this.material(BEAM_VERTEX, BEAM_FRAGMENT, additive, { strength });
    const glow = this.material(GLOW_VERTEX, GLOW_FRAGMENT, additive, {
      strength,
      reach: { value: 0.42 * this.size.radius },
    });
    return lampsOf(this.size).flatMap((lamp) => {
      const cone = new THREE.CylinderGeometry(0.09, BEAM_WIDTH, BEAM, 20, 1, true)
        .rotateZ(Math.PI / 2)
        .translate(0.5 * BEAM, 0, 0);
      const lit = new THREE.Mesh(cone.rotateZ(-0.1).translate(lamp.x, lamp.y, lamp.z), beam);
      const disc = new THREE.PlaneGeometry(2, 2);
      const corners = disc.getAttribute("position").count;
      const places = Array.from({ length: corners }, () => lamp.toArray()).flat();
      disc.setAttribute("lamp", new THREE.Float32BufferAttribute(places, 3));
      const flare = new THREE.Mesh(disc, glow);
      lit.renderOrder = flare.renderOrder = 2;
      lit.frustumCulled = flare.frustumCulled = false;
      return [lit, flare];
    });
  }

  private material(
    vertexShader: string,
    fragmentShader: string,
    options: THREE.ShaderMaterialParameters = {},
    own: Record<string, THREE.IUniform> = {},
  ): THREE.RawShaderMaterial {
    return new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: { ...this.light, ...own },
      ...options,
    });
  }
}

function uniform(light: Record<string, THREE.IUniform>, name: string): THREE.IUniform {
  return light[name] as THREE.IUniform;
}
