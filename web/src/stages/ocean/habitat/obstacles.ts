/** Draws what stands on the ground. */
import FRAGMENT from "shaders/ocean/solid.frag.glsl";
import VERTEX from "shaders/ocean/solid.vert.glsl";
import * as THREE from "three";
import type { Obstacle } from "../../../wire/messages.ts";
import { obstacleGeometry } from "./forms.ts";

/** More obstacles than this get coarser shapes. */
const MANY = 40;
const VERY_MANY = 120;
/** [m] */
const SMALL = 0.4;

export class Obstacles {
  readonly object = new THREE.Group();
  private readonly material: THREE.RawShaderMaterial;

  constructor(obstacles: readonly Obstacle[], light: Record<string, THREE.IUniform>) {
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: light,
    });
    const fine = obstacles.length > VERY_MANY ? 3 : obstacles.length > MANY ? 5 : 8;
    for (const one of obstacles) {
      // A pebble needs fewer faces than a boulder.
      const own = one.radius < SMALL ? Math.ceil(0.65 * fine) : fine;
      this.object.add(new THREE.Mesh(obstacleGeometry(one, own), this.material));
    }
  }

  dispose(): void {
    for (const mesh of this.object.children) (mesh as THREE.Mesh).geometry.dispose();
    this.material.dispose();
  }
}
