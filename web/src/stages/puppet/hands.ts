/** Hands at play: each pointer that lands on the puppet holds a point until it is lifted. */
import type { Place } from "../../puppet/document.ts";
import { replaced } from "../../puppet/edits.ts";
import { clamp, type Dot } from "../../puppet/geometry.ts";
import type { Theatre } from "../../puppet/theatre.ts";
import { grabbedPoint, type Scenery } from "./looking.ts";
import { Trail } from "./trail.ts";

interface Hand {
  point: number;
  place: Place;
  trail: Trail;
}

/** Two presses within this time on one point pin it, or set it free [ms]. */
const DOUBLE_MS = 380;
const STILL_PIXELS = 8;

export class Hands {
  private readonly theatre: Theatre;
  private readonly scenery: () => Scenery | null;
  private readonly hands = new Map<number, Hand>();
  private changed = false;
  private last = { point: -1, time: Number.NEGATIVE_INFINITY, dot: { x: 0, y: 0 } };

  constructor(theatre: Theatre, scenery: () => Scenery | null) {
    this.theatre = theatre;
    this.scenery = scenery;
  }

  get held(): readonly Hand[] {
    return [...this.hands.values()];
  }

  /** Whether the pointer has taken something. */
  press(id: number, dot: Dot, pointerType: string, time: number): boolean {
    const scenery = this.scenery();
    const point = scenery && grabbedPoint(scenery, dot, pointerType);
    if (!scenery || point === null || this.held.some((hand) => hand.point === point)) return false;
    const again =
      point === this.last.point &&
      time - this.last.time < DOUBLE_MS &&
      Math.hypot(dot.x - this.last.dot.x, dot.y - this.last.dot.y) < STILL_PIXELS;
    this.last = { point, time, dot };
    if (again) {
      this.last.point = -1;
      this.togglePin(point);
      return true;
    }
    const place = this.placeAt(scenery, dot, point);
    const trail = new Trail();
    trail.note(place, time);
    this.hands.set(id, { point, place, trail });
    this.theatre.send({ type: "grab", point, place });
    return true;
  }

  /** A time is that of the pointer's own event [ms]. */
  move(id: number, dot: Dot, time: number): void {
    const hand = this.hands.get(id);
    const scenery = this.scenery();
    if (!hand || !scenery) return;
    hand.place = this.placeAt(scenery, dot, hand.point);
    hand.trail.note(hand.place, time);
    this.changed = true;
  }

  lift(id: number, time = performance.now()): void {
    const hand = this.hands.get(id);
    if (!hand) return;
    this.flush();
    this.hands.delete(id);
    const velocity = hand.trail.velocity(time);
    this.theatre.send({ type: "let_go", point: hand.point, velocity });
  }

  liftAll(): void {
    for (const id of [...this.hands.keys()]) this.lift(id);
  }

  /** Another puppet came on: nobody holds anything. */
  forget(): void {
    this.hands.clear();
  }

  /** Tells the studio where all hands are, once a picture. */
  flush(): void {
    if (!this.changed) return;
    this.changed = false;
    const grips = this.held.map(({ point, place }) => ({ point, place }));
    this.theatre.send({ type: "carry", grips });
  }

  togglePin(point: number): void {
    const { document } = this.theatre.state.value;
    const settings = document?.point[point];
    if (!document || !settings) return;
    this.theatre.build(replaced(document, "point", point, { pinned: !settings.pinned }));
  }

  /** Within the walls, as far away as the point is. */
  private placeAt({ view, figure }: Scenery, dot: Dot, point: number): Place {
    const held = this.held.find((hand) => hand.point === point);
    const { low, high } = figure.document.stage;
    const place = view.placeAt(dot, held?.place ?? figure.placeOf(point));
    return place.map((value, axis) => clamp(value, low[axis] ?? 0, high[axis] ?? 0)) as Place;
  }
}
