/** Everything of a habitat that is drawn: ground, obstacles, weeds, and what drifts. */
import * as THREE from "three";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Habitat } from "../../../wire/messages.ts";
import { movingPair } from "../../../wire/moving.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { Ground } from "./ground.ts";
import { Obstacles } from "./obstacles.ts";
import { Particles } from "./particles.ts";
import { Sea } from "./sea.ts";
import { Weeds } from "./weeds.ts";

export class HabitatScene {
  readonly object = new THREE.Group();
  readonly sea: Sea;
  readonly weeds: Weeds;
  readonly plankton: Particles;
  readonly bubbles: Particles;
  readonly food: Particles;
  private readonly ground: Ground;
  private readonly sunwards: THREE.Vector3;
  readonly obstacles: Obstacles;

  constructor(habitat: Habitat, light: Record<string, THREE.IUniform>) {
    this.sea = new Sea(habitat);
    this.sunwards = light.sunwards?.value;
    this.ground = new Ground(this.sea, habitat.weeds, light);
    this.obstacles = new Obstacles(this.sea, light);
    this.weeds = new Weeds(habitat.weeds, light);
    this.plankton = new Particles("plankton", light);
    this.bubbles = new Particles("bubbles", light);
    this.food = new Particles("food", light);
    for (const [thing, { object }] of [
      ["ground", this.ground],
      ["rock", this.obstacles],
      ["weed", this.weeds],
      ["plankton", this.plankton],
      ["bubble", this.bubbles],
      ["food", this.food],
    ] as const) {
      object.userData.thing = thing;
    }
    this.object.add(
      this.ground.object,
      this.obstacles.object,
      this.weeds.object,
      this.plankton.object,
      this.bubbles.object,
      this.food.object,
    );
  }

  /** Draws all that stands in full, seen or not: to measure what culling saves. */
  set everything(on: boolean) {
    this.weeds.everything = this.obstacles.everything = on;
  }

  update(pair: Pair<SnapshotFrame>): void {
    const moving = movingPair(pair);
    this.weeds.object.visible = moving !== null;
    for (const small of this.small) {
      if (moving) small.update(moving);
      else small.object.visible = false;
    }
    if (moving) this.weeds.update(moving);
  }

  /** Before it is drawn; `height` of the picture [pixels]. */
  face(camera: THREE.PerspectiveCamera, height: number): void {
    const pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360));
    this.ground.update(this.sunwards);
    this.obstacles.face(camera);
    this.weeds.face(camera, pixels);
    for (const small of this.small) small.face(pixels);
  }

  dispose(): void {
    this.ground.dispose();
    this.obstacles.dispose();
    this.weeds.dispose();
    for (const small of this.small) small.dispose();
  }

  private get small(): readonly Particles[] {
    return [this.plankton, this.bubbles, this.food];
  }
}
