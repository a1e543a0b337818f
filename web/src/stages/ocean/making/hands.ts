/** The pointer arranges stones and plants in the view; before the camera hears of it. */
import * as THREE from "three";
import type { Arranger } from "../../../making/arranger.ts";
import type { Sea } from "../habitat/sea.ts";
import { groundPlace, thingOn } from "./aim.ts";
import { Outline } from "./outline.ts";

/** A turn of the wheel by so much makes a thing 2.7 times as large. */
const WHEEL = 1000;

interface Grip {
  pointer: number;
  /** From where the pointer meets the ground to where the thing stands. */
  off: readonly [number, number];
}

export class ArrangingHands {
  readonly outline = new Outline();
  private readonly canvas: HTMLElement;
  private readonly camera: THREE.Camera;
  private readonly arranger: Arranger;
  private readonly sea: () => Sea | undefined;
  private readonly caster = new THREE.Raycaster();
  private readonly listening = new AbortController();
  private grip: Grip | null = null;

  constructor(
    host: HTMLElement,
    canvas: HTMLElement,
    camera: THREE.Camera,
    arranger: Arranger,
    sea: () => Sea | undefined,
  ) {
    this.canvas = canvas;
    this.camera = camera;
    this.arranger = arranger;
    this.sea = sea;
    const options = { signal: this.listening.signal, capture: true };
    host.addEventListener("pointerdown", (event) => this.press(event), options);
    host.addEventListener("pointermove", (event) => this.move(event), options);
    host.addEventListener("pointerup", (event) => this.lift(event), options);
    host.addEventListener("pointercancel", (event) => this.lift(event), options);
    host.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: false });
  }

  /** Before each picture. */
  update(): void {
    const { on, held } = this.arranger.state.value;
    this.outline.show(on ? held : null, this.sea());
    this.canvas.classList.toggle("arranging", on);
  }

  dispose(): void {
    this.listening.abort();
    this.outline.object.geometry.dispose();
    (this.outline.object.material as THREE.Material).dispose();
  }

  private press(event: PointerEvent): void {
    const sea = this.sea();
    const { on, tool } = this.arranger.state.value;
    const mine = on && sea && event.isPrimary && event.button === 0 && event.target === this.canvas;
    if (!mine) return;
    const ray = this.ray(event);
    const ground = groundPlace(ray, sea);
    if (tool) {
      if (ground) this.arranger.put(ground);
      event.stopPropagation();
      return;
    }
    const thing = thingOn(ray, this.arranger.things, sea);
    // Whoever presses beside all of them turns the view.
    if (!thing) return;
    this.arranger.choose(thing);
    const [x, y] = ground ?? thing.place;
    this.grip = { pointer: event.pointerId, off: [thing.place[0] - x, thing.place[1] - y] };
    this.canvas.setPointerCapture(event.pointerId);
    event.stopPropagation();
  }

  private move(event: PointerEvent): void {
    const sea = this.sea();
    if (!sea || this.grip?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const ground = groundPlace(this.ray(event), sea);
    const { off } = this.grip;
    if (ground) this.arranger.move([ground[0] + off[0], ground[1] + off[1]], false);
  }

  private lift(event: PointerEvent): void {
    if (this.grip?.pointer !== event.pointerId) return;
    this.grip = null;
    this.arranger.settle();
    event.stopPropagation();
  }

  private wheel(event: WheelEvent): void {
    const sea = this.sea();
    const { on, held } = this.arranger.state.value;
    if (!on || !held || !sea || event.target !== this.canvas) return;
    if (!thingOn(this.ray(event), [held], sea)) return;
    this.arranger.scale(Math.exp(-event.deltaY / WHEEL));
    event.stopPropagation();
    event.preventDefault();
  }

  private ray(event: MouseEvent): THREE.Ray {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * 2 - 1;
    const y = 1 - ((event.clientY - top) / height) * 2;
    this.caster.setFromCamera(new THREE.Vector2(x, y), this.camera);
    return this.caster.ray;
  }
}
