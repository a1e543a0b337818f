/** A camera of an audience: it goes where one likes, and drifts when nobody touches it. */
import type { PropInfo } from "../../wire/performing.ts";
import { StageCamera } from "../performance/camera.ts";
import { isWall } from "../performance/props/props.ts";
import type { Preset } from "./views.ts";

/** How long it waits until it drifts, how long it takes to get going [s], and how fast [rad/s]. */
const PATIENCE = 12;
const EASING = 6;
const DRIFT = 0.045;

export class AudienceCamera extends StageCamera {
  /** Of the view that was taken last, while it is as it was taken. */
  preset: string | null = null;
  /** Whether it goes with who is on the stage. */
  stays = true;
  private untouched = 0;
  private walled = false;
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly listening = new AbortController();

  constructor(element: HTMLElement) {
    super(element);
    this.taken = () => {
      this.stays = false;
    };
    const options = { signal: this.listening.signal, passive: true };
    const touch = () => this.touch();
    for (const kind of ["pointerdown", "wheel"] as const) {
      element.addEventListener(kind, touch, options);
    }
    element.addEventListener("pointermove", (event) => event.buttons && this.touch(), options);
  }

  /** Whether it moves by itself. */
  get isDrifting(): boolean {
    return this.untouched > PATIENCE && !this.still.matches;
  }

  override enter(around: readonly PropInfo[]): void {
    super.enter(around);
    this.walled = around.some(isWall);
  }

  take({ name, elevation, overWalls, distance }: Preset): void {
    this.touch();
    Object.assign(this.wanted, { elevation: this.walled ? overWalls : elevation, distance });
    this.preset = name;
    this.stays = true;
  }

  override reset(): void {
    super.reset();
    this.touch();
    this.stays = true;
  }

  override holdKey(key: string, down: boolean): boolean {
    const known = super.holdKey(key, down);
    if (known) this.touch();
    return known;
  }

  /** Called every frame, before it is updated. */
  drift(seconds: number): void {
    this.untouched = this.pressed.size > 0 ? 0 : this.untouched + seconds;
    if (!this.isDrifting) return;
    const ease = Math.min(1, (this.untouched - PATIENCE) / EASING);
    this.wanted.azimuth += ease * DRIFT * seconds;
  }

  override dispose(): void {
    super.dispose();
    this.listening.abort();
  }

  private touch(): void {
    this.untouched = 0;
    this.preset = null;
  }
}
