/** Marine snow: specks in a box around the camera that wrap around as it moves. */
import SNOW_FRAGMENT from "shaders/ocean/snow.frag.glsl";
import SNOW_VERTEX from "shaders/ocean/snow.vert.glsl";
import * as THREE from "three";
import { randomNumbers } from "./habitat/solids.ts";

const SPECKS = 700;
const SEED = 7;

export class Snow {
  readonly object: THREE.Points;
  private readonly pixelScale = { value: 1 };

  constructor(light: Record<string, THREE.IUniform>) {
    // The same in all windows: side by side they show one sea.
    const specks = Float32Array.from({ length: SPECKS * 4 }, randomNumbers(SEED));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("speck", new THREE.BufferAttribute(specks, 4));
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(SPECKS * 3), 3));
    this.object = new THREE.Points(
      geometry,
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: SNOW_VERTEX,
        fragmentShader: SNOW_FRAGMENT,
        uniforms: { ...light, pixelScale: this.pixelScale },
        transparent: true,
        depthWrite: false,
        blending: THREE.AdditiveBlending,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
  }

  update(renderer: THREE.WebGLRenderer): void {
    this.pixelScale.value = renderer.domElement.height;
  }
}
