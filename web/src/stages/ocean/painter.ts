/** Paints the sea for a camera: on a part of the canvas, of a headset's picture, or of a retina. */
import type * as THREE from "three";
import type { Backdrop } from "./backdrop.ts";
import type { Rocks } from "./rocks.ts";
import type { Shafts } from "./shafts.ts";

/** A part of a picture, from its lower left corner [pixels]. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where it is painted: null is the canvas. */
export interface Surface {
  target: THREE.WebGLRenderTarget | null;
  area: Area;
  /** Keeps to the area: there is another picture beside it. */
  beside: boolean;
  /** Where the shafts of light are added up: each size has its own. */
  shafts?: THREE.WebGLRenderTarget;
}

interface Parts {
  renderer: THREE.WebGLRenderer;
  scene: THREE.Scene;
  shafts: Shafts;
  backdrop: Backdrop;
  rocks: Rocks;
  eye: { value: THREE.Vector3 };
}

export class Painter {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** `open`: in open water, whose rocks are wherever one is. */
  paint(camera: THREE.PerspectiveCamera, surface: Surface, open: boolean): void {
    const { renderer, scene, shafts, backdrop, rocks, eye } = this.parts;
    eye.value.copy(camera.position);
    backdrop.update(camera);
    if (open) {
      rocks.update(camera.position);
      rocks.face(camera);
    }
    shafts.render(renderer, camera, surface.area, surface.shafts);
    this.aimAt(surface);
    renderer.clearDepth();
    renderer.render(scene, camera);
  }

  /** Whatever is drawn next is drawn there. */
  aimAt({ target, area, beside }: Surface): void {
    const { renderer } = this.parts;
    const { x, y, width, height } = area;
    if (target) {
      target.viewport.set(x, y, width, height);
      target.scissor.set(x, y, width, height);
      target.scissorTest = beside;
      renderer.setRenderTarget(target);
      return;
    }
    const ratio = renderer.getPixelRatio();
    renderer.setRenderTarget(null);
    renderer.setViewport(x / ratio, y / ratio, width / ratio, height / ratio);
    renderer.setScissor(x / ratio, y / ratio, width / ratio, height / ratio);
    renderer.setScissorTest(beside);
  }
}
