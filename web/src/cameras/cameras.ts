/** Which camera of the ocean this page has chosen, and which fish it goes with. */
import type { Boat } from "../boat/boat.ts";
import type { Pilot } from "../pilot/pilot.ts";
import type { Curiosity } from "../reasons/curiosity.ts";
import type { FilmChoice, ViewChoices } from "../shell/registry.ts";
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Toasts } from "../shell/toasts.ts";
import {
  CAMERA_KINDS,
  type CameraControl,
  CameraControls,
  type CameraKind,
  SPEEDS,
} from "./controls.ts";

/** Who has the camera before any that was chosen. */
export type Guest = "film" | "submarine" | "comparison";

export interface CameraState {
  kind: CameraKind;
  /** Whom a chase or a ride goes with. */
  fish: number | null;
  guest: Guest | null;
  /** Of the free camera [m/s]. */
  speed: number;
  active: ReadonlySet<CameraControl>;
  /** What is named on the screen for a moment; `serial` tells one from the next. */
  sign: { text: string; serial: number } | null;
  /** How often a camera has been chosen: one that is given back goes on where it was. */
  chosen: number;
}

interface Around {
  studio: Studio;
  pilot: Pilot;
  boat: Boat;
  curiosity: Curiosity;
  film: Store<FilmChoice>;
  view: Store<ViewChoices>;
  toasts: Toasts;
}

const REFUSALS = {
  submarine: "The submarine has the camera",
  comparison: "The comparison has the camera",
} as const;

export class Cameras {
  readonly state = new Store<CameraState>({
    kind: "orbit",
    fish: null,
    guest: null,
    speed: SPEEDS.usual,
    active: new Set(),
    sign: null,
    chosen: 0,
  });
  readonly controls = new CameraControls();
  /** Which fish is in the middle of the screen; the stage knows. */
  aim: () => number | null = () => null;
  private readonly around: Around;
  private driven: number | null = null;
  /** The choice from before a fish was driven. */
  private before: Pick<CameraState, "kind" | "fish"> = { kind: "orbit", fish: null };
  private signs = 0;

  constructor(around: Around) {
    this.around = around;
    const { studio, pilot, boat, curiosity, film, view } = around;
    const meet = () => this.meetGuests();
    studio.state.watch(meet);
    boat.state.watch(meet);
    film.watch(meet);
    pilot.state.watch(({ fish }) => this.giveToPilot(fish?.id ?? null));
    curiosity.state.watch(({ id }) => id !== null && this.goWith(id));
    view.watch(({ followBoat }) => followBoat && this.take("orbit", null));
  }

  /** The chosen one, if nobody has the camera before it. */
  get inUse(): CameraKind | null {
    const { kind, guest } = this.state.value;
    return guest ? null : kind;
  }

  /** Takes the camera from a film; returns whether it could be had. */
  choose(kind: CameraKind): boolean {
    this.around.film.set({ playing: false });
    const { guest } = this.state.value;
    if (guest && guest !== "film") {
      this.show(REFUSALS[guest]);
      return false;
    }
    const fish = needsFish(kind) ? this.chosenFish() : null;
    if (needsFish(kind) && fish === null) {
      this.show("There is no fish to go with");
      return false;
    }
    this.take(kind, fish);
    if (kind !== "orbit") this.around.view.set({ followBoat: false });
    return true;
  }

  /** The next that can be had, or with -1 the one before. */
  next(step: 1 | -1): void {
    const { length } = CAMERA_KINDS;
    const alone = this.chosenFish() === null;
    let at = CAMERA_KINDS.indexOf(this.state.value.kind);
    do at = (at + step + length) % length;
    while (alone && needsFish(CAMERA_KINDS[at] ?? "orbit"));
    this.choose(CAMERA_KINDS[at] ?? "orbit");
  }

  /** Returns whether another camera was in use. */
  backToOrbit(): boolean {
    const { inUse } = this;
    if (inUse === null || inUse === "orbit") return false;
    this.take("orbit", null);
    return true;
  }

  /** The fish that it went with is no more. */
  lose(): void {
    const { fish } = this.state.value;
    this.around.toasts.show("happening", `fish ${fish} is gone: the camera lets it go`, "ocean");
    this.take("orbit", null);
  }

  press(control: CameraControl, holder: string): void {
    this.controls.press(control, holder);
    this.state.set({ active: this.controls.active });
  }

  release(holder: string): void {
    if (this.controls.release(holder)) this.state.set({ active: this.controls.active });
  }

  releaseAll(): void {
    this.controls.releaseAll();
    this.state.set({ active: new Set() });
  }

  changeSpeed(factor: number): void {
    const speed = this.state.value.speed * factor;
    this.state.set({ speed: Math.min(SPEEDS.fastest, Math.max(SPEEDS.slowest, speed)) });
  }

  /** Who is driven, or whose reasons are shown; else the one in the middle, or the one before. */
  private chosenFish(): number | null {
    const { pilot, curiosity } = this.around;
    return (
      pilot.state.value.fish?.id ?? curiosity.state.value.id ?? this.state.value.fish ?? this.aim()
    );
  }

  private take(kind: CameraKind, fish: number | null): void {
    const { value } = this.state;
    if (value.kind !== kind) this.releaseAll();
    if (value.kind === kind && value.fish === fish) return;
    this.state.set({ kind, fish, chosen: value.chosen + 1 });
    this.show(nameOf(kind, fish));
  }

  private show(text: string): void {
    this.state.set({ sign: { text, serial: ++this.signs } });
  }

  private goWith(id: number): void {
    const { kind } = this.state.value;
    if (needsFish(kind) && this.driven === null) this.take(kind, id);
  }

  /** Whoever begins to drive sees his fish from behind, and has his camera back afterwards. */
  private giveToPilot(driven: number | null): void {
    if (driven === this.driven) return;
    const { kind, fish } = this.state.value;
    if (this.driven === null) this.before = { kind, fish };
    const { before } = this;
    this.driven = driven;
    this.releaseAll();
    this.state.set(driven === null ? before : { kind: "orbit", fish: null });
  }

  private meetGuests(): void {
    const { boat, film, studio } = this.around;
    const guest = boat.aboard
      ? "submarine"
      : studio.state.value.hello?.comparison
        ? "comparison"
        : film.value.playing
          ? "film"
          : null;
    if (guest !== this.state.value.guest) this.releaseAll();
    this.state.set({ guest });
  }
}

export function nameOf(kind: CameraKind, fish: number | null): string {
  if (kind === "chase") return `Chase: behind fish ${fish}`;
  if (kind === "ride") return `Ride: the eyes of fish ${fish}`;
  return kind === "free" ? "Free camera" : "Orbit";
}

function needsFish(kind: CameraKind): boolean {
  return kind === "chase" || kind === "ride";
}
