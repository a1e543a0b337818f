/** Whose reasons this page wants to know: asks the studio, and keeps what it last said. */
import { History } from "../behaviour/history.ts";
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Thinking } from "../wire/messages.ts";

export interface CuriosityState {
  /** The fish that was clicked on; null for none. */
  id: number | null;
  /** What is in its mind, as soon as the studio has said it. */
  fish: Thinking | null;
}

export class Curiosity {
  readonly state = new Store<CuriosityState>({ id: null, fish: null });
  /** What the fishes felt that were asked. */
  readonly history = new History();
  private readonly studio: Studio;
  private world: unknown = null;
  private heard: unknown = null;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.state.watch(({ hello, because, connection }) => {
      // Another world, or a studio that came back, knows nothing of what was asked.
      if (hello !== this.world || connection.phase !== "open") {
        this.world = hello;
        this.history.clear();
        this.state.set({ id: null, fish: null });
      } else if (because && because !== this.heard) {
        // What was said of a fish before is no answer to what is asked now.
        this.heard = because;
        this.follow(because.fish, because.reason);
      }
    });
  }

  /** Asks for the reasons of a fish from now on. */
  ask(id: number): void {
    this.state.set({ id, fish: null });
    this.studio.send({ type: "why", id });
  }

  /** Whether there was anybody to let go. */
  letGo(): boolean {
    if (this.state.value.id === null) return false;
    this.state.set({ id: null, fish: null });
    this.studio.send({ type: "why", id: null });
    return true;
  }

  private follow(fish: Thinking | null, reason: string): void {
    const { id } = this.state.value;
    if (fish && fish.id === id) {
      this.history.add(fish);
      this.state.set({ fish });
    } else if (!fish && reason) this.state.set({ id: null, fish: null });
  }
}
