/** Stages and panels register here; the shell knows none of them by name. */
import type { ComponentType } from "preact";
import type { Pilot } from "../pilot/pilot.ts";
import type { Player } from "../replay/player.ts";
import type { Motor } from "../wire/messages.ts";
import { Store } from "./store.ts";
import type { Studio, StudioState } from "./studio.ts";

/** What the person at this page chose; not shared with other pages. */
export interface ViewChoices {
  wireframe: boolean;
  follow: boolean;
  /** Fishes are tinted by the level of detail that the simulation runs them on. */
  levels: boolean;
}

/** What moves fishes, as their records say. */
export interface MotorsSeen {
  /** The choice for the fish that this page drives. */
  ofDriven: Motor["choice"] | undefined;
}

/** How far a comparison is. */
export interface Moment {
  /** Since it began. */
  seconds: number;
  /** How far the twins have come apart [L]. */
  apart: number;
  /** How far the simulated one has come on its way [L]. */
  swum: number;
}

/** Costs of drawing, lately. */
export interface PageCosts {
  framesPerSecond: number;
  pixelRatio: number;
  /** Drawing is slow here: the page leaves out what is only ornament. */
  frugal: boolean;
}

/** The tool that drops food where one clicks. */
export interface Feeding {
  on: boolean;
}

export interface Surroundings {
  studio: Studio;
  pilot: Pilot;
  /** Of a recording; idle while a world lives. */
  player: Player;
  view: Store<ViewChoices>;
  costs: Store<PageCosts>;
  motors: Store<MotorsSeen>;
  moment: Store<Moment>;
  feeding: Store<Feeding>;
}

export interface MountedStage {
  /** Back to the view that the stage starts with. */
  resetView(): void;
  /** A key that turns or moves the view; returns whether the stage uses it. */
  holdKey(key: string, down: boolean): boolean;
  /** Whoever held keys looks elsewhere now. */
  releaseKeys(): void;
  unmount(): void;
}

export interface Stage {
  id: string;
  label: string;
  mount(host: HTMLElement, around: Surroundings): MountedStage;
}

export interface PanelProps {
  around: Surroundings;
  resetView: () => void;
}

export interface Panel {
  id: string;
  title: string;
  /** Stages that it is shown with; with all when left out. */
  stages?: readonly string[];
  /** At the side, with its title, unless it says otherwise; at the foot it stands alone. */
  place?: "side" | "foot";
  /** Whether there is anything to show; always when left out. */
  when?: (state: StudioState) => boolean;
  component: ComponentType<PanelProps>;
}

const registered = new Store<{ stages: readonly Stage[]; panels: readonly Panel[] }>({
  stages: [],
  panels: [],
});

export function registerStage(stage: Stage): void {
  registered.set({ stages: [...registered.value.stages, stage] });
}

export function registerPanel(panel: Panel): void {
  registered.set({ panels: [...registered.value.panels, panel] });
}

export function allStages(): readonly Stage[] {
  return registered.value.stages;
}

export function panelsOf(stage: Stage): readonly Panel[] {
  return registered.value.panels.filter((panel) => panel.stages?.includes(stage.id) ?? true);
}
