/** Arranging a habitat: which thing is chosen, where it is held, and what the studio is asked. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Habitat } from "../wire/messages.ts";
import {
  newThing,
  type Size,
  type Sort,
  sized,
  type Thing,
  type ThingKind,
  thingsOf,
  wishOf,
  within,
} from "./things.ts";

/** After the last key or turn of the wheel, so that a row of them is one change [ms]. */
const SETTLED_MS = 350;

export interface Arranging {
  /** Clicks in the view choose things and put them. */
  on: boolean;
  /** What the next click puts there; null: it chooses. */
  tool: ThingKind | null;
  /** The chosen one, where and as large as it is held; null for none. */
  held: Thing | null;
}

export class Arranger {
  readonly state = new Store<Arranging>({ on: false, tool: null, held: null });
  /** Where the view looks at the ground; the stage knows. */
  middle: () => [number, number] = () => [0, 0];
  private readonly studio: Studio;
  private habitat: Habitat | null = null;
  private timer = 0;
  /** Whether the newest change is still to be sent. */
  private isDraft = false;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.state.watch(({ hello, habitat }) => this.follow(hello?.recording ? null : habitat));
  }

  get things(): readonly Thing[] {
    return this.habitat ? thingsOf(this.habitat) : [];
  }

  get radius(): number {
    return this.habitat?.radius ?? 0;
  }

  toggle(): void {
    if (this.state.value.on) this.stop();
    else if (this.habitat) this.state.set({ on: true });
  }

  stop(): void {
    this.settle();
    this.state.set({ on: false, tool: null, held: null });
  }

  /** The next click puts one of these; the same again: no longer. */
  take(kind: ThingKind): void {
    this.settle();
    const { tool } = this.state.value;
    this.state.set({ on: true, tool: tool === kind ? null : kind, held: null });
  }

  /** Puts what is in hand there, and chooses it. */
  put(place: readonly [number, number]): void {
    const { tool } = this.state.value;
    if (!tool || !this.habitat) return;
    const thing = newThing(tool, within(place, this.radius));
    const index = this.things.filter(({ sort }) => sort === thing.sort).length;
    this.studio.send(wishOf(thing));
    // Until the studio shows it; it is the last of its sort.
    this.state.set({ tool: null, held: { ...thing, index } });
  }

  choose(thing: Thing | null): void {
    this.settle();
    this.state.set({ on: this.state.value.on || thing !== null, tool: null, held: thing });
  }

  /** The next thing, or the one before. */
  next(step: 1 | -1): void {
    const { things } = this;
    if (things.length === 0) return;
    const at = this.placeIn(things, this.state.value.held);
    const begin = at < 0 && step < 0 ? 0 : at;
    this.choose(things[(begin + step + things.length) % things.length] ?? null);
  }

  /** Holds the chosen thing there; it is put when that has settled. */
  move(place: readonly [number, number], later = true): void {
    const { held } = this.state.value;
    if (held) this.hold({ ...held, place: within(place, this.radius) }, later);
  }

  resize(wanted: Partial<Size>): void {
    const { held } = this.state.value;
    if (held) this.hold(sized(held, wanted), true);
  }

  /** So many times as large. */
  scale(factor: number): void {
    const { held } = this.state.value;
    if (held) this.resize({ radius: held.radius * factor, height: held.height * factor });
  }

  /** Asks for what is held now, if that has not been asked for yet. */
  settle(): void {
    clearTimeout(this.timer);
    const { held } = this.state.value;
    if (!this.isDraft || !held) return;
    this.isDraft = false;
    this.studio.send(wishOf(held));
  }

  remove(): void {
    const { held } = this.state.value;
    clearTimeout(this.timer);
    this.isDraft = false;
    if (held?.index == null) return;
    this.studio.send({ type: "take-away", sort: held.sort, index: held.index });
    this.state.set({ held: null });
  }

  undo(): void {
    this.isDraft = false;
    clearTimeout(this.timer);
    this.state.set({ held: null, tool: null });
    this.studio.send({ type: "undo" });
  }

  private hold(held: Thing, later: boolean): void {
    this.isDraft = true;
    this.state.set({ held });
    clearTimeout(this.timer);
    if (later) this.timer = window.setTimeout(() => this.settle(), SETTLED_MS);
  }

  /** The studio shows a habitat: what is chosen is what stands there now. */
  private follow(habitat: Habitat | null): void {
    if (habitat === this.habitat) return;
    this.habitat = habitat;
    if (!habitat) {
      this.state.set({ on: false, tool: null, held: null });
      return;
    }
    const { held } = this.state.value;
    if (!held || this.isDraft) return;
    const at = this.placeIn(this.things, held);
    const same = this.things[at];
    this.state.set({ held: same?.kind === held.kind ? same : null });
  }

  private placeIn(things: readonly Thing[], held: Thing | null): number {
    if (!held) return -1;
    const same = (sort: Sort, index: number | null) => sort === held.sort && index === held.index;
    return things.findIndex(({ sort, index }) => same(sort, index));
  }
}
