/** Through whose eyes this page looks, where they look to, and what they last saw. */
import type { Curiosity } from "../reasons/curiosity.ts";
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import { MOST_PAN, MOST_TILT } from "../wire/eyes.ts";
import type { Kind, RetinalImages } from "./images.ts";

export interface GazeState {
  on: boolean;
  /** Whose eyes; null while there is no fish. */
  id: number | null;
  kind: Kind;
  /** To the left and upwards [rad]. */
  pan: number;
  tilt: number;
  images: RetinalImages | null;
}

export class Gaze {
  readonly state = new Store<GazeState>({
    on: false,
    id: null,
    kind: "rgb",
    pan: 0,
    tilt: 0,
    images: null,
  });
  private readonly aim: () => number | null;

  /** `aim`: who is in the middle of the screen. */
  constructor(studio: Studio, curiosity: Curiosity, aim: () => number | null) {
    this.aim = aim;
    curiosity.state.watch(({ id }) => id !== null && this.state.value.on && this.take(id));
    let world: unknown = null;
    studio.state.watch(({ hello }) => {
      if (hello === world) return;
      world = hello;
      this.state.set({ id: null, images: null });
    });
  }

  toggle(on = !this.state.value.on): void {
    this.state.set({ on, images: null });
  }

  take(id: number | null): void {
    if (id !== this.state.value.id) this.state.set({ id, images: null });
  }

  /** A fish to look out of: the chosen one, or another when that is gone. */
  follow(ids: readonly number[], chosen: number | null): number | null {
    const { id } = this.state.value;
    if (id !== null && ids.includes(id)) return id;
    const other = chosen ?? this.aim() ?? ids[0] ?? null;
    this.take(other);
    return other;
  }

  look(pan: number, tilt: number): void {
    const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
    this.state.set({ pan: within(pan, MOST_PAN), tilt: within(tilt, MOST_TILT) });
  }

  show(images: RetinalImages): void {
    if (this.state.value.on) this.state.set({ images });
  }
}
