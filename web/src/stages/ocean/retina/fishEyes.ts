/** Looks out of the eyes of the fish that this page has chosen, as often as there is time. */
import * as THREE from "three";
import type { RetinalImages } from "../../../eyes/images.ts";
import type { Surroundings } from "../../../shell/registry.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { eyesAt, followedAt, headOf } from "../cameras/fish.ts";
import { keepWatch } from "../cameras/rig.ts";
import type { School } from "../fish/school.ts";
import type { HabitatScene } from "../habitat/habitat.ts";
import type { Painter } from "../painter.ts";
import { eyePair, turnEyes } from "./eyes.ts";
import { Retina, type Subject } from "./retina.ts";

/** The studio thinks of both eyes as one that sees a little more [degrees]. */
const WIDER = 12;
/** Fishes are as fine as in a picture so many times as high: what is far is not made coarser. */
const FINER = 3;

export interface Sea {
  renderer: THREE.WebGLRenderer;
  scene: THREE.Scene;
  painter: Painter;
  school: School;
  habitat: HabitatScene | null;
  /** What only people are shown. */
  signs: readonly THREE.Object3D[];
}

export interface Moment {
  pair: Pair<SnapshotFrame>;
  /** In the order of the rows. */
  ids: readonly number[];
}

export interface Look {
  id: number;
  pan: number;
  tilt: number;
}

export class FishEyes {
  private readonly around: Surroundings;
  private readonly retina = new Retina();
  private readonly eyes = eyePair();
  private readonly wide = new THREE.PerspectiveCamera();
  private readonly keeper = new THREE.PerspectiveCamera();
  private watched = false;

  constructor(around: Surroundings) {
    this.around = around;
  }

  /** What else the studio must think seen: what the fish sees, and the fish itself. */
  get watching(): readonly THREE.PerspectiveCamera[] {
    return this.watched ? [this.wide, this.keeper] : [];
  }

  /** With every picture of the page. */
  update(sea: Sea, moment: Moment | null, now: number): void {
    const { gaze, curiosity } = this.around;
    const { on, pan, tilt } = gaze.state.value;
    this.watched = false;
    if (!on || !moment) return;
    const id = gaze.follow(moment.ids, curiosity.state.value.id);
    if (id === null || !this.turn(moment, { id, pan, tilt })) return;
    this.watched = true;
    this.retina.update(gaze, this.subject(sea, moment, id), this.eyes, moment.ids, now);
  }

  /** What a fish sees in this picture; null if it is not there. */
  async take(
    sea: Sea,
    moment: Moment,
    look: Look,
    size: readonly [number, number],
  ): Promise<RetinalImages | null> {
    if (!this.turn(moment, look)) return null;
    const subject = this.subject(sea, moment, look.id);
    return this.retina.take(subject, this.eyes, moment.ids, ...size);
  }

  dispose(): void {
    this.retina.dispose();
  }

  /** Returns whether the fish is there. */
  private turn({ pair, ids }: Moment, { id, pan, tilt }: Look): boolean {
    const { studio } = this.around;
    const row = ids.indexOf(id);
    const roster = studio.rosterOf(pair.to);
    const species = studio.state.value.hello?.species[roster?.species[row] ?? -1];
    if (!roster || !species) return false;
    const length = species.length * (roster.sizes[row] ?? 1);
    const fish = followedAt(pair, row, length);
    const head = headOf(species);
    const between = eyesAt(pair, row, fish, head);
    turnEyes(this.eyes, between, fish.up, { aside: head.eyesAside, length, pan, tilt });
    const [left] = this.eyes;
    this.wide.copy(left, false);
    this.wide.fov += WIDER;
    this.wide.updateProjectionMatrix();
    this.wide.updateMatrixWorld();
    keepWatch(this.keeper, fish);
    return true;
  }

  private subject(sea: Sea, { ids }: Moment, id: number): Subject {
    const { renderer, scene, painter, school, habitat, signs } = sea;
    const own = ids.indexOf(id);
    return {
      renderer,
      scene,
      painter,
      open: habitat === null,
      asSeen(draw) {
        const shown = signs.filter(({ visible }) => visible);
        for (const sign of shown) sign.visible = false;
        school.asSeen(draw);
        for (const sign of shown) sign.visible = true;
      },
      face(eye, height) {
        school.glance(eye, FINER * height, own);
        habitat?.face(eye, height);
      },
    };
  }
}
