/** The net of refracted light as it is now: mixed once a picture, which all shaders look up. */

import CAUSTICS_FRAGMENT from "shaders/ocean/caustics.frag.glsl";
import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import * as THREE from "three";
import { fullscreenTriangle } from "./fullscreen.ts";
import { CAUSTIC_SIZE, causticTexture } from "./textures.ts";

export class Caustics {
  /** What the shaders of all things are given. */
  readonly uniforms = { caustics: { value: null as THREE.Texture | null } };
  private readonly layers = causticTexture();
  private readonly time = { value: 0 };
  private readonly target = new THREE.WebGLRenderTarget(CAUSTIC_SIZE, CAUSTIC_SIZE, {
    depthBuffer: false,
    format: THREE.RedFormat,
    wrapS: THREE.RepeatWrapping,
    wrapT: THREE.RepeatWrapping,
    minFilter: THREE.LinearMipmapNearestFilter,
    generateMipmaps: true,
  });
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.Camera();
  private readonly pass: THREE.Mesh;

  constructor() {
    this.pass = fullscreenTriangle(
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: FULLSCREEN_VERTEX,
        fragmentShader: CAUSTICS_FRAGMENT,
        uniforms: { layers: { value: this.layers }, time: this.time },
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.scene.add(this.pass);
    this.uniforms.caustics.value = this.target.texture;
  }

  render(renderer: THREE.WebGLRenderer, time: number): void {
    this.time.value = time;
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(before);
  }

  dispose(): void {
    this.layers.dispose();
    this.target.dispose();
    this.pass.geometry.dispose();
    (this.pass.material as THREE.Material).dispose();
  }
}
