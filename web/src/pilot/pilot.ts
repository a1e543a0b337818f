/** Drives a fish from this page: asks the studio for one, sends what the controls want. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Drive, Driven } from "../wire/messages.ts";
import { type Control, Controls } from "./controls.ts";

export interface PilotState {
  /** The fish that this page drives, as the studio last said. */
  fish: Driven | null;
  /** Controls that are held or on. */
  active: ReadonlySet<Control>;
  /** Of a C-turn [degrees]. */
  turnAngle: number;
  showMuscles: boolean;
}

const TICK_MS = 40;

export class Pilot {
  readonly state: Store<PilotState>;
  private readonly studio: Studio;
  private readonly controls = new Controls();
  private sent: Drive | null = null;
  private timer = 0;
  /** Which fish is nearest to where the person looks; the stage knows. */
  choose: () => number | null = () => null;
  /** Told before a fish is asked for: one pair of hands cannot hold a helm as well. */
  handsNeeded: () => void = () => {};

  constructor(studio: Studio) {
    this.studio = studio;
    this.state = new Store<PilotState>({
      fish: null,
      active: new Set(),
      turnAngle: this.controls.turnAngle,
      showMuscles: true,
    });
    studio.state.watch(({ driving, connection }) => {
      this.follow(connection.phase === "open" ? (driving?.fish ?? null) : null);
    });
  }

  get driving(): boolean {
    return this.state.value.fish !== null;
  }

  /** Asks for a fish; without an id, for the one that is looked at. */
  begin(id: number | null = this.choose()): void {
    this.handsNeeded();
    this.studio.send({ type: "pilot", id });
  }

  leave(): void {
    if (this.driving) this.studio.send({ type: "leave" });
  }

  toggle(): void {
    if (this.driving) this.leave();
    else this.begin();
  }

  setTurnAngle(degrees: number): void {
    this.controls.turnAngle = degrees;
    this.state.set({ turnAngle: degrees });
  }

  toggleMuscles(): void {
    this.state.set({ showMuscles: !this.state.value.showMuscles });
  }

  /** `holder`: the key or finger that holds the control until it is released. */
  press(control: Control, holder: string): void {
    if (!this.driving) return;
    const angle = this.controls.press(control, holder);
    if (angle !== undefined) this.studio.send({ type: "turn", angle });
    this.update();
  }

  release(holder: string): void {
    if (this.controls.release(holder)) this.update();
  }

  releaseAll(): void {
    this.controls.releaseAll();
    this.update();
  }

  setSteep(steep: boolean): void {
    if (this.controls.steep === steep) return;
    this.controls.steep = steep;
    this.update();
  }

  private follow(fish: Driven | null): void {
    const before = this.state.value.fish;
    if (fish && fish.id !== before?.id) {
      this.controls.start(fish.asked.speed, fish.top_speed);
      this.sent = null;
      window.clearInterval(this.timer);
      this.timer = window.setInterval(() => {
        if (this.controls.pass(TICK_MS / 1000)) this.update();
      }, TICK_MS);
    } else if (!fish && before) {
      window.clearInterval(this.timer);
      this.controls.releaseAll();
    }
    this.state.set({ fish });
    if (fish?.id !== before?.id) this.update();
  }

  /** Sends what is wanted, if that has changed. */
  private update(): void {
    if (!this.driving) {
      this.state.set({ active: new Set() });
      return;
    }
    const wishes = this.controls.wishes();
    this.state.set({ active: this.activeControls(wishes) });
    if (this.sent && sameWishes(this.sent, wishes)) return;
    this.sent = wishes;
    this.studio.send(wishes);
  }

  private activeControls(wishes: Drive): Set<Control> {
    const held: Control[] = [
      "faster",
      "slower",
      "left",
      "right",
      "turn-left",
      "turn-right",
      "ascend",
      "descend",
      "roll-left",
      "roll-right",
      "brake",
      "backward",
    ];
    const active = new Set(held.filter((control) => this.controls.holds(control)));
    if (wishes.speed === 0 && !wishes.backward && !wishes.brake) active.add("glide");
    if (wishes.climb === 0 && wishes.roll === 0) active.add("balance");
    return active;
  }
}

function sameWishes(a: Drive, b: Drive): boolean {
  return (Object.keys(a) as (keyof Drive)[]).every((key) => a[key] === b[key]);
}
