/** A performance as an audience knows it: its measurements, and packets to draw. */
import { fetchModels, type LevelModel } from "../figures/models.ts";
import { StageLink } from "../shell/stageLink.ts";
import { Store } from "../shell/store.ts";
import type { ConnectionState } from "../wire/link.ts";
import {
  HOUR,
  type PerformanceHello,
  type PerformanceMessage,
  type Progress,
  REVISIONS,
  type SceneShown,
} from "../wire/performing.ts";
import { Timeline } from "../wire/timeline.ts";
import type { Sample } from "./packets.ts";
import { type TimedSample, Watched } from "./watched.ts";

export interface HouseState {
  connection: ConnectionState;
  hello: PerformanceHello | null;
  /** What figures look like; null until it has come. */
  model: LevelModel | null;
  progress: Progress | null;
  scene: SceneShown | null;
  /** Whether a sample has been drawn on this connection. */
  drawing: boolean;
}

/** Kept to draw between: 0.4 s. */
const MOST_SAMPLES = 48;

export class House extends StageLink<HouseState, PerformanceMessage, Sample[], never> {
  protected readonly stage = "audience";
  readonly state = new Store<HouseState>({
    connection: { phase: "connecting" },
    hello: null,
    model: null,
    progress: null,
    scene: null,
    drawing: false,
  });
  private readonly timeline = new Timeline<TimedSample>(() => {}, MOST_SAMPLES);
  private watched: Watched | null = null;

  /** When the newest sample was simulated [s]; -1 before any. */
  get newest(): number {
    return this.timeline.newest?.seconds ?? -1;
  }

  /** What to draw at the time `now` [s]; null before anything has come. */
  pose(now: number): Watched | null {
    const { scene, hello } = this.state.value;
    if (!scene || !hello) return this.watched;
    const pair = this.timeline.sample(now);
    // What was drawn last stays on the screen until the studio is back.
    if (!pair) return this.watched;
    if (this.watched?.scene !== scene) this.watched = new Watched(hello, scene);
    this.watched.show(pair);
    if (!this.state.value.drawing) this.state.set({ drawing: true });
    return this.watched;
  }

  protected openWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  protected cameBack(): void {
    this.state.set({ drawing: false, progress: null });
  }

  protected frameReceived(samples: Sample[], now: number): void {
    const { scene, hello } = this.state.value;
    if (!scene || !hello) return;
    samples.forEach((sample, k) => {
      if (sample.revision !== scene.revision % REVISIONS) return;
      const seconds = unwrapped(sample.seconds, this.timeline.newest?.seconds ?? sample.seconds);
      const timed = { ...sample, seconds, tick: seconds * hello.rate, roster: sample.revision };
      // As if they had come one by one.
      this.timeline.push(timed, now - (samples.length - 1 - k) / hello.rate);
    });
  }

  protected messageReceived(message: PerformanceMessage): void {
    switch (message.type) {
      case "performance":
        // A studio that came back counts its revisions anew.
        this.timeline.clear();
        this.timeline.setFrameRate(message.rate);
        this.state.set({ hello: message });
        void this.fetchModel(message);
        break;
      case "progress":
        this.state.set({ progress: message.done < message.total ? message : null });
        break;
      case "scene":
        if (message.revision !== this.state.value.scene?.revision) this.timeline.clear();
        this.state.set({ scene: message, progress: null });
        break;
      case "refusal":
        this.tell(message.message);
        break;
    }
  }

  private async fetchModel({ models, figure }: PerformanceHello): Promise<void> {
    if (this.state.value.model || !this.page) return;
    try {
      const url = new URL(models.replace(/^\//, ""), this.page.href);
      const [model] = await fetchModels(url.href, [figure]);
      this.state.set({ model: model ?? null });
    } catch (error) {
      this.tell(`The figure's model did not come: ${(error as Error).message}.`);
    }
  }
}

/** Seconds that begin anew after an hour, as they go on from those before. */
export function unwrapped(seconds: number, before: number): number {
  return seconds + HOUR * Math.round((before - seconds) / HOUR);
}
