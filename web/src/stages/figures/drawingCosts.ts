/** Saves pixels and ornament where drawing is slow, and tells what it costs. */
import type * as THREE from "three";
import type { PageCosts } from "../../shell/registry.ts";
import type { Store } from "../../shell/store.ts";
import { PixelBudget } from "../ocean/quality.ts";
import type { Daylight } from "./daylight.ts";

const MOST_PIXEL_RATIO = 2;
const TOLD_EVERY_MS = 500;

export class DrawingCosts {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly daylight: Daylight;
  private readonly costs: Store<PageCosts>;
  private readonly budget = new PixelBudget(mostPixels());
  private ignored = false;
  private counted = 0;
  private countedSince = 0;

  constructor(renderer: THREE.WebGLRenderer, daylight: Daylight, costs: Store<PageCosts>) {
    this.renderer = renderer;
    this.daylight = daylight;
    this.costs = costs;
    renderer.setPixelRatio(this.budget.pixelRatio);
  }

  get pixelRatio(): number {
    return this.renderer.getPixelRatio();
  }

  /** All is drawn from now on, however long it takes. */
  ignore(): void {
    this.ignored = true;
    this.daylight.setFine(true);
    this.renderer.setPixelRatio(mostPixels());
  }

  /** Called with every frame: now, and since the one before [ms]. */
  frameTook(now: number, elapsed: number): void {
    this.counted++;
    if (this.budget.frameTook(elapsed) && !this.ignored) {
      this.renderer.setPixelRatio(this.budget.pixelRatio);
      // Where pixels had to be saved, ornament would cost them again.
      if (this.budget.isReduced) this.daylight.setFine(false);
    }
    if (now - this.countedSince < TOLD_EVERY_MS) return;
    this.costs.set({
      framesPerSecond: (this.counted * 1000) / (now - this.countedSince),
      pixelRatio: this.budget.pixelRatio,
      frugal: this.budget.isReduced,
    });
    this.countedSince = now;
    this.counted = 0;
  }
}

function mostPixels(): number {
  return Math.min(devicePixelRatio, MOST_PIXEL_RATIO);
}
