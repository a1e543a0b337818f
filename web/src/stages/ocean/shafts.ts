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
  private readonly target = Shafts.picture();
  private readonly scene = new THREE.Scene();
  private readonly pass: THREE.Mesh;
  private readonly screenToWorld = { value: new THREE.Matrix4() };

  /** For a picture of another size than the usual one. */
  static picture(): THREE.WebGLRenderTarget {
    return new THREE.WebGLRenderTarget(1, 1, { depthBuffer: false });
  }

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

  /** For a camera whose picture takes up an area [pixels]; added up `into` a picture of its size. */
  render(
    renderer: THREE.WebGLRenderer,
    camera: THREE.PerspectiveCamera,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    into = this.target,
  ): void {
    this.uniforms.shaftArea.value.set(x, y, 1 / width, 1 / height);
    this.uniforms.shaftLight.value = into.texture;
    into.setSize(Math.ceil(width / COARSE), Math.ceil(height / COARSE));
    this.screenToWorld.value.copy(camera.projectionMatrixInverse).premultiply(camera.matrixWorld);
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(into);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(before);
  }

  dispose(): void {
    this.target.dispose();
    this.pass.geometry.dispose();
    (this.pass.material as THREE.Material).dispose();
  }
}
