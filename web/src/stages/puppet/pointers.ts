/** Mouse, pen and fingers on the stage: hands and tools come first, what is left moves the view. */
import type { Dot } from "../../puppet/geometry.ts";
import { mercyOf } from "./looking.ts";
import type { PuppetStage } from "./stage.ts";

/** Returns what ends it. */
export function watchPointers(element: HTMLElement, stage: PuppetStage): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  /** Pointers that move the view. */
  const viewers = new Map<number, Dot>();
  let sketching: number | null = null;

  const dotOf = (event: PointerEvent | WheelEvent): Dot => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const isDrawing = () => stage.theatre.state.value.mode === "draw";

  element.addEventListener(
    "pointerdown",
    (event) => {
      const dot = dotOf(event);
      (document.activeElement as HTMLElement | null)?.blur();
      // A pointer that a test or a pen makes up cannot always be captured.
      try {
        element.setPointerCapture(event.pointerId);
      } catch {}
      stage.hovering = null;
      const plain = event.button === 0;
      if (plain && isDrawing() && sketching === null && viewers.size === 0) {
        if (stage.sketch.press(dot, mercyOf(event), event.shiftKey)) {
          sketching = event.pointerId;
          return;
        }
      } else if (
        plain &&
        !isDrawing() &&
        stage.hands.press(event.pointerId, dot, event.pointerType, event.timeStamp)
      )
        return;
      viewers.set(event.pointerId, dot);
    },
    options,
  );

  element.addEventListener(
    "pointermove",
    (event) => {
      const dot = dotOf(event);
      if (event.pointerId === sketching) stage.sketch.move(dot, mercyOf(event));
      else if (viewers.has(event.pointerId)) moveView(event, dot);
      else if (event.buttons === 0) {
        stage.hovering = { dot, pointerType: event.pointerType };
        if (isDrawing()) stage.sketch.move(dot, mercyOf(event));
      }
      for (const one of unbunched(event)) {
        stage.hands.move(event.pointerId, dotOf(one), one.timeStamp);
      }
    },
    options,
  );

  const moveView = (event: PointerEvent, dot: Dot) => {
    const before = viewers.get(event.pointerId) as Dot;
    const [dx, dy] = [dot.x - before.x, dot.y - before.y];
    const other = [...viewers].find(([id]) => id !== event.pointerId)?.[1];
    viewers.set(event.pointerId, dot);
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(dot.x - other.x, dot.y - other.y);
      const centre = { x: (dot.x + other.x) / 2, y: (dot.y + other.y) / 2 };
      if (apart > 0 && now > 0) stage.view.zoom(apart / now, centre);
      stage.view.pan(dx / 2, dy / 2);
    } else if (stage.view.flat || event.buttons & 2 || event.shiftKey) stage.view.pan(dx, dy);
    else stage.view.turn(dx, dy);
  };

  const lift = (event: PointerEvent, cancelled: boolean) => {
    viewers.delete(event.pointerId);
    if (event.pointerId === sketching) {
      sketching = null;
      if (cancelled) stage.sketch.cancel();
      else stage.sketch.lift(dotOf(event), mercyOf(event));
    }
    stage.hands.lift(event.pointerId, event.timeStamp);
  };
  element.addEventListener("pointerup", (event) => lift(event, false), options);
  element.addEventListener("pointercancel", (event) => lift(event, true), options);
  element.addEventListener(
    "pointerleave",
    () => {
      stage.hovering = null;
    },
    options,
  );
  element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const turn = Math.max(-120, Math.min(120, event.deltaY));
      stage.view.zoom(Math.exp(turn * 0.0014), dotOf(event));
    },
    { ...options, passive: false },
  );
  return () => listening.abort();
}

/** The moves that the browser put together into one, for it tells them once a picture. */
function unbunched(event: PointerEvent): readonly PointerEvent[] {
  const moves = event.getCoalescedEvents?.() ?? [];
  return moves.length > 0 ? moves : [event];
}
