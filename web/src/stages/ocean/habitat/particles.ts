/** Small things: plankton as soft specks, bubbles with a bright rim, crumbs of food. */
import BUBBLE from "shaders/ocean/bubble.frag.glsl";
import FOOD from "shaders/ocean/food.frag.glsl";
import VERTEX from "shaders/ocean/particle.vert.glsl";
import PLANKTON from "shaders/ocean/plankton.frag.glsl";
import * as THREE from "three";
import { type MovingPair, particlesBetween, type Small } from "../../../wire/moving.ts";

interface Looks {
  fragment: string;
  blending: THREE.Blending;
  /** Drawn larger than it is, and never smaller than so many pixels. */
  growth: number;
  least: number;
}

const LOOKS: Record<Small, Looks> = {
  plankton: { fragment: PLANKTON, blending: THREE.AdditiveBlending, growth: 6, least: 2.2 },
  bubbles: { fragment: BUBBLE, blending: THREE.AdditiveBlending, growth: 2, least: 2.4 },
  food: { fragment: FOOD, blending: THREE.NormalBlending, growth: 1.8, least: 2.5 },
};

export class Particles {
  readonly object: THREE.Points;
  readonly what: Small;
  private readonly pixelScale = { value: 1 };
  /** Place and diameter of each, page coordinates [m]. */
  specks = new THREE.BufferAttribute(new Float32Array(0), 4);

  constructor(what: Small, light: Record<string, THREE.IUniform>) {
    this.what = what;
    const { fragment, blending, growth, least } = LOOKS[what];
    this.object = new THREE.Points(
      new THREE.BufferGeometry(),
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: VERTEX,
        fragmentShader: fragment,
        uniforms: {
          ...light,
          pixelScale: this.pixelScale,
          growth: { value: growth },
          least: { value: least },
        },
        transparent: true,
        depthWrite: false,
        blending,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
  }

  update(pair: MovingPair): void {
    const places = pair.to[this.what].length / 4;
    if (this.specks.count !== places) this.makeRoom(places);
    const count = particlesBetween(pair, this.what, this.specks.array as Float32Array);
    this.specks.needsUpdate = true;
    this.object.visible = count > 0;
  }

  /** `pixels`: size on the screen of a metre, a metre away. */
  face(pixels: number): void {
    this.pixelScale.value = pixels;
  }

  private makeRoom(places: number): void {
    this.object.geometry.dispose();
    const geometry = new THREE.BufferGeometry();
    this.specks = new THREE.BufferAttribute(new Float32Array(places * 4), 4);
    this.specks.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("speck", this.specks);
    // Three.js counts vertices by their position.
    geometry.setAttribute("position", this.specks);
    this.object.geometry = geometry;
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
  }
}
