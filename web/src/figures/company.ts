/** The figures' stage as this page knows it: connection, town, people, and the crowd to draw. */
import { StageLink } from "../shell/stageLink.ts";
import { Store } from "../shell/store.ts";
import type {
  Chosen,
  Eye,
  FigureMessage,
  FigureStatus,
  FiguresHello,
  FigureWish,
  Progress,
  Resident,
  TownShown,
} from "../wire/figures.ts";
import type { ConnectionState } from "../wire/link.ts";
import { Crowd } from "./crowd.ts";
import type { FigureFrame } from "./frame.ts";
import { fetchModels, type LevelModel } from "./models.ts";

/** What this page is told, a second. */
export interface Traffic {
  frames: number;
  bytes: number;
  jointUpdates: number;
}

export interface CompanyState {
  connection: ConnectionState;
  hello: FiguresHello | null;
  /** What levels look like; null until they have come. */
  models: readonly LevelModel[] | null;
  progress: Progress | null;
  town: TownShown | null;
  residents: readonly Resident[];
  /** How the street lights stand, in the order of the document's. */
  lights: readonly string[];
  status: FigureStatus | null;
  /** Who is chosen on this page, and what is told of him. */
  chosenId: number | null;
  chosen: Chosen | null;
  traffic: Traffic;
  /** The town's time [s]. */
  seconds: number;
  /** Whether anybody can be drawn on this connection. */
  drawing: boolean;
}

const LOOK_PAUSE_MS = 100;
const TRAFFIC_SECONDS = 1;

export class Company extends StageLink<CompanyState, FigureMessage, FigureFrame, FigureWish> {
  protected readonly stage = "figures";
  readonly state = new Store<CompanyState>({
    connection: { phase: "connecting" },
    hello: null,
    models: null,
    progress: null,
    town: null,
    residents: [],
    lights: [],
    status: null,
    chosenId: null,
    chosen: null,
    traffic: { frames: 0, bytes: 0, jointUpdates: 0 },
    seconds: 0,
    drawing: false,
  });
  readonly crowd = new Crowd();
  private lastLook = Number.NEGATIVE_INFINITY;
  private looked = "";
  private counted: Traffic & { since: number } = newCount(0);

  /** What this page looks at, as often as one likes; no eye while nobody can see it. */
  look(eyes: Eye[]): void {
    const now = performance.now();
    const text = JSON.stringify(eyes);
    if (text === this.looked || now - this.lastLook < LOOK_PAUSE_MS) return;
    this.looked = text;
    this.lastLook = now;
    this.send({ type: "look", eyes });
  }

  choose(id: number | null): void {
    this.state.set({ chosenId: id, chosen: null });
    this.send({ type: "choose", id });
  }

  resident(id: number): Resident | undefined {
    return this.state.value.residents.find((one) => one.id === id);
  }

  protected openWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  /** Whoever comes back must say again what he looks at. */
  protected cameBack(): void {
    this.state.set({ progress: null, drawing: false, status: null });
    this.looked = "";
    const { chosenId } = this.state.value;
    if (chosenId !== null) this.send({ type: "choose", id: chosenId });
  }

  protected frameReceived(frame: FigureFrame, now: number): void {
    this.crowd.hear(frame, now);
    const { since } = this.counted;
    this.counted.frames++;
    this.counted.bytes += frame.bytes;
    this.counted.jointUpdates += frame.jointUpdates;
    if (now - since >= TRAFFIC_SECONDS) {
      const { frames, bytes, jointUpdates } = this.counted;
      const a = 1 / (now - since);
      const traffic = { frames: frames * a, bytes: bytes * a, jointUpdates: jointUpdates * a };
      this.state.set({ traffic, seconds: frame.seconds });
      this.counted = newCount(now);
    }
    this.state.set({ drawing: true });
  }

  protected messageReceived(message: FigureMessage): void {
    switch (message.type) {
      case "figures":
        this.crowd.greet(message);
        this.state.set({ hello: message });
        void this.fetchModels(message);
        break;
      case "progress":
        this.state.set({ progress: message.done < message.total ? message : null });
        break;
      case "town":
        this.state.set({ town: message, progress: null });
        this.dress();
        break;
      case "roster":
        this.state.set({ residents: message.residents });
        this.dress();
        this.missChosen();
        break;
      case "lights":
        this.state.set({ lights: message.states });
        break;
      case "status":
        this.state.set({ status: message });
        break;
      case "chosen":
        if (message.id === this.state.value.chosenId) this.state.set({ chosen: message });
        break;
      case "refusal":
        this.tell(message.message);
        break;
      case "happening":
        this.tell(message.text, "happening");
        break;
    }
  }

  private dress(): void {
    const { residents, town } = this.state.value;
    this.crowd.dress(residents, town?.kinds ?? []);
  }

  private missChosen(): void {
    const { chosenId } = this.state.value;
    if (chosenId !== null && !this.resident(chosenId)) this.choose(null);
  }

  private async fetchModels({ models, levels }: FiguresHello): Promise<void> {
    if (this.state.value.models || !this.page) return;
    try {
      const url = new URL(models.replace(/^\//, ""), this.page.href);
      const names = levels.map(({ name }) => name);
      this.state.set({ models: await fetchModels(url.href, names) });
    } catch (error) {
      this.tell(`The figures' models did not come: ${(error as Error).message}.`);
    }
  }
}

function newCount(since: number): Traffic & { since: number } {
  return { frames: 0, bytes: 0, jointUpdates: 0, since };
}
