/** A hand on a stage whose z is up: takes somebody, moves him, lets him go, and tells the studio. */
import { Store } from "../shell/store.ts";
import { Paced } from "./paced.ts";

export type Place = [number, number, number];

/** What a stage's studio is told; places [m]. */
export interface Telling<Who> {
  take(who: Who, place: Place): void;
  move(who: Who, place: Place): void;
  letGo(): void;
}

export interface ReachState<Who> {
  /** Buttons are shown, for who has no pointer. */
  on: boolean;
  held: Who | null;
}

/** Of a step by a button [m]. */
const STEP = 0.15;

export class Reach<Who> {
  readonly state = new Store<ReachState<Who>>({ on: false, held: null });
  /** Whom an empty hand would take, and where he is [m]; the stage knows. */
  aim: () => { who: Who; place: Place } | null = () => null;
  /** The ways to the right and up on the screen, as ones in the world, of length 1; the stage knows. */
  axes: () => { right: Place; up: Place } = () => ({ right: [0, 1, 0], up: [0, 0, 1] });
  private readonly telling: Telling<Who>;
  private readonly paced: Paced<Place>;
  private place: Place = [0, 0, 0];

  constructor(telling: Telling<Who>) {
    this.telling = telling;
    this.paced = new Paced((place) => {
      const { held } = this.state.value;
      if (held !== null) telling.move(held, place);
    });
  }

  toggle(on = !this.state.value.on): void {
    if (!on) this.letGo();
    this.state.set({ on });
  }

  take(who: Who, place: Place): void {
    this.letGo();
    this.place = place;
    this.state.set({ held: who });
    this.telling.take(who, place);
  }

  pull(place: Place): void {
    if (this.state.value.held === null) return;
    this.place = place;
    this.paced.tell(place);
  }

  /** A step on the screen; an empty hand takes whom it aims at first. */
  nudge(right: number, up: number): void {
    if (this.state.value.held === null) {
      const aimed = this.aim();
      if (!aimed) return;
      this.take(aimed.who, aimed.place);
    }
    const axes = this.axes();
    const step = (axis: 0 | 1 | 2) => STEP * (right * axes.right[axis] + up * axes.up[axis]);
    const [x, y, z] = this.place;
    this.pull([x + step(0), y + step(1), z + step(2)]);
  }

  letGo(): void {
    if (this.state.value.held === null) return;
    this.forget();
    this.telling.letGo();
  }

  /** Whom it held is no more, or the studio has gone. */
  forget(): void {
    this.paced.forget();
    if (this.state.value.held !== null) this.state.set({ held: null });
  }
}
