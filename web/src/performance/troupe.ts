/** The Performance stage as this page knows it: connection, scene, how it goes, and what to draw. */
import { fetchModels, type LevelModel } from "../figures/models.ts";
import { downloadText } from "../shell/files.ts";
import { StageLink } from "../shell/stageLink.ts";
import { Store } from "../shell/store.ts";
import type { ConnectionState } from "../wire/link.ts";
import {
  MAX_PERFORMANCE_BYTES,
  type PerformanceHello,
  type PerformanceMessage,
  type PerformanceStatus,
  type PerformanceWish,
  type Progress,
  type SceneShown,
} from "../wire/performing.ts";
import { Timeline } from "../wire/timeline.ts";
import type { PerformanceFrame } from "./frame.ts";
import { PartHand } from "./hand.ts";
import { Shown } from "./shown.ts";

export interface TroupeState {
  connection: ConnectionState;
  hello: PerformanceHello | null;
  /** What the figure looks like; null until it has come. */
  model: LevelModel | null;
  progress: Progress | null;
  scene: SceneShown | null;
  status: PerformanceStatus | null;
  /** Whether a frame has been drawn on this connection. */
  drawing: boolean;
}

/** What the person at this page chose; not shared with other pages. */
export interface TroupeView {
  /** The performer is drawn, as a ghost. */
  ghost: boolean;
  /** The double is coloured by its balance. */
  tinted: boolean;
  /** Centres of mass and the support polygon are drawn. */
  aids: boolean;
  /** The camera stays with the double. */
  follow: boolean;
  /** How fast a ball is tossed [m/s]. */
  speed: number;
  /** Whether that is the heavy one. */
  heavy: boolean;
}

export class Troupe extends StageLink<
  TroupeState,
  PerformanceMessage,
  PerformanceFrame,
  PerformanceWish
> {
  protected readonly stage = "performance";
  readonly state = new Store<TroupeState>({
    connection: { phase: "connecting" },
    hello: null,
    model: null,
    progress: null,
    scene: null,
    status: null,
    drawing: false,
  });
  readonly view = new Store<TroupeView>({
    ghost: true,
    tinted: true,
    aids: true,
    follow: true,
    speed: 8,
    heavy: false,
  });
  /** Takes doubles by their parts and pulls them. */
  readonly hand = new PartHand((wish) => this.send(wish));
  private readonly timeline = new Timeline<PerformanceFrame>();
  private shown: Shown | null = null;
  private shownAt = 0;

  /** Props that wait to be thrown, by name. */
  get throwable(): string[] {
    const { scene } = this.state.value;
    return scene?.props.filter(({ waits }) => waits).map(({ name }) => name) ?? [];
  }

  /** Whether he holds anything. */
  get isHolding(): boolean {
    const { status } = this.state.value;
    return status?.performers[0]?.holds.some((prop) => prop !== null) ?? false;
  }

  /** What to draw at the time `now` [s]; null before anything has come. */
  pose(now: number): Shown | null {
    const { scene, hello } = this.state.value;
    if (!scene || !hello) return this.shown;
    const pair = this.timeline.sample(now);
    // What was drawn last stays on the screen until the studio is back.
    if (!pair || pair.to.roster !== scene.revision) return this.shown;
    if (this.shown?.scene !== scene) this.shown = new Shown(hello, scene);
    this.shown.show(pair, Math.max(0, now - this.shownAt));
    this.shownAt = now;
    if (!this.state.value.drawing) this.state.set({ drawing: true });
    return this.shown;
  }

  /** A clip or a scene comes on. */
  async takeFile(file: File): Promise<void> {
    const kind = file.name.toLowerCase().split(".").pop() ?? "";
    if (kind !== "bvh" && kind !== "toml") {
      this.tell(`${file.name} is neither a clip (.bvh) nor a scene (.toml).`);
      return;
    }
    if (file.size > 0.95 * MAX_PERFORMANCE_BYTES) {
      const most = (0.95 * MAX_PERFORMANCE_BYTES) / 1e6;
      this.tell(`${file.name} has ${(file.size / 1e6).toFixed(1)} MB; at most ${most} are read.`);
      return;
    }
    const text = await file.text();
    const name = file.name.slice(0, 120);
    this.send(kind === "bvh" ? { type: "clip", name, text } : { type: "read", name, text });
  }

  protected openWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  protected cameBack(): void {
    this.hand.forget();
    this.state.set({ drawing: false, progress: null });
  }

  protected frameReceived(frame: PerformanceFrame, now: number): void {
    if (frame.roster === this.state.value.scene?.revision) this.timeline.push(frame, now);
  }

  protected messageReceived(message: PerformanceMessage): void {
    switch (message.type) {
      case "performance":
        // A studio that came back counts its revisions and ticks anew.
        this.timeline.clear();
        this.timeline.setFrameRate(message.rate);
        this.state.set({ hello: message });
        void this.fetchModel(message);
        break;
      case "progress":
        this.state.set({ progress: message.done < message.total ? message : null });
        break;
      case "scene":
        if (message.revision !== this.state.value.scene?.revision) {
          this.timeline.clear();
          this.hand.forget();
        }
        this.state.set({ scene: message, progress: null });
        break;
      case "status":
        this.state.set({ status: message });
        break;
      case "kept":
        downloadText(message.text, message.filename);
        break;
      case "refusal":
        this.tell(message.message);
        break;
      case "happening":
        this.tell(message.text, "happening");
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
