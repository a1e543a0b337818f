/** Overlays of the chosen fish: forces, senses, preferences and its name. */
import * as THREE from "three";
import { totalOf } from "../../../overlays/overlays.ts";
import type { Surroundings } from "../../../shell/registry.ts";
import {
  isShown,
  type LevelName,
  levelOf,
  nodeBetween,
  type Vector,
} from "../../../wire/decode.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Push } from "../../../wire/messages.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { type Followed, followedAt } from "../cameras/fish.ts";
import { Arrows } from "./arrows.ts";
import { Label } from "./label.ts";
import { type SeenFish, Senses } from "./senses.ts";
import { TONE } from "./tones.ts";

const MOST_FORCES = 64;
const AHEAD = new THREE.Color(TONE.ahead);
const BACK = new THREE.Color(TONE.back);
const TOWARDS = new THREE.Color(TONE.towards);
const AWAY = new THREE.Color(TONE.away);
const SUM = new THREE.Color(TONE.sum);
/** Of a preference of 1, and how far from the middle of the fish it begins [L]. */
const PREFERENCE = 0.6;
const CLEAR = 0.35;
/** Left, right, forward, backward, ascend, descend: ahead, left and up of each. */
const WAYS = [
  [0, 1, 0],
  [0, -1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;
const MOVED_BY: Record<LevelName, string> = {
  muscles: "moved by muscles",
  playback: "replayed",
  frame: "replayed unseen",
};

export class FishOverlays {
  readonly object = new THREE.Group();
  private readonly around: Surroundings;
  private readonly forces = new Arrows(MOST_FORCES);
  private readonly preferences = new Arrows(WAYS.length);
  private readonly senses = new Senses();
  private readonly label: Label;
  private readonly from = new THREE.Vector3();
  private readonly vector = new THREE.Vector3();
  private readonly left = new THREE.Vector3();

  constructor(host: HTMLElement, around: Surroundings) {
    this.around = around;
    this.label = new Label(host);
    this.object.add(this.forces.object, this.preferences.object, this.senses.object);
  }

  /** Which are on the screen, for tests. */
  get shown(): { forces: number; preferences: number; senses: boolean; label: string } {
    return {
      forces: this.forces.count,
      preferences: this.preferences.count,
      senses: this.senses.object.visible,
      label: this.label.text,
    };
  }

  /** With the fish in a row, null for nobody; lengths of all [m]. */
  update(
    pair: Pair<SnapshotFrame> | null,
    row: number | null,
    ids: readonly number[],
    lengths: readonly number[],
  ): void {
    this.forces.clear();
    this.preferences.clear();
    this.senses.hide();
    this.label.write("");
    if (!pair || row === null) return;
    const fish = followedAt(pair, row, lengths[row] ?? 0.2);
    const { state } = this.around.overlays;
    const { forces, senses, preferences, label, fish: inside, scale } = state.value;
    if (forces && inside?.forces && isShown(pair, row)) {
      this.showForces(pair, row, fish, inside.forces, scale);
    }
    if (senses && inside?.senses) {
      const seen = inside.senses.fishes.flatMap(({ id, kind }): SeenFish[] => {
        const other = ids.indexOf(id);
        if (other < 0) return [];
        const { place, length } = followedAt(pair, other, lengths[other] ?? 0.2);
        return [{ id, kind, place, length }];
      });
      this.senses.show(inside.senses, fish, seen);
    }
    if (preferences) this.showPreferences(fish);
    if (label) this.label.write(this.nameOf(pair, row, ids), fish);
  }

  face(camera: THREE.PerspectiveCamera, width: number, height: number): void {
    this.senses.face(camera);
    this.label.place(camera, width, height);
  }

  dispose(): void {
    this.forces.dispose();
    this.preferences.dispose();
    this.senses.dispose();
    this.label.dispose();
  }

  private showForces(
    pair: Pair<SnapshotFrame>,
    row: number,
    fish: Followed,
    forces: readonly Push[],
    scale: number,
  ): void {
    const { length } = fish;
    const perForce = length / scale;
    for (const { nodes, force } of forces) {
      this.from.set(0, 0, 0);
      for (const node of nodes) {
        const [x, y, z] = nodeBetween(pair, row, node, length);
        this.from.x += x / nodes.length;
        this.from.y += z / nodes.length;
        this.from.z -= y / nodes.length;
      }
      this.point(force, perForce);
      const colour = this.vector.dot(fish.ahead) > 0 ? AHEAD : BACK;
      this.forces.add(this.from, this.vector, colour, { length });
    }
    this.point(totalOf(forces), perForce);
    this.forces.add(fish.place, this.vector, SUM, { length, thick: 2.2 });
  }

  private point([x, y, z]: Vector, scale: number): void {
    this.vector.set(x, z, -y).multiplyScalar(scale);
  }

  private showPreferences({ place, ahead, up, length }: Followed): void {
    const wanted = this.around.curiosity.state.value.fish?.preferences ?? [];
    this.left.crossVectors(up, ahead);
    for (const [k, [forward, aside, above]] of WAYS.entries()) {
      const value = Math.max(-1, Math.min(1, wanted[k] ?? 0));
      this.vector.set(0, 0, 0).addScaledVector(ahead, forward);
      this.vector.addScaledVector(this.left, aside).addScaledVector(up, above);
      // Towards points away from the fish, and what it does not like points back at it.
      const far = CLEAR + (value < 0 ? PREFERENCE * -value : 0);
      // No fish is as wide or high as it is long.
      this.from.copy(place).addScaledVector(this.vector, (forward ? far + 0.25 : far) * length);
      this.vector.multiplyScalar(PREFERENCE * value * length);
      this.preferences.add(this.from, this.vector, value > 0 ? TOWARDS : AWAY, {
        length,
        thick: 1.6,
      });
    }
  }

  private nameOf(pair: Pair<SnapshotFrame>, row: number, ids: readonly number[]): string {
    const { studio } = this.around;
    const { hello } = studio.state.value;
    const kind = studio.rosterOf(pair.to)?.species[row] ?? -1;
    const species = hello?.species[kind]?.label ?? "Fish";
    return `${species} ${ids[row]} · ${MOVED_BY[levelOf(pair.to, row)]}`;
  }
}
