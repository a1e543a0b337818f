/** The submarine as this page has it: asks for its helm, sends what the controls want. */
import type { Pilot } from "../pilot/pilot.ts";
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Steer } from "../wire/messages.ts";
import { type BoatControl, BoatControls } from "./controls.ts";
import { gamepadHere, type Pad, PadReader } from "./gamepad.ts";
import { atRest, type Motion } from "./motion.ts";

export interface BoatState {
  /** Whether this page is at the helm. */
  aboard: boolean;
  /** Of the submarine that it steers; null while it steers none. */
  number: number | null;
  /** Whether a gamepad is at hand. */
  pad: boolean;
  /** What was last asked for. */
  asked: Steer;
  active: ReadonlySet<BoatControl>;
  /** Where a drag on the picture began and how far it is [CSS pixels]; null while there is none. */
  drag: { x: number; y: number; dx: number; dy: number } | null;
}

const TICK_MS = 40;
/** [s] */
const LONGEST_TICK = 0.3;
const CONTROLS: readonly BoatControl[] = [
  "ahead",
  "astern",
  "left",
  "right",
  "up",
  "down",
  "rise",
  "dive",
];

export class Boat {
  readonly state: Store<BoatState>;
  /** As it is drawn, written anew for every picture. */
  readonly motion: Motion = atRest();
  /** Of a headset, while one looks through it: they come before a gamepad. */
  controllers: Pad | null = null;
  private readonly studio: Studio;
  private readonly pilot: Pilot;
  private readonly controls = new BoatControls();
  private readonly padReader = new PadReader();
  private sent = "";
  private timer = 0;

  constructor(studio: Studio, pilot: Pilot) {
    this.studio = studio;
    this.pilot = pilot;
    this.state = new Store<BoatState>({
      aboard: false,
      number: null,
      pad: false,
      asked: this.controls.wishes(),
      active: new Set(),
      drag: null,
    });
    pilot.handsNeeded = () => this.leave();
    let { helm } = studio.state.value;
    studio.state.watch((state) => {
      const anew = state.helm !== helm;
      helm = state.helm;
      const aboard = state.connection.phase === "open" && helm?.aboard === true;
      if (anew || aboard !== this.aboard) this.follow(aboard);
    });
  }

  get aboard(): boolean {
    return this.state.value.aboard;
  }

  board(): void {
    // One pair of hands: whoever drives a fish lets it go.
    this.pilot.leave();
    this.studio.send({ type: "board" });
  }

  leave(): void {
    if (this.aboard) this.studio.send({ type: "debark" });
  }

  toggle(): void {
    if (this.aboard) this.leave();
    else this.board();
  }

  press(control: BoatControl, holder: string): void {
    if (!this.aboard) return;
    this.controls.press(control, holder);
    this.update();
  }

  release(holder: string): void {
    if (this.controls.release(holder)) this.update();
  }

  /** Whoever held keys looks elsewhere now; the lever stays. */
  releaseAll(): void {
    this.controls.releaseAll();
    this.state.set({ drag: null });
    this.update();
  }

  pushLever(by: number): void {
    if (!this.aboard) return;
    this.controls.push(by);
    this.update();
  }

  /** Sent with the next tick: a mouse moves more often than anybody needs to know. */
  pullStick(x: number, y: number): void {
    this.controls.pullStick(x, y);
  }

  fullStop(): void {
    if (!this.aboard) return;
    this.controls.fullStop();
    this.update();
  }

  private follow(aboard: boolean): void {
    window.clearInterval(this.timer);
    this.controls.reset();
    this.padReader.reset();
    // The studio has put the helm to zero.
    this.sent = JSON.stringify(this.controls.wishes());
    if (aboard) {
      let last = performance.now();
      this.timer = window.setInterval(() => {
        const now = performance.now();
        // Where drawing is slow ticks come late.
        this.controls.pass(Math.min((now - last) / 1000, LONGEST_TICK));
        last = now;
        this.readPad();
        this.update();
      }, TICK_MS);
    }
    const number = aboard ? (this.studio.state.value.helm?.boat ?? null) : null;
    this.state.set({ aboard, number, drag: null, pad: false });
    this.update();
  }

  /** It may be plugged in, or out, at any time. */
  private readPad(): void {
    const pad = this.controllers ?? gamepadHere();
    const { controls } = this;
    this.padReader.read(pad, controls.pad);
    controls.heedPad();
    this.state.set({ pad: pad !== null });
    if (controls.pad.leave) this.leave();
  }

  private update(): void {
    const asked = this.controls.wishes();
    const text = JSON.stringify(asked);
    const active = new Set(CONTROLS.filter((control) => this.controls.holds(control)));
    if (!same(active, this.state.value.active)) this.state.set({ active });
    if (text === this.sent) return;
    this.sent = text;
    this.state.set({ asked });
    if (this.aboard) this.studio.send(asked);
  }
}

function same(a: ReadonlySet<BoatControl>, b: ReadonlySet<BoatControl>): boolean {
  return a.size === b.size && [...a].every((control) => b.has(control));
}
