/** `window.motorium.audience`: what is drawn, for tests and the curious. */
import * as THREE from "three";
import type { Probe } from "../ocean/probe.ts";
import type { AudienceStage } from "./stage.ts";

type Place = [number, number, number];

/** A picture: when it was simulated, and where it shows the parts of everybody [m]. */
export interface DrawnMoment {
  revision: number;
  seconds: number;
  /** How far the two samples are apart that it lies between [s]. */
  apart: number;
  parts: Place[][];
}

export interface AudienceProbe {
  /** Whether somebody is being drawn. */
  readonly ready: boolean;
  readonly steady: boolean;
  readonly drifting: boolean;
  readonly connection: string;
  readonly scene: string | null;
  readonly moment: DrawnMoment | null;
  /** When the newest sample was simulated that has come [s]. */
  readonly newest: number;
  /** What is drawn: there are no aids among it. */
  readonly drawn: string[];
  readonly preset: string | null;
  /** Whether what is drawn is kept from now on. */
  record(on: boolean): void;
  readonly recorded: DrawnMoment[];
  screenOf(number: number): { x: number; y: number } | null;
  camera(): { position: Place; ahead: Place };
  lookFrom(place: Place, at: Place): void;
  /** Draws as finely as it can, however slow that is. */
  sharpen(): void;
  freeze(on: boolean): void;
}

declare module "../ocean/probe.ts" {
  interface Probe {
    audience?: AudienceProbe;
  }
}

export function exposeAudienceProbe(stage: AudienceStage): void {
  const { house, view } = stage;
  let [recording, recorded]: [boolean, DrawnMoment[]] = [false, []];
  const momentNow = (): DrawnMoment | null => {
    if (!stage.shown) return null;
    const { scene, seconds, apart, doubles } = stage.shown;
    const placesOf = (parts: Float64Array) =>
      Array.from({ length: parts.length / 7 }, (_, k) => [
        ...parts.subarray(7 * k, 7 * k + 3),
      ]) as Place[];
    const parts = doubles.map((double) => placesOf(double.parts));
    return { revision: scene.revision, seconds, apart, parts };
  };
  stage.drawnNow = () => {
    const moment = recording ? momentNow() : null;
    if (moment) recorded.push(moment);
  };
  const probe: AudienceProbe = {
    get ready() {
      return house.isOpen && stage.figures.length > 0 && house.state.value.drawing;
    },
    get steady() {
      return view.isSteady;
    },
    get drifting() {
      return view.isDrifting;
    },
    get connection() {
      return house.state.value.connection.phase;
    },
    get scene() {
      return stage.shown?.scene.name ?? null;
    },
    get moment() {
      return momentNow();
    },
    get newest() {
      return house.newest;
    },
    get drawn() {
      const drawn = [...stage.scene.children, ...stage.cast.children];
      return drawn.filter((one) => one !== stage.cast).map(({ name }) => name);
    },
    get preset() {
      return view.preset;
    },
    record: (on) => {
      if (on) recorded = [];
      recording = on;
    },
    get recorded() {
      return recorded;
    },
    screenOf: (number) => {
      const place = stage.shown?.doubles[number]?.place;
      if (!place) return null;
      const { left, top, width, height } = stage.renderer.domElement.getBoundingClientRect();
      const seen = new THREE.Vector3(place[0], place[1], place[2]).project(view.camera);
      return {
        x: left + (seen.x * 0.5 + 0.5) * width,
        y: top + (0.5 - seen.y * 0.5) * height,
      };
    },
    camera: () => ({
      position: view.camera.position.toArray(),
      ahead: view.camera.getWorldDirection(new THREE.Vector3()).toArray(),
    }),
    lookFrom: (place, at) => {
      view.stays = false;
      view.follow(null);
      view.lookFrom(new THREE.Vector3(...place), new THREE.Vector3(...at));
    },
    sharpen: () => stage.costs.ignore(),
    freeze: (on) => stage.freeze(on),
  };
  window.motorium = { audience: probe } as Probe;
}
