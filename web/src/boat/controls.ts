/** What the person at the helm wants: keys, wheel and stick in, levers out. Pure, for tests. */
import type { Steer } from "../wire/messages.ts";
import type { PadWishes } from "./gamepad.ts";

export type BoatControl = "ahead" | "astern" | "left" | "right" | "up" | "down" | "rise" | "dive";

/** How fast the lever goes while its key is held [1/s], and how far at once. */
export const LEVER_RATE = 0.7;
export const LEVER_STEP = 0.1;
/** A shorter way of the stick is the hand's trembling. */
export const STILL = 0.08;
/** Levers are sent in steps of that. */
const FINEST = 0.01;

const NO_PAD: PadWishes = { thrust: 0, turn: 0, pitch: 0, lift: 0, stop: false, leave: false };

const KEYS: Record<string, BoatControl> = {
  w: "ahead",
  s: "astern",
  a: "left",
  arrowleft: "left",
  d: "right",
  arrowright: "right",
  arrowup: "up",
  arrowdown: "down",
  r: "rise",
  f: "dive",
};

/** The keys on the bridge, as help lists them. */
export const BOAT_KEYS: readonly (readonly [string, string])[] = [
  ["W S", "lever ahead, astern; or the wheel"],
  ["A D or ← →", "turn left, right, while held"],
  ["↑ ↓", "bow up, down, while held"],
  ["R F", "rise, dive, while held"],
  ["X", "full stop"],
  ["drag", "steer: turn and pitch as far as you drag"],
  ["right drag", "look around"],
  ["?", "all of this"],
  ["Esc", "leave the submarine"],
];

/** The control of a key; by its place on keyboards that write no Latin letters. */
export function boatControlOf({
  key,
  code,
}: {
  key: string;
  code: string;
}): BoatControl | undefined {
  return KEYS[letterOf(key, code)];
}

export function isFullStop({ key, code }: { key: string; code: string }): boolean {
  return letterOf(key, code) === "x";
}

function letterOf(key: string, code: string): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return (/^[ -~]+$/.test(key) || !letter ? key : letter).toLowerCase();
}

export class BoatControls {
  /** How the lever of the engine stands: it stays where it is put. */
  lever = 0;
  stopping = false;
  /** Of a gamepad, written into by whoever reads it; added to all else. */
  readonly pad: PadWishes = { ...NO_PAD };
  private stick = { x: 0, y: 0 };
  private readonly holders = new Map<string, BoatControl>();
  /** After a full stop its sticks count when they have been let go. */
  private padWaits = false;
  /** The lever rests at zero until its key is pressed anew. */
  private resting = false;

  reset(): void {
    this.lever = 0;
    this.stopping = this.padWaits = false;
    this.releaseAll();
    Object.assign(this.pad, NO_PAD);
  }

  /** `holder`: the key or finger that holds the control until it is released. */
  press(control: BoatControl, holder: string): void {
    if (this.holders.get(holder) === control) return;
    this.holders.set(holder, control);
    this.stopping = false;
    if (control === "ahead" || control === "astern") {
      this.resting = false;
      this.push(control === "ahead" ? LEVER_STEP : -LEVER_STEP);
    }
  }

  release(holder: string): boolean {
    return this.holders.delete(holder);
  }

  /** Keys and stick; the lever stays. */
  releaseAll(): void {
    this.holders.clear();
    this.stick = { x: 0, y: 0 };
  }

  holds(control: BoatControl): boolean {
    return [...this.holders.values()].includes(control);
  }

  /** Moves the lever by hand. */
  push(by: number): void {
    this.stopping = false;
    const wanted = Math.min(1, Math.max(-1, this.lever + by));
    // Without this notch nobody finds zero again.
    const crosses = this.lever * wanted < 0 || Math.abs(wanted) < FINEST;
    this.resting ||= crosses && this.lever !== 0;
    this.lever = crosses ? 0 : wanted;
  }

  /** The stick of a hand or a finger: right and down are positive, 1 is as far as it goes. */
  pullStick(x: number, y: number): void {
    const far = Math.hypot(x, y);
    const kept = far > STILL ? Math.min(1, (far - STILL) / (1 - STILL)) / far : 0;
    this.stick = { x: x * kept, y: y * kept };
    if (kept > 0) this.stopping = false;
  }

  /** After its wishes were read. */
  heedPad(): void {
    const { thrust, turn, pitch, lift, stop } = this.pad;
    const pulled = thrust !== 0 || turn !== 0 || pitch !== 0 || lift !== 0;
    if (!pulled) this.padWaits = false;
    else if (!this.padWaits) this.stopping = false;
    if (stop) this.fullStop();
  }

  fullStop(): void {
    this.lever = 0;
    this.releaseAll();
    this.padWaits = true;
    this.stopping = true;
  }

  /** Time passes: a held key moves the lever on. */
  pass(seconds: number): void {
    const way = Number(this.holds("ahead")) - Number(this.holds("astern"));
    if (way !== 0 && !this.resting) this.push(way * LEVER_RATE * seconds);
  }

  wishes(): Steer {
    const pad = this.padWaits ? NO_PAD : this.pad;
    const between = (more: BoatControl, less: BoatControl) =>
      Number(this.holds(more)) - Number(this.holds(less));
    return {
      type: "steer",
      thrust: fine(this.lever + pad.thrust),
      turn: fine(between("left", "right") - this.stick.x + pad.turn),
      pitch: fine(between("up", "down") - this.stick.y + pad.pitch),
      lift: fine(between("rise", "dive") + pad.lift),
      stop: this.stopping,
    };
  }
}

function fine(value: number): number {
  const held = Math.min(1, Math.max(-1, value));
  // Without a sign before zero.
  return Math.round(held / FINEST) * FINEST + 0;
}
