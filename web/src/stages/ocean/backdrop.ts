/** Everything behind the things: open water, shafts of light, and the surface seen from below. */
import BACKDROP_FRAGMENT from "shaders/ocean/backdrop.frag.glsl";
import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import * as THREE from "three";
import { detail } from "./detail.ts";
import { fullscreenTriangle } from "./fullscreen.ts";

export class Backdrop {
  readonly object: THREE.Mesh;
  private readonly screenToWorld = { value: new THREE.Matrix4() };

  constructor(light: Record<string, THREE.IUniform>) {
    this.object = fullscreenTriangle(
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: FULLSCREEN_VERTEX,
        fragmentShader: BACKDROP_FRAGMENT,
        defines: detail,
        uniforms: { ...light, screenToWorld: this.screenToWorld },
        depthWrite: false,
        depthFunc: THREE.LessEqualDepth,
      }),
    );
    // After the opaque things, so that only what they leave free is shaded.
    this.object.renderOrder = 2;
  }

  update(camera: THREE.PerspectiveCamera): void {
    this.screenToWorld.value.copy(camera.projectionMatrixInverse).premultiply(camera.matrixWorld);
  }
}
