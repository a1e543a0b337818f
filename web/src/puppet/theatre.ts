/** The puppet stage as this page knows it: connection, puppet, play, and the frames to draw. */

import { downloadText } from "../shell/files.ts";
import { StageLink } from "../shell/stageLink.ts";
import { Store } from "../shell/store.ts";
import type { Toasts } from "../shell/toasts.ts";
import type { ConnectionState } from "../wire/link.ts";
import type {
  Playing,
  Progress,
  PuppetDocument,
  PuppetMessage,
  PuppetRefusal,
  PuppetWish,
  Shipped,
  ShownPuppet,
} from "../wire/puppetry.ts";
import { type Pair, Timeline } from "../wire/timeline.ts";
import type { Chosen } from "./document.ts";
import { type Complaint, Draft } from "./draft.ts";
import { FileError, openFile } from "./files.ts";
import type { PuppetFrame } from "./frame.ts";
import type { Tool } from "./tools.ts";

export interface TheatreState {
  connection: ConnectionState;
  puppets: readonly Shipped[];
  progress: Progress | null;
  puppet: ShownPuppet | null;
  playing: Playing | null;
  /** Whether a frame has been drawn on this connection. */
  drawing: boolean;

  mode: "play" | "draw";
  /** What is shown: what has been drawn here, or what the studio has. */
  document: PuppetDocument | null;
  complaint: Complaint | null;
  tool: Tool;
  chosen: Chosen | null;
  /** Whether clicks on bones say what the chosen part follows. */
  following: boolean;
  /** What the tool does next. */
  hint: string;
  /** What was on the stage when the studio began anew, until it is brought back or another comes. */
  former: PuppetDocument | null;
  skeleton: boolean;
  skin: boolean;
}

const FRAME_RATE = 60;
/** Mistakes of a file that are told at once. */
const MOST_TOLD = 5;

export class Theatre extends StageLink<TheatreState, PuppetMessage, PuppetFrame, PuppetWish> {
  protected readonly stage = "puppet";
  readonly state = new Store<TheatreState>({
    connection: { phase: "connecting" },
    puppets: [],
    progress: null,
    puppet: null,
    playing: null,
    drawing: false,
    mode: "play",
    document: null,
    complaint: null,
    tool: "select",
    chosen: null,
    following: false,
    hint: "",
    former: null,
    skeleton: false,
    skin: true,
  });
  private readonly draft = new Draft();
  private readonly timeline = new Timeline<PuppetFrame>();
  private drawn: Pair<PuppetFrame> | null = null;

  constructor(toasts: Toasts) {
    super(toasts);
    this.timeline.setFrameRate(FRAME_RATE);
  }

  /** Shows a changed document at once and asks the studio for it. */
  build(document: PuppetDocument): void {
    const { document: before } = this.state.value;
    if (document === before) return;
    if (before?.take && !document.take) {
      this.tell("The take went with its points; undo brings it back.", "happening");
    }
    this.draft.propose(document, performance.now());
    this.state.set({ document, complaint: null });
    this.send({ type: "build", document });
  }

  /** To draw, the puppet is put to rest; to play, it is let go. */
  enter(mode: TheatreState["mode"]): void {
    const { mode: before, playing } = this.state.value;
    if (mode === before) return;
    if (mode === "draw" && playing?.recording) {
      this.tell("A recording is under way: end it first.");
      return;
    }
    if (mode === "draw") this.holdToDraw();
    else this.send({ type: "play", value: true, drawing: true });
    this.state.set({ mode, chosen: null, complaint: null, hint: "" });
  }

  /** Whether physics moves the puppet. */
  get isMoving(): boolean {
    const { playing } = this.state.value;
    return (playing?.playing ?? false) && !playing?.poised;
  }

  /** Holds what moves, and lets go on what stands. */
  toggle(): void {
    this.send({ type: "play", value: !this.isMoving, drawing: false });
  }

  /** A take is of a play: it is begun at play; what stands begins as soon as it is taken. */
  record(on: boolean): void {
    if (on) {
      this.enter("play");
      this.letPlay();
    }
    this.send({ type: "record", on });
  }

  loop(on: boolean): void {
    if (on) {
      this.enter("play");
      this.letPlay();
    }
    this.send({ type: "loop", on });
  }

  /** A shipped puppet comes on, to be played with. */
  open(name: string): void {
    this.enter("play");
    this.letPlay();
    this.send({ type: "open", name });
  }

  /** A puppet's file comes on; one of shapes becomes skin. */
  async takeFile(file: File): Promise<void> {
    try {
      const { text, document } = await openFile(file, this.state.value.document);
      if (text !== undefined) {
        if (this.state.value.mode === "play") this.letPlay();
        this.send({ type: "load", text });
      }
      if (document) {
        this.enter("draw");
        this.build(document);
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.tell(error.message);
    }
  }

  /** What the studio forgot when it began anew comes on again. */
  bringBack(): void {
    const { former } = this.state.value;
    this.state.set({ former: null });
    if (former) this.build(former);
  }

  /** What to draw at the time `now` [s]. */
  pairToDraw(now: number): Pair<PuppetFrame> | null {
    // What was drawn last stays on the screen until the studio is back.
    const revision = this.state.value.puppet?.revision;
    const pair = this.timeline.sample(now) ?? this.drawn;
    this.drawn = pair && pair.to.roster === revision ? pair : null;
    if (this.drawn && !this.state.value.drawing) this.state.set({ drawing: true });
    return this.drawn;
  }

  get newestFrame(): PuppetFrame | undefined {
    return this.timeline.newest;
  }

  private letPlay(): void {
    if (this.state.value.playing?.playing) return;
    this.send({ type: "play", value: true, drawing: false });
  }

  private holdToDraw(): void {
    this.send({ type: "play", value: false, drawing: true });
    this.send({ type: "rest" });
  }

  protected openWorker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  protected cameBack(): void {
    this.state.set({ drawing: false, progress: null });
    // Whoever goes lets go: who comes back must hold again.
    if (this.state.value.mode === "draw") this.holdToDraw();
  }

  protected frameReceived(frame: PuppetFrame, now: number): void {
    if (frame.roster === this.state.value.puppet?.revision) this.timeline.push(frame, now);
  }

  protected messageReceived(message: PuppetMessage): void {
    switch (message.type) {
      case "theatre":
        // A studio that came back counts its revisions and ticks anew.
        this.timeline.clear();
        this.state.set({ puppets: message.puppets });
        break;
      case "progress":
        this.state.set({ progress: message });
        break;
      case "puppet":
        this.puppetReceived(message);
        break;
      case "playing":
        this.state.set({ playing: message });
        break;
      case "saved":
        downloadText(message.text, message.filename);
        break;
      case "refusal":
        this.refused(message);
        break;
      case "happening":
        this.tell(message.text, "happening");
        break;
    }
  }

  private puppetReceived(puppet: ShownPuppet): void {
    const { puppet: last, document: kept } = this.state.value;
    if (puppet.revision !== last?.revision) this.timeline.clear();
    // Revisions only grow, unless the studio itself has begun anew.
    const anew = last !== null && puppet.revision < last.revision;
    if (anew && kept && JSON.stringify(kept) !== JSON.stringify(puppet.document)) {
      this.state.set({ former: kept });
      this.tell(`The studio began anew; “${kept.puppet.title}” can be brought back.`, "happening");
    }
    this.draft.settle(puppet.document, performance.now());
    const document = this.draft.document;
    const { chosen } = this.state.value;
    const gone = chosen && !document?.[chosen.kind][chosen.index];
    this.state.set({ puppet, document, chosen: gone ? null : chosen });
  }

  /** A refused document: the page goes back to what the studio has, and says what is wrong. */
  private refused({ message, problems }: PuppetRefusal): void {
    const about = this.draft.refuse();
    const document = this.draft.document;
    const all = problems.map(({ sentence }) => sentence).slice(0, MOST_TOLD);
    if (!about || problems.length === 0) this.tell(all.length > 1 ? `${all.join("; ")}.` : message);
    const { chosen } = this.state.value;
    const gone = chosen && !document?.[chosen.kind][chosen.index];
    this.state.set({
      document,
      chosen: gone ? null : chosen,
      complaint: about && { message, problems, about },
    });
  }
}
