/** `window.motorium.figures`: what is drawn and what is known, for tests and the curious. */
import * as THREE from "three";
import type { Whereabouts } from "../../figures/crowd.ts";
import type { Resident } from "../../wire/figures.ts";
import type { Probe } from "../ocean/probe.ts";
import type { FigureStage } from "./stage.ts";

type Place = readonly [number, number, number];

export interface FiguresProbe {
  /** Whether people and their town are being drawn. */
  readonly ready: boolean;
  /** Whether the view stands still. */
  readonly steady: boolean;
  readonly connection: string;
  readonly residents: readonly Resident[];
  /** How the street lights stand. */
  readonly lights: readonly string[];
  /** Who is chosen, and what he does. */
  readonly chosen: { id: number; posture: string; doing: string; level: number } | null;
  /** Rows of each level that are in the picture. */
  readonly drawn: number[];
  readonly paused: boolean;
  readonly seconds: number;
  whereabouts(id: number): Whereabouts | null;
  /** How high somebody's head is drawn [m]. */
  headHeight(id: number): number | null;
  /** Where the middle of somebody is in the window [CSS pixels]. */
  screenOf(id: number): { x: number; y: number } | null;
  screenAt(place: Place): { x: number; y: number };
  choose(id: number | null): void;
  camera(): { position: Place; ahead: Place };
  lookFrom(place: Place, at: Place): void;
  /** Draws as finely as it can, however slow that is. */
  sharpen(): void;
  freeze(on: boolean): void;
}

declare module "../ocean/probe.ts" {
  interface Probe {
    figures?: FiguresProbe;
  }
}

export function exposeFiguresProbe(stage: FigureStage): void {
  const { company, view } = stage;
  const screenAt = (x: number, y: number, z: number) => {
    const { left, top, width, height } = stage.renderer.domElement.getBoundingClientRect();
    const seen = new THREE.Vector3(x, y, z).project(view.camera);
    return {
      x: left + (seen.x * 0.5 + 0.5) * width,
      y: top + (0.5 - seen.y * 0.5) * height,
    };
  };
  const probe: FiguresProbe = {
    get ready() {
      const { drawing, models, connection } = company.state.value;
      const shown = stage.town !== null && models !== null && drawing;
      return shown && connection.phase === "open";
    },
    get steady() {
      return view.isSteady;
    },
    get connection() {
      return company.state.value.connection.phase;
    },
    get residents() {
      return company.state.value.residents;
    },
    get lights() {
      return company.state.value.lights;
    },
    get chosen() {
      return company.state.value.chosen;
    },
    get drawn() {
      return stage.people.counts;
    },
    get paused() {
      return company.state.value.status?.running === false;
    },
    get seconds() {
      return company.state.value.status?.seconds ?? 0;
    },
    whereabouts: (id) => company.crowd.whereabouts(id),
    headHeight: (id) => stage.headOf(id)?.z ?? null,
    screenOf: (id) => {
      const at = company.crowd.whereabouts(id);
      return at && screenAt(at.x, at.y, at.z);
    },
    screenAt: ([x, y, z]) => screenAt(x, y, z),
    choose: (id) => company.choose(id),
    camera: () => ({
      position: view.camera.position.toArray(),
      ahead: view.camera.getWorldDirection(new THREE.Vector3()).toArray(),
    }),
    lookFrom: (place, at) => {
      view.lookFrom(new THREE.Vector3(...place), new THREE.Vector3(...at));
    },
    sharpen: () => stage.sharpen(),
    freeze: (on) => stage.freeze(on),
  };
  window.motorium = { figures: probe } as Probe;
}
