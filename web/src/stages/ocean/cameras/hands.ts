/** What hands do on the picture since it was last asked: drags, wheel, pinches. */

/** Of a drag over the whole height of the picture [rad]. */
const TURN = 2.4;
const WHEEL = 0.0014;
const MOST_WHEEL = 120;

export interface Handled {
  /** To the left and up [rad]. */
  aside: number;
  up: number;
  /** Above 1 for closer, or faster. */
  zoom: number;
}

export class Hands {
  /** Whether they have a camera to move. */
  active = false;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly listening = new AbortController();
  private readonly element: HTMLElement;
  private handled: Handled = { aside: 0, up: 0, zoom: 1 };

  constructor(element: HTMLElement) {
    this.element = element;
    const options = { signal: this.listening.signal };
    element.addEventListener("pointerdown", (event) => this.press(event), options);
    element.addEventListener("pointermove", (event) => this.move(event), options);
    element.addEventListener("pointerup", (event) => this.lift(event), options);
    element.addEventListener("pointercancel", (event) => this.lift(event), options);
    element.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: true });
  }

  get holding(): boolean {
    return this.pointers.size > 0;
  }

  take(): Handled {
    const { handled } = this;
    this.handled = { aside: 0, up: 0, zoom: 1 };
    return handled;
  }

  dispose(): void {
    this.listening.abort();
  }

  private press(event: PointerEvent): void {
    if (!this.active) return;
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private lift(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const { clientX: x, clientY: y } = event;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(x - other.x, y - other.y);
      if (apart > 0 && now > 0) this.handled.zoom *= now / apart;
    } else {
      const perPixel = TURN / Math.max(1, this.element.clientHeight);
      // As if one dragged the picture.
      this.handled.aside += (x - before.x) * perPixel;
      this.handled.up += (y - before.y) * perPixel;
    }
    before.x = x;
    before.y = y;
  }

  private wheel({ deltaY }: WheelEvent): void {
    if (!this.active) return;
    const way = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, deltaY));
    this.handled.zoom *= Math.exp(-way * WHEEL);
  }
}
