/** Everything behind the town: sky, clouds, the sun's glow and hills in the haze. */

import SKY_FRAGMENT from "shaders/figures/sky.frag.glsl";
import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import * as THREE from "three";
import { fullscreenTriangle } from "../ocean/fullscreen.ts";
import type { Daylight } from "./daylight.ts";

export class Sky {
  readonly object: THREE.Mesh;
  private readonly screenToWorld = { value: new THREE.Matrix4() };

  constructor(daylight: Daylight, fragment = SKY_FRAGMENT) {
    this.object = fullscreenTriangle(
      daylight.material(FULLSCREEN_VERTEX, fragment, {
        uniforms: { screenToWorld: this.screenToWorld },
        depthWrite: false,
        depthFunc: THREE.LessEqualDepth,
      }),
    );
    // After the opaque things, so that only what they leave free is shaded.
    this.object.renderOrder = 1;
  }

  update(camera: THREE.PerspectiveCamera): void {
    this.screenToWorld.value.copy(camera.projectionMatrixInverse).premultiply(camera.matrixWorld);
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
  }
}
