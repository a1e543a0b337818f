/** All submarines of a world as they are drawn, by their numbers. */
import * as THREE from "three";
import type { Hull } from "../../../wire/messages.ts";
import type { SubmarineFrame } from "../../../wire/vessels.ts";
import { Submarine } from "./submarine.ts";

/** Which one is steered where nobody here steers: the first is always there. */
const FIRST = 1;

export class Fleet {
  readonly object = new THREE.Group();
  private readonly light: Record<string, THREE.IUniform>;
  private readonly boats = new Map<number, Submarine>();
  private size: Hull | null = null;

  constructor(light: Record<string, THREE.IUniform>) {
    this.light = light;
    this.object.userData.thing = "submarine";
  }

  get(number: number | null): Submarine | null {
    return this.boats.get(number ?? FIRST) ?? null;
  }

  get all(): Iterable<Submarine> {
    return this.boats.values();
  }

  /** Another world may have other submarines, or none. */
  build(size: Hull | null): void {
    if (size?.length === this.size?.length && size?.radius === this.size?.radius) return;
    this.dispose();
    this.size = size;
  }

  /** As they are now; `seconds` have passed; the one of this number lights the sea. */
  update(now: readonly SubmarineFrame[], seconds: number, own: number | null): void {
    if (!this.size) return;
    for (const boat of this.boats.values()) {
      if (!now.some(({ number }) => number === boat.number)) this.remove(boat);
    }
    for (const frame of now) {
      let boat = this.boats.get(frame.number);
      if (!boat) {
        boat = new Submarine(this.size, frame.number, this.light);
        this.boats.set(frame.number, boat);
        this.object.add(boat.object);
      }
      boat.showSign(now.length > 1);
      boat.update(frame, seconds, frame.number === (own ?? FIRST));
    }
  }

  dispose(): void {
    for (const boat of this.boats.values()) this.remove(boat);
  }

  private remove(boat: Submarine): void {
    this.boats.delete(boat.number);
    this.object.remove(boat.object);
    boat.dispose();
  }
}
