/** `window.motorium.puppet`: what is drawn and what is known, for tests and the curious. */
import type { Place } from "../../puppet/document.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";
import type { Probe } from "../ocean/probe.ts";
import type { PuppetStage } from "./stage.ts";

export interface PuppetProbe {
  /** Whether a puppet is being drawn. */
  readonly ready: boolean;
  /** Whether the view stands still. */
  readonly steady: boolean;
  readonly connection: string;
  readonly mode: string;
  readonly tool: string;
  readonly revision: number | null;
  readonly undoable: boolean;
  readonly playing: boolean;
  readonly moving: boolean;
  readonly looping: boolean;
  /** Points in somebody's hand, as the studio last said. */
  readonly held: number[];
  /** What is shown: drawn here, or as the studio has it. */
  readonly document: PuppetDocument | null;
  /** As the studio has it. */
  readonly settled: PuppetDocument | null;
  /** Where points are drawn, z up [m], by their names. */
  points(): Record<string, Place>;
  /** Where they are in the newest frame of the studio, z up [m]. */
  newest(): Record<string, Place>;
  /** Where the vertices of the skin are drawn, z up [m]. */
  vertices(): Place[];
  /** Where a point is in the window [CSS pixels]. */
  screenOf(name: string): { x: number; y: number } | null;
  /** Where a place is in the window. */
  screenAt(place: Place): { x: number; y: number };
  placeAt(x: number, y: number): Place;
}

declare module "../ocean/probe.ts" {
  interface Probe {
    puppet?: PuppetProbe;
  }
}

export function exposePuppetProbe(stage: PuppetStage): void {
  const { theatre, view } = stage;
  const named = (rows: ArrayLike<number>) => {
    const names = stage.figure?.document.point.map(({ name }) => name) ?? [];
    return Object.fromEntries(
      names.map((name, k) => [name, [rows[3 * k], rows[3 * k + 1], rows[3 * k + 2]] as Place]),
    );
  };
  const inWindow = ({ x, y }: { x: number; y: number }) => {
    const { left, top } = stage.renderer.domElement.getBoundingClientRect();
    return { x: x + left, y: y + top };
  };
  const probe: PuppetProbe = {
    get ready() {
      const { drawing, connection } = theatre.state.value;
      return drawing && connection.phase === "open";
    },
    get steady() {
      return view.isSteady;
    },
    get connection() {
      return theatre.state.value.connection.phase;
    },
    get mode() {
      return theatre.state.value.mode;
    },
    get tool() {
      return theatre.state.value.tool;
    },
    get revision() {
      return theatre.state.value.puppet?.revision ?? null;
    },
    get undoable() {
      return theatre.state.value.puppet?.undoable ?? false;
    },
    get playing() {
      return theatre.state.value.playing?.playing ?? false;
    },
    get moving() {
      return theatre.isMoving;
    },
    get looping() {
      return theatre.state.value.playing?.looping ?? false;
    },
    get held() {
      return theatre.state.value.playing?.held ?? [];
    },
    get document() {
      return theatre.state.value.document;
    },
    get settled() {
      return theatre.state.value.puppet?.document ?? null;
    },
    points: () => named(stage.figure?.points ?? []),
    newest: () => named(theatre.newestFrame?.points ?? []),
    vertices: () => {
      const rows = stage.figure?.vertices ?? [];
      return Array.from(
        { length: rows.length / 3 },
        (_, k) => [rows[3 * k], rows[3 * k + 1], rows[3 * k + 2]] as Place,
      );
    },
    screenOf: (name) => {
      const place = named(stage.figure?.points ?? [])[name];
      return place ? inWindow(view.dotOf(place)) : null;
    },
    screenAt: (place) => inWindow(view.dotOf(place)),
    placeAt: (x, y) => {
      const { left, top } = stage.renderer.domElement.getBoundingClientRect();
      return view.placeAt({ x: x - left, y: y - top }, [0, 0, 0]);
    },
  };
  window.motorium = { puppet: probe } as Probe;
}
