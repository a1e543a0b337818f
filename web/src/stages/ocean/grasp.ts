/** The hand on the canvas: which fish a drag takes, at which node, and where it is pulled. */
import * as THREE from "three";
import type { Hand, Place } from "../../hands/hand.ts";
import { NODES_PER_BLOCK } from "../../wire/messages.ts";

/** Of a step by a button [m]. */
const STEP = 0.08;

/** What the stage knows of fishes. */
export interface Fishes {
  /** Row under a place on the canvas. */
  pick(x: number, y: number): number | null;
  id(row: number): number | undefined;
  /** In page coordinates [m]. */
  node(row: number, node: number): THREE.Vector3;
  /** Of a fish by its id: its place, in page coordinates [m]. */
  place(id: number): THREE.Vector3 | null;
}

export class Grasp {
  private readonly hand: Hand;
  private readonly element: HTMLElement;
  private readonly camera: THREE.PerspectiveCamera;
  private readonly fishes: Fishes;
  private readonly listening = new AbortController();
  private pointer: number | null = null;
  /** Faces the camera, through the node that was taken. */
  private readonly plane = new THREE.Plane();
  private readonly caster = new THREE.Raycaster();

  constructor(
    element: HTMLElement,
    camera: THREE.PerspectiveCamera,
    hand: Hand,
    fishes: Fishes,
    aim: () => number | null,
  ) {
    this.element = element;
    this.camera = camera;
    this.hand = hand;
    this.fishes = fishes;
    const { signal } = this.listening;
    // From outside in: a drag that takes a fish does not turn the view.
    const host = element.parentElement ?? element;
    host.addEventListener("pointerdown", (event) => this.press(event), { signal, capture: true });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      element.addEventListener(end, (event) => this.lift(event), { signal });
    hand.aim = () => {
      const id = aim();
      const place = id === null ? null : fishes.place(id);
      return id === null || !place ? null : { id, place: ofWorld(place) };
    };
    hand.across = (right, up) => this.across(right, up);
  }

  dispose(): void {
    this.hand.toggle(false);
    this.listening.abort();
    this.hand.aim = () => null;
  }

  private press(event: PointerEvent): void {
    if (event.target !== this.element || event.button !== 0) return;
    if (!this.hand.state.value.on || this.pointer !== null) return;
    const row = this.fishes.pick(event.offsetX, event.offsetY);
    const id = row === null ? undefined : this.fishes.id(row);
    if (row === null || id === undefined) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.pointer = event.pointerId;
    const node = this.nearestNode(row, event);
    const place = this.fishes.node(row, node);
    const ahead = this.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(ahead, place);
    this.hand.take(id, node, ofWorld(place));
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    const place = this.ray(event).intersectPlane(this.plane, new THREE.Vector3());
    if (place) this.hand.pull(ofWorld(place));
  }

  private lift(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    this.pointer = null;
    this.hand.letGo();
  }

  private ray({ offsetX, offsetY }: PointerEvent): THREE.Ray {
    const { clientWidth, clientHeight } = this.element;
    const at = new THREE.Vector2((offsetX / clientWidth) * 2 - 1, 1 - (offsetY / clientHeight) * 2);
    this.caster.setFromCamera(at, this.camera);
    return this.caster.ray;
  }

  private nearestNode(row: number, event: PointerEvent): number {
    const ray = this.ray(event);
    let best = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let node = 0; node < NODES_PER_BLOCK; node++) {
      const distance = ray.distanceSqToPoint(this.fishes.node(row, node));
      if (distance < nearest) [best, nearest] = [node, distance];
    }
    return best;
  }

  private across(right: number, up: number): Place {
    const [x, y] = [new THREE.Vector3(), new THREE.Vector3()];
    this.camera.matrixWorld.extractBasis(x, y, new THREE.Vector3());
    return ofWorld(x.multiplyScalar(STEP * right).addScaledVector(y, STEP * up));
  }
}

/** Of page coordinates, y up, as the studio has them, z up. */
function ofWorld({ x, y, z }: THREE.Vector3): Place {
  return [x, -z, y];
}
