/** A hand that takes fishes and pulls them about: says so to the studio, not too often. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Grab } from "../wire/messages.ts";
import { Paced } from "./paced.ts";

export type Place = Grab["place"];

export interface HandState {
  /** A drag on a fish takes it, instead of turning the view. */
  on: boolean;
  /** Whom it holds; null for nobody. */
  held: number | null;
}

/** By the nose or by the tail it would be turned; by the middle it comes along. */
const MIDDLE = 5;

export class Hand {
  readonly state = new Store<HandState>({ on: false, held: null });
  /** The fish in the middle of the screen and where it is [m]; the stage knows. */
  aim: () => { id: number; place: Place } | null = () => null;
  /** A step on the screen, to the right and up, as one in the world [m]; the stage knows. */
  across: (right: number, up: number) => Place = () => [0, 0, 0];
  private readonly studio: Studio;
  private node = MIDDLE;
  private place: Place = [0, 0, 0];
  private readonly paced = new Paced<Place>((place) => {
    const { held } = this.state.value;
    if (held !== null) this.studio.send({ type: "grab", id: held, node: this.node, place });
  });

  constructor(studio: Studio) {
    this.studio = studio;
    let world: unknown = null;
    studio.state.watch(({ hello, connection }) => {
      if (hello === world && connection.phase === "open") return;
      world = hello;
      this.forget();
      if (hello?.recording || hello?.comparison) this.state.set({ on: false });
    });
  }

  toggle(on = !this.state.value.on): void {
    if (!on) this.letGo();
    this.state.set({ on });
  }

  take(id: number, node: number, place: Place): void {
    this.letGo();
    this.node = node;
    this.place = place;
    this.state.set({ held: id });
    this.paced.tell(place);
  }

  /** Moves the hand to a place [m]. */
  pull(place: Place): void {
    if (this.state.value.held === null) return;
    this.place = place;
    this.paced.tell(place);
  }

  /** Moves it by a step on the screen; an empty hand takes the fish in the middle first. */
  nudge(right: number, up: number): void {
    if (this.state.value.held === null) {
      const fish = this.aim();
      if (!fish) return;
      this.take(fish.id, MIDDLE, fish.place);
    }
    const step = this.across(right, up);
    const moved = this.place.map((part, axis) => part + (step[axis] ?? 0));
    this.pull(moved as Place);
  }

  /** Returns whether there was anybody to let go. */
  letGo(): boolean {
    if (this.state.value.held === null) return false;
    this.forget();
    this.studio.send({ type: "let-go" });
    return true;
  }

  private forget(): void {
    this.paced.forget();
    this.state.set({ held: null });
  }
}
