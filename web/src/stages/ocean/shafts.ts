/** Shafts of light between eye and things: added up once in a small picture, which all shaders read. */

import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import SHAFTS_FRAGMENT from "shaders/ocean/shafts.frag.glsl";
import * as THREE from "three";
import { detail } from "./detail.ts";
import { fullscreenTriangle } from "./fullscreen.ts";

/** So many pixels of the canvas are one of the small picture's, along each side. */
const COARSE = 8;

export class Shafts {
  /** What the shaders of all things are given. */
  readonly uniforms = {
    shaftLight: { value: null as THREE.Texture | null },
    shaftArea: { value: new THREE.Vector4() },
  };
  private readonly target = new THREE.WebGLRenderTarget(1, 1, { depthBuffer: false });
  private readonly scene = new THREE.Scene();
  private readonly pass: THREE.Mesh;
  private readonly screenToWorld = { value: new THREE.Matrix4() };

  /** `light` without the uniforms above: a picture cannot be read while it is drawn. */
  constructor(light: Record<string, THREE.IUniform>) {
    this.pass = fullscreenTriangle(
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: FULLSCREEN_VERTEX,
        fragmentShader: SHAFTS_FRAGMENT,
        defines: detail,
        uniforms: { ...light, screenToWorld: this.screenToWorld },
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.scene.add(this.pass);
    this.uniforms.shaftLight.value = this.target.texture;
  }

  /** For a camera whose picture takes up an area of the canvas [pixels of the screen]. */
  render(
    renderer: THREE.WebGLRenderer,
    camera: THREE.PerspectiveCamera,
    area: { x: number; y: number; width: number; height: number },
  ): void {
    const ratio = renderer.getPixelRatio();
    const [width, height] = [area.width * ratio, area.height * ratio];
    this.uniforms.shaftArea.value.set(area.x * ratio, area.y * ratio, 1 / width, 1 / height);
    this.target.setSize(Math.ceil(width / COARSE), Math.ceil(height / COARSE));
    this.screenToWorld.value.copy(camera.projectionMatrixInverse).premultiply(camera.matrixWorld);
    renderer.setRenderTarget(this.target);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.target.dispose();
    this.pass.geometry.dispose();
    (this.pass.material as THREE.Material).dispose();
  }
}
