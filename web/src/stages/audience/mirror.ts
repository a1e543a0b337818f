/** A polished floor: who is on it is seen in it, as in still water. */
import FLOOR_FRAGMENT from "shaders/audience/floor.frag.glsl";
import * as THREE from "three";
import type { FloorStuff } from "../performance/place/terrace.ts";

/** Of what is seen, as a share of the picture's width and height. */
const FINENESS = 0.5;
export class Mirror {
  readonly floor: FloorStuff;
  private readonly target = new THREE.WebGLRenderTarget(1, 1, {
    generateMipmaps: true,
    minFilter: THREE.LinearMipmapLinearFilter,
  });
  private readonly picture = new THREE.Vector2();
  private readonly below = new THREE.Camera();

  constructor() {
    // Its matrices are set here: a camera would drop the mirror from its own.
    this.below.matrixWorldAutoUpdate = false;
    this.floor = {
      fragment: FLOOR_FRAGMENT,
      uniforms: { mirrored: { value: this.target.texture }, picture: { value: this.picture } },
    };
  }

  /** What stands on the floor, seen in it; `fine`: only where there is time for that. */
  draw(
    renderer: THREE.WebGLRenderer,
    camera: THREE.PerspectiveCamera,
    cast: THREE.Scene,
    fine: boolean,
  ): void {
    if (!fine) return;
    renderer.getDrawingBufferSize(this.picture);
    const { x, y } = this.picture.clone().multiplyScalar(FINENESS).ceil();
    if (this.target.width !== x || this.target.height !== y) this.target.setSize(x, y);
    const { below } = this;
    below.matrixWorld.makeScale(1, 1, -1).multiply(camera.matrixWorld);
    below.matrixWorldInverse.copy(below.matrixWorld).invert();
    below.projectionMatrix.makeScale(-1, 1, 1).multiply(camera.projectionMatrix);
    below.projectionMatrixInverse.copy(below.projectionMatrix).invert();
    renderer.setRenderTarget(this.target);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.render(cast, below);
    renderer.setClearAlpha(1);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.target.dispose();
  }
}
