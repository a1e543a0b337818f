/** `window.motorium.performance`: what is drawn and what is known, for tests and the curious. */
import * as THREE from "three";
import { FLOATS } from "../../performance/body.ts";
import type { ShownDouble } from "../../performance/shown.ts";
import type { Probe } from "../ocean/probe.ts";
import type { PerformanceStage } from "./stage.ts";

type Place = [number, number, number];

export interface DrawnDouble {
  place: Place;
  heading: number;
  balance: number;
  fallen: boolean;
  rising: boolean;
  /** From its performer, on average [m]. */
  apart: number;
  /** How high they are drawn [m]; of the left hand, then the right one. */
  headHeight: number;
  handHeights: [number, number];
  /** Red, green, blue (linear) and how much of it. */
  tint: [number, number, number, number];
  /** Of plumb line and support polygon, as #rrggbb. */
  aid: string;
}

export interface PerformanceProbe {
  /** Whether somebody is being drawn. */
  readonly ready: boolean;
  /** Whether the view stands still. */
  readonly steady: boolean;
  readonly connection: string;
  readonly scene: string | null;
  /** What is performed, act by act. */
  readonly acts: readonly string[];
  readonly revision: number | null;
  readonly seconds: number;
  /** As the studio last said; what it sent before may not have been drawn yet. */
  readonly paused: boolean;
  /** Whether the time that is drawn is the one that the studio last told: of a held stage, all. */
  readonly caughtUp: boolean;
  readonly doubles: DrawnDouble[];
  /** By name, where props are drawn [m]. */
  readonly props: Record<string, Place>;
  /** Of the picture, per CSS pixel. */
  readonly pixelRatio: number;
  /** Where the middle of a double is in the window [CSS pixels]. */
  screenOf(number: number): { x: number; y: number } | null;
  screenAt(place: Place): { x: number; y: number };
  camera(): { position: Place; ahead: Place };
  lookFrom(place: Place, at: Place): void;
  /** Draws as finely as it can, however slow that is. */
  sharpen(): void;
  freeze(on: boolean): void;
}

declare module "../ocean/probe.ts" {
  interface Probe {
    performance?: PerformanceProbe;
  }
}

export function exposePerformanceProbe(stage: PerformanceStage): void {
  const { troupe, view } = stage;
  const screenAt = ([x, y, z]: Place) => {
    const { left, top, width, height } = stage.renderer.domElement.getBoundingClientRect();
    const seen = new THREE.Vector3(x, y, z).project(view.camera);
    return {
      x: left + (seen.x * 0.5 + 0.5) * width,
      y: top + (0.5 - seen.y * 0.5) * height,
    };
  };
  const heightOf = ({ transforms }: ShownDouble, wanted: string) => {
    const segments = troupe.state.value.hello?.segments ?? [];
    const segment = segments.findIndex(({ name }) => name === wanted);
    return transforms[FLOATS * segment + 2] ?? 0;
  };
  const drawn = (double: ShownDouble, k: number): DrawnDouble => ({
    place: [...double.place] as Place,
    heading: double.heading,
    balance: double.balance,
    fallen: double.fallen,
    rising: double.rising,
    apart: double.apart,
    headHeight: heightOf(double, "head"),
    handHeights: [heightOf(double, "left palm"), heightOf(double, "right palm")],
    tint: stage.actors[k]?.tint.toArray() ?? [0, 0, 0, 0],
    aid: stage.aids[k]?.colour ?? "",
  });
  const probe: PerformanceProbe = {
    get ready() {
      return troupe.isOpen && stage.actors.length > 0 && troupe.state.value.drawing;
    },
    get steady() {
      return view.isSteady;
    },
    get connection() {
      return troupe.state.value.connection.phase;
    },
    get scene() {
      return stage.shown?.scene.name ?? null;
    },
    get acts() {
      return stage.shown?.scene.acts ?? [];
    },
    get revision() {
      return stage.shown?.scene.revision ?? null;
    },
    get seconds() {
      return stage.shown?.seconds ?? 0;
    },
    get paused() {
      return troupe.state.value.status?.running === false;
    },
    get caughtUp() {
      const { status, scene } = troupe.state.value;
      return stage.shown?.scene === scene && stage.shown?.seconds === status?.seconds;
    },
    get doubles() {
      return (stage.shown?.doubles ?? []).map(drawn);
    },
    get props() {
      return stage.placesOfProps();
    },
    get pixelRatio() {
      return stage.costs.pixelRatio;
    },
    screenOf: (number) => {
      const double = stage.shown?.doubles[number];
      return double ? screenAt([...double.place] as Place) : null;
    },
    screenAt,
    camera: () => ({
      position: view.camera.position.toArray(),
      ahead: view.camera.getWorldDirection(new THREE.Vector3()).toArray(),
    }),
    lookFrom: (place, at) => {
      troupe.view.set({ follow: false });
      view.follow(null);
      view.lookFrom(new THREE.Vector3(...place), new THREE.Vector3(...at));
    },
    sharpen: () => stage.sharpen(),
    freeze: (on) => stage.freeze(on),
  };
  window.motorium = { performance: probe } as Probe;
}
