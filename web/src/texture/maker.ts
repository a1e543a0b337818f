/** The stage for fishes of one's own as this page knows it: photograph, mesh and what it cuts out. */
import { StageLink } from "../shell/stageLink.ts";
import { Store } from "../shell/store.ts";
import type { ConnectionState } from "../wire/link.ts";
import type {
  FarBody,
  FishMade,
  PhotoRead,
  ShownMesh,
  Template,
  TextureMessage,
} from "../wire/texturing.ts";
import type { Sent } from "./connection.ts";
import { drawFish } from "./drawnFish.ts";
import { isSame, type Node } from "./geometry.ts";
import { PhotoError, readPhoto } from "./photos.ts";

export interface MakerState {
  connection: ConnectionState;
  templates: readonly Template[];
  /** Whether fishes can be put into an ocean here. */
  ocean: boolean;
  /** Whether a photograph is on its way. */
  reading: boolean;
  photo: PhotoRead | null;
  /** Where the picture itself is. */
  picture: string;
  mesh: ShownMesh | null;
  /** What the mesh cuts out, as a data URL. */
  cut: string;
  /** Templates whose bodies the outline leaves. */
  far: readonly FarBody[];
  /** Whether presses on nodes anchor them. */
  anchoring: boolean;
  /** The node that keys move. */
  chosen: Node | null;
  finishing: boolean;
  made: FishMade | null;
  /** The species that the ocean is to look for, or empty. */
  sought: string;
}

export class FishMaker extends StageLink<MakerState, TextureMessage, never, Sent> {
  protected readonly stage = "texture";
  readonly state = new Store<MakerState>({
    connection: { phase: "connecting" },
    templates: [],
    ocean: false,
    reading: false,
    photo: null,
    picture: "",
    mesh: null,
    cut: "",
    far: [],
    anchoring: false,
    chosen: null,
    finishing: false,
    made: null,
    sought: "",
  });
  private photo: Blob | null = null;

  async takeFile(file: File): Promise<void> {
    await this.take(() => readPhoto(file));
  }

  async takeDrawnFish(): Promise<void> {
    await this.take(drawFish);
  }

  /** Anchors a node, or sets it free. */
  toggleAnchor(node: Node): void {
    const held = this.state.value.mesh?.anchors.some((one) => isSame(one, node)) ?? false;
    this.send({ type: "anchor", ...node, on: !held });
  }

  relax(on: boolean): void {
    this.send({ type: "relax", on });
  }

  finish(name: string, label: string, template: string, count: number): void {
    this.state.set({ finishing: true });
    this.send({ type: "finish", name, label, template, count });
  }

  protected openWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  protected messageReceived(message: TextureMessage): void {
    switch (message.type) {
      case "fish_maker":
        this.state.set({ templates: message.templates, ocean: message.ocean });
        break;
      case "photo":
        this.state.set({ photo: message, reading: false, made: null, chosen: null });
        if (message.problem) this.tell(sentence(message.problem), "happening");
        break;
      case "mesh":
        this.state.set({ mesh: message });
        break;
      case "cut":
        this.state.set({ cut: message.picture, far: message.far });
        break;
      case "made":
        this.state.set({ made: message, finishing: false });
        break;
      case "refusal":
        this.state.set({ reading: false, finishing: false });
        this.tell(sentence(message.message));
        break;
    }
  }

  protected frameReceived(): void {}

  /** The studio forgets photographs when a connection ends. */
  protected cameBack(): void {
    this.state.set({ finishing: false });
    if (this.photo && this.state.value.photo) {
      this.tell("The studio came back; the mesh begins anew.", "happening");
      void this.sendPhoto(this.photo);
    }
  }

  private async take(read: () => Promise<Blob>): Promise<void> {
    if (!this.isOpen || this.state.value.reading) {
      this.tell(this.isOpen ? "A photograph is being read already." : "The studio is not there.");
      return;
    }
    this.state.set({ reading: true });
    try {
      await this.sendPhoto(await read());
    } catch (problem) {
      this.state.set({ reading: false });
      if (!(problem instanceof PhotoError)) throw problem;
      this.tell(problem.message);
    }
  }

  private async sendPhoto(photo: Blob): Promise<void> {
    const before = this.state.value.picture;
    this.photo = photo;
    this.state.set({
      reading: true,
      photo: null,
      mesh: null,
      cut: "",
      far: [],
      made: null,
      picture: URL.createObjectURL(photo),
    });
    if (before) URL.revokeObjectURL(before);
    this.send(await photo.arrayBuffer());
  }
}

/** With a capital and a full stop. */
function sentence(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
