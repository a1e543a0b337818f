/** The studio as this page knows it: connection, messages, rosters and the snapshots to draw. */

import type { SnapshotFrame } from "../wire/frame.ts";
import type { ConnectionState } from "../wire/link.ts";
import type {
  Because,
  ClientMessage,
  Driving,
  Habitat,
  Hello,
  Helm,
  Inspected,
  Led,
  Listed,
  Progress,
  Roster,
  ServerMessage,
  Shelf,
  Status,
} from "../wire/messages.ts";
import { type Pair, Timeline } from "../wire/timeline.ts";
import type { Wire, WireListener } from "../wire/wire.ts";
import { Complaints } from "./complaints.ts";
import { Store } from "./store.ts";
import type { Toasts } from "./toasts.ts";

export interface StudioState {
  connection: ConnectionState;
  hello: Hello | null;
  /** As it is furnished now; null in open water. */
  habitat: Habitat | null;
  progress: Progress | null;
  status: Status | null;
  /** What the studio last said of the fish that this page drives. */
  driving: Driving | null;
  /** Whether this page is at the helm of the submarine. */
  helm: Helm | null;
  /** What it last said of the fish that this page asks for its reasons. */
  because: Because | null;
  /** Recordings that can be watched here; null where none are kept. */
  shelf: Shelf | null;
  /** What it last said of the fish that this page looks into. */
  inspected: Inspected | null;
  /** Which scenarios can be begun, when somebody has asked. */
  scenarios: readonly Listed[];
  /** Whether fishes have been drawn on this connection. */
  drawing: boolean;
}

/** The stage whose world this is. */
const OCEAN = "ocean";
const ROSTERS_KEPT = 4;
/** Nearly a second: so late a channel may hear what another one wants drawn. The worker gives out
 * no more frames than MOST_FRAMES_OUT, with those that are still to be drawn. */
const FRAMES_KEPT = 50;

export class Studio {
  readonly state = new Store<StudioState>({
    connection: { phase: "connecting" },
    hello: null,
    habitat: null,
    progress: null,
    status: null,
    driving: null,
    helm: null,
    because: null,
    shelf: null,
    inspected: null,
    scenarios: [],
    drawing: false,
  });
  private readonly wire: Wire;
  /** Told what the channels of a panorama show, with every picture. */
  heardLed: (led: Led) => void = () => {};
  private readonly toasts: Toasts;
  private readonly rosters = new Map<number, Roster>();
  private readonly timeline = new Timeline<SnapshotFrame>((frame) => this.letGo(frame));
  private drawn: Pair<SnapshotFrame> | null = null;
  private held: Pair<SnapshotFrame> | null = null;
  private holdAt: { tick: number; reached: (tick: number) => void } | null = null;
  /** Frames that the timeline is done with while they are still drawn. */
  private readonly leaving = new Set<SnapshotFrame>();
  private readonly complaints: Complaints;
  private isConnecting = false;

  constructor(toasts: Toasts, open: (listener: WireListener) => Wire) {
    this.toasts = toasts;
    this.complaints = new Complaints((text) => toasts.show("refusal", text));
    this.wire = open({
      connectionChanged: (state) => this.connectionChanged(state),
      messageReceived: (message) => this.messageReceived(message),
      frameReceived: (frame) => this.frameReceived(frame),
      complaintReceived: (text) => this.complaints.add(text),
    });
  }

  /** Once; the socket stays while other stages are shown. */
  connect(page: Location): void {
    if (this.isConnecting) return;
    this.isConnecting = true;
    this.wire.connect(page);
  }

  send(message: ClientMessage): void {
    this.wire.send(message);
  }

  rosterOf(frame: SnapshotFrame): Roster | undefined {
    return this.rosters.get(frame.roster);
  }

  /** Of everybody in the newest snapshot. */
  get ids(): readonly number[] {
    return this.newestRoster?.ids ?? [];
  }

  /** Whether other pages may see the same: not if all is in this one. */
  get isShared(): boolean {
    return this.wire.pairAt === undefined;
  }

  /** Who everybody in the newest snapshot is. */
  get newestRoster(): Roster | undefined {
    const newest = this.timeline.newest ?? this.held?.to ?? this.drawn?.to;
    return newest && this.rosterOf(newest);
  }

  /** What to draw at the time `now` [s]; its buffers stay valid until the next call. */
  pairToDraw(now: number): Pair<SnapshotFrame> | null {
    // What was drawn last stays on the screen until the studio is back.
    const fresh = this.held ?? this.sample(now);
    const pair = fresh ?? this.drawn;
    this.drawn = pair;
    for (const frame of this.leaving) {
      if (frame === pair?.from || frame === pair?.to) continue;
      this.leaving.delete(frame);
      this.wire.recycle(frame);
    }
    if (fresh && !this.state.value.drawing) this.state.set({ drawing: true });
    return pair;
  }

  /** Frames that have been drawn may be asked for again. */
  keepFrames(): void {
    this.timeline.keep = FRAMES_KEPT;
  }

  /** From and to which tick there is something to draw. */
  get drawable(): readonly [number, number] {
    const { oldest, newest } = this.timeline;
    const held = this.held?.to.tick;
    return [oldest?.tick ?? held ?? 0, held ?? newest?.tick ?? 0];
  }

  /** What to draw at a tick; as with `pairToDraw`, valid until the next call. */
  pairAt(tick: number): Pair<SnapshotFrame> | null {
    const held = this.held?.to.tick === tick ? this.held : undefined;
    this.drawn = held ?? this.timeline.at(tick) ?? this.drawn;
    return this.drawn;
  }

  /** Freezes the picture at the newest snapshot, exactly as simulated; returns its tick. */
  hold(): number | null {
    const newest = this.timeline.newest ?? this.held?.to;
    if (!newest) return null;
    this.held = { from: newest, to: newest, alpha: 1 };
    return newest.tick;
  }

  /** Holds the first snapshot of at least this tick. */
  settle(tick: number): Promise<number> {
    this.release();
    return new Promise((reached) => {
      this.holdAt = { tick, reached };
      this.holdWhenReached();
    });
  }

  release(): void {
    this.held = null;
    this.holdAt = null;
  }

  private sample(now: number): Pair<SnapshotFrame> | null {
    return this.wire.pairAt?.(now) ?? this.timeline.sample(now) ?? null;
  }

  private connectionChanged(connection: ConnectionState): void {
    if (connection.phase === "open" && this.state.value.connection.phase !== "open") {
      this.state.set({
        drawing: false,
        progress: null,
        status: null,
        driving: null,
        helm: null,
        because: null,
        shelf: null,
        inspected: null,
      });
    }
    this.state.set({ connection });
  }

  private messageReceived(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        // Another world, or a studio that came back, counts its ticks and rosters anew.
        this.timeline.clear();
        this.rosters.clear();
        this.timeline.setFrameRate(message.frame_rate);
        this.state.set({ habitat: message.habitat });
        this.state.set({
          hello: message,
          driving: null,
          helm: null,
          because: null,
          inspected: null,
        });
        break;
      case "furnished":
        // Snapshots of the habitat before belong to other things.
        this.timeline.clear();
        this.state.set({ habitat: message.habitat });
        break;
      case "scenarios":
        this.state.set({ scenarios: message.scenarios });
        break;
      case "progress":
        this.state.set({ progress: message });
        break;
      case "status":
        // A recording's pictures come as often as ever, whatever it is played at.
        this.timeline.setPace(this.isRecording ? 1 : message.rate, performance.now() / 1000);
        this.state.set({ status: message });
        break;
      case "shelf":
        this.state.set({ shelf: message });
        break;
      case "roster":
        this.addRoster(message);
        break;
      case "driving":
        this.state.set({ driving: message });
        if (message.reason) this.toasts.show("happening", message.reason, OCEAN);
        break;
      case "helm":
        this.state.set({ helm: message });
        if (message.reason) this.toasts.show("happening", message.reason, OCEAN);
        break;
      case "because":
        this.state.set({ because: message });
        if (message.reason) this.toasts.show("happening", message.reason, OCEAN);
        break;
      case "led":
        this.heardLed(message);
        break;
      case "inspected":
        this.state.set({ inspected: message });
        break;
      case "refusal":
        this.toasts.show("refusal", message.message);
        break;
      case "happening":
        this.toasts.show("happening", message.text, OCEAN);
        break;
    }
  }

  private addRoster(roster: Roster): void {
    this.rosters.delete(roster.revision);
    this.rosters.set(roster.revision, roster);
    for (const revision of this.rosters.keys()) {
      if (this.rosters.size <= ROSTERS_KEPT) break;
      this.rosters.delete(revision);
    }
  }

  private frameReceived(frame: SnapshotFrame): void {
    const roster = this.rosters.get(frame.roster);
    if (roster?.ids.length !== frame.count) {
      this.wire.recycle(frame);
      this.complaints.add(`snapshot ${frame.tick} names a roster that has not been sent`);
      return;
    }
    // In a recording, whoever is introduced anew is somewhere else in time.
    const anew = this.isRecording && this.timeline.newest?.roster !== frame.roster;
    this.timeline.push(frame, performance.now() / 1000, anew);
    this.holdWhenReached();
  }

  private get isRecording(): boolean {
    return this.state.value.hello?.recording != null;
  }

  private holdWhenReached(): void {
    const newest = this.timeline.newest;
    if (!this.holdAt || !newest || newest.tick < this.holdAt.tick) return;
    const { reached } = this.holdAt;
    this.holdAt = null;
    this.hold();
    reached(newest.tick);
  }

  private letGo(frame: SnapshotFrame): void {
    const inUse = [this.drawn, this.held].some(
      (pair) => pair?.from === frame || pair?.to === frame,
    );
    if (inUse) this.leaving.add(frame);
    else this.wire.recycle(frame);
  }
}
