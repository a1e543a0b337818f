/** What fingers, mouse and wheel do to a view. */

export interface Handling {
  /** By a drag [pixels]. */
  turned(dx: number, dy: number): void;
  /** What is looked at is dragged along: by two fingers, with the right button or with Shift. */
  dragged(dx: number, dy: number): void;
  /** Above 1 farther away. */
  zoomed(factor: number): void;
}

/** Most of a turn of a wheel that counts at once, and how much. */
const MOST_WHEEL = 120;
const PER_WHEEL = 0.0014;

/** Returns how to stop. */
export function watchHands(element: HTMLElement, handling: Handling): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const lift = (event: PointerEvent) => pointers.delete(event.pointerId);
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (apart > 0 && now > 0) handling.zoomed(apart / now);
      handling.dragged(dx / 2, dy / 2);
    } else if (event.buttons & 2 || event.shiftKey) {
      handling.dragged(dx, dy);
    } else {
      handling.turned(dx, dy);
    }
    before.x = event.clientX;
    before.y = event.clientY;
  };
  element.addEventListener(
    "pointerdown",
    (event) => {
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    options,
  );
  element.addEventListener("pointermove", move, options);
  element.addEventListener("pointerup", lift, options);
  element.addEventListener("pointercancel", lift, options);
  element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const turned = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, event.deltaY));
      handling.zoomed(Math.exp(PER_WHEEL * turned));
    },
    { ...options, passive: false },
  );
  return () => listening.abort();
}
