/** A drag on somebody takes him, one beside him turns the view; a click stays a click. */
import * as THREE from "three";
import type { Place } from "./reach.ts";

/** A press that moves no farther is a click [pixels]. */
const STILL_PIXELS = 5;

/** What lies under a place of the canvas: where [m], and what takes it. */
export interface Under {
  place: THREE.Vector3;
  take(): void;
}

export interface Draggable {
  under(x: number, y: number): Under | null;
  pull(place: Place): void;
  letGo(): void;
  /** Across which the hand does not go; without, straight ahead of the camera. */
  depth?(): THREE.Vector3;
}

/** What else a drag would turn. */
export interface Turned {
  readonly camera: THREE.PerspectiveCamera;
  /** While it is true drags do not turn it. */
  fixed: boolean;
}

export class Drag {
  private readonly element: HTMLElement;
  private readonly view: Turned;
  private readonly what: Draggable;
  private readonly listening = new AbortController();
  private pressed: { id: number; x: number; y: number; on: Under } | null = null;
  private taken = false;
  /** Faces the camera, through the place where somebody was taken. */
  private readonly plane = new THREE.Plane();
  private readonly place = new THREE.Vector3();

  constructor(element: HTMLElement, view: Turned, what: Draggable) {
    this.element = element;
    this.view = view;
    this.what = what;
    const { signal } = this.listening;
    element.addEventListener("pointerdown", (event) => this.press(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      element.addEventListener(end, (event) => this.lift(event), { signal });
  }

  dispose(): void {
    this.end();
    this.listening.abort();
  }

  private press(event: PointerEvent): void {
    // Two fingers are for the view.
    this.end();
    if (!event.isPrimary || event.button !== 0 || event.shiftKey) return;
    const { offsetX: x, offsetY: y, pointerId: id } = event;
    const on = this.what.under(x, y);
    if (!on) return;
    this.pressed = { id, x, y, on };
    this.view.fixed = true;
  }

  private move(event: PointerEvent): void {
    const { pressed } = this;
    if (!pressed) {
      if (event.pointerType === "mouse" && event.buttons === 0) this.hint(event);
      return;
    }
    if (event.pointerId !== pressed.id) return;
    const far = Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y);
    if (!this.taken && far <= STILL_PIXELS) return;
    if (!this.taken) this.take(pressed.on);
    const way = rayThrough(this.element, this.view.camera, event.offsetX, event.offsetY);
    if (way.intersectPlane(this.plane, this.place)) this.what.pull(this.place.toArray());
  }

  private take({ place, take }: Under): void {
    this.taken = true;
    const depth = this.what.depth?.() ?? this.view.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(depth, place);
    take();
  }

  private lift(event: PointerEvent): void {
    if (event.pointerId === this.pressed?.id) this.end();
  }

  private end(): void {
    if (this.taken) this.what.letGo();
    this.taken = false;
    this.pressed = null;
    this.view.fixed = false;
  }

  private hint({ offsetX, offsetY }: PointerEvent): void {
    this.element.classList.toggle("handy", this.what.under(offsetX, offsetY) !== null);
  }
}

/** From the camera through a place of the picture [CSS pixels]. */
export function rayThrough(
  { clientWidth, clientHeight }: HTMLElement,
  camera: THREE.PerspectiveCamera,
  x: number,
  y: number,
): THREE.Ray {
  const way = new THREE.Vector3((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2, 0.5)
    .unproject(camera)
    .sub(camera.position)
    .normalize();
  return new THREE.Ray(camera.position.clone(), way);
}

/** Which ways are to the right and up on the screen. */
export function screenAxes(camera: THREE.Camera): { right: Place; up: Place } {
  const [right, up] = [new THREE.Vector3(), new THREE.Vector3()];
  camera.matrixWorld.extractBasis(right, up, new THREE.Vector3());
  return { right: right.toArray(), up: up.toArray() };
}
