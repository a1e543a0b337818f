/** The retinal images of a fish: drawn small and seldom, read back, and shown by the page. */
import * as THREE from "three";
import type { Gaze } from "../../../eyes/gaze.ts";
import { type RetinalImages, unwrapped } from "../../../eyes/images.ts";
import { RETINA_HEIGHT, RETINA_WIDTH } from "../../../wire/eyes.ts";
import type { Area, Painter, Surface } from "../painter.ts";
import { Shafts } from "../shafts.ts";
import type { EyePair } from "./eyes.ts";
import { Sight } from "./sight.ts";

/** Between two pictures at least [ms], and in times of what one takes: the page comes first. */
const LEAST_GAP = 90;
const REST = 3;

/** What a stage draws for one eye: makes things face it, and leaves out what only people see. */
export interface Subject {
  renderer: THREE.WebGLRenderer;
  scene: THREE.Scene;
  painter: Painter;
  open: boolean;
  /** Calls `draw` while only what a fish can see is there. */
  asSeen(draw: () => void): void;
  face(eye: THREE.PerspectiveCamera, height: number): void;
}

export class Retina {
  private readonly colours = target(THREE.UnsignedByteType);
  private readonly maps = target(THREE.FloatType);
  private readonly shafts = Shafts.picture();
  private readonly sight = new Sight();
  private reading = false;
  private next = 0;

  /** Draws if somebody watches and it is time. */
  update(gaze: Gaze, subject: Subject, eyes: EyePair, rows: readonly number[], now: number): void {
    if (this.reading || now < this.next) return;
    const begun = performance.now();
    this.reading = true;
    this.take(subject, eyes, rows)
      .then((images) => gaze.show(images))
      .finally(() => {
        this.reading = false;
        const took = performance.now() - begun;
        this.next = performance.now() + Math.max(LEAST_GAP, REST * took);
      });
  }

  /** Draws both eyes now; `ids` of the fishes in the order of their rows. */
  async take(
    subject: Subject,
    eyes: EyePair,
    ids: readonly number[],
    width = RETINA_WIDTH,
    height = RETINA_HEIGHT,
  ): Promise<RetinalImages> {
    const { renderer, scene, painter } = subject;
    for (const one of [this.colours, this.maps]) one.setSize(2 * width, height);
    const before = renderer.getRenderTarget();
    subject.asSeen(() => {
      for (const [k, eye] of eyes.entries()) {
        const area: Area = { x: k * width, y: 0, width, height };
        const surface = (of: THREE.WebGLRenderTarget): Surface => ({
          target: of,
          area,
          beside: true,
          shafts: this.shafts,
        });
        subject.face(eye, height);
        painter.paint(eye, surface(this.colours), subject.open);
        painter.aimAt(surface(this.maps));
        renderer.clear();
        this.sight.draw(renderer, scene, eye);
      }
    });
    renderer.setRenderTarget(before);
    const row = ids.slice();
    const colours = new Uint8Array(8 * width * height);
    const maps = new Float32Array(8 * width * height);
    const read = (from: THREE.WebGLRenderTarget, into: Uint8Array | Float32Array) =>
      renderer.readRenderTargetPixelsAsync(from, 0, 0, 2 * width, height, into);
    await Promise.all([read(this.colours, colours), read(this.maps, maps)]);
    return unwrapped(width, height, colours, maps, row);
  }

  dispose(): void {
    for (const one of [this.colours, this.maps, this.shafts]) one.dispose();
  }
}

function target(type: THREE.TextureDataType): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(2 * RETINA_WIDTH, RETINA_HEIGHT, {
    type,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
  });
}
