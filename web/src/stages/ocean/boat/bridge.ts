/** The view from the submarine's bridge, and a hand that steers by dragging. */
import * as THREE from "three";
import type { Boat } from "../../../boat/boat.ts";
import type { Submarine } from "./submarine.ts";

/** A drag as far as this share of the picture's shorter side is full rudder. */
const FULL = 0.24;
/** How far one can turn one's head [rad]. */
const ASIDE = 1.5;
const UPWARDS = 0.7;
/** Of the way back of a head that was turned [s]. */
const HALF_LIFE = 0.18;
/** Of the way onto the bridge [s]. */
const BOARDING = 0.7;
const FIELD = 62;
const LEVER_PER_NOTCH = 0.1;

const AHEAD = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(0, 1, 0), -Math.PI / 2);

export class Bridge {
  private readonly boat: Boat;
  private readonly element: HTMLElement;
  private readonly listening = new AbortController();
  private drag: { id: number; x: number; y: number; looking: boolean } | null = null;
  private readonly head = { aside: 0, up: 0 };
  /** Where the camera was when one boarded, and how much of the way is left. */
  private readonly before = { place: new THREE.Vector3(), turn: new THREE.Quaternion() };
  private left = 0;

  constructor(element: HTMLElement, boat: Boat) {
    this.element = element;
    this.boat = boat;
    const options = { signal: this.listening.signal };
    element.addEventListener("pointerdown", (event) => this.press(event), options);
    element.addEventListener("pointermove", (event) => this.move(event), options);
    element.addEventListener("pointerup", (event) => this.lift(event), options);
    element.addEventListener("pointercancel", (event) => this.lift(event), options);
    element.addEventListener(
      "wheel",
      ({ deltaY }) => {
        const notches = Math.max(-1, Math.min(1, -deltaY / 100));
        if (boat.aboard) boat.pushLever(notches * LEVER_PER_NOTCH);
      },
      { ...options, passive: true },
    );
  }

  dispose(): void {
    this.listening.abort();
  }

  enter(camera: THREE.Camera): void {
    this.before.place.copy(camera.position);
    this.before.turn.copy(camera.quaternion);
    this.left = 1;
    this.head.aside = this.head.up = 0;
  }

  /** Puts the camera where whoever steers has his eyes; `seconds` have passed. */
  place(camera: THREE.PerspectiveCamera, submarine: Submarine, seconds: number): void {
    if (!this.drag?.looking) {
      const kept = 0.5 ** (seconds / HALF_LIFE);
      this.head.aside *= kept;
      this.head.up *= kept;
    }
    this.left = Math.max(0, this.left - seconds / BOARDING);
    const eyes = submarine.eyes.applyQuaternion(submarine.turn).add(submarine.place);
    const look = new THREE.Quaternion().setFromEuler(
      new THREE.Euler(this.head.up, this.head.aside, 0, "YXZ"),
    );
    const turn = submarine.turn.clone().multiply(AHEAD).multiply(look);
    const way = this.left * this.left * (3 - 2 * this.left);
    camera.position.copy(eyes).lerp(this.before.place, way);
    camera.quaternion.copy(turn).slerp(this.before.turn, way);
    camera.fov =
      camera.aspect < 1
        ? 2 * Math.atan(Math.tan((FIELD * Math.PI) / 360) / camera.aspect ** 0.5) * (180 / Math.PI)
        : FIELD;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    // The hull is there until one is inside.
    submarine.showHull(this.left > 0.12);
  }

  private press(event: PointerEvent): void {
    if (!this.boat.aboard || this.drag) return;
    const looking = event.button === 2 || event.shiftKey;
    this.element.setPointerCapture(event.pointerId);
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, looking };
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    if (!this.boat.aboard) {
      this.lift(event);
      return;
    }
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    const side = Math.min(this.element.clientWidth, this.element.clientHeight);
    if (drag.looking) {
      this.head.aside = Math.max(-ASIDE, Math.min(ASIDE, (-dx / side) * 3));
      this.head.up = Math.max(-UPWARDS, Math.min(UPWARDS, (-dy / side) * 2));
      return;
    }
    const full = FULL * side;
    this.boat.pullStick(dx / full, dy / full);
    const { left, top } = this.element.getBoundingClientRect();
    const held = Math.min(1, full / Math.max(1, Math.hypot(dx, dy)));
    const shown = { x: drag.x - left, y: drag.y - top, dx: dx * held, dy: dy * held };
    this.boat.state.set({ drag: shown });
  }

  private lift(event: PointerEvent): void {
    if (this.drag?.id !== event.pointerId) return;
    this.drag = null;
    this.boat.pullStick(0, 0);
    this.boat.state.set({ drag: null });
  }
}
