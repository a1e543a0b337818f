/** Stages and panels register here; the shell knows none of them by name. */
import type { ComponentType } from "preact";
import type { Boat } from "../boat/boat.ts";
import type { Cameras } from "../cameras/cameras.ts";
import type { Gaze } from "../eyes/gaze.ts";
import type { Company } from "../figures/company.ts";
import type { TownDesk } from "../figures/desk.ts";
import type { Hand } from "../hands/hand.ts";
import type { Arranger } from "../making/arranger.ts";
import type { Overlays } from "../overlays/overlays.ts";
import type { Panorama } from "../panorama/panorama.ts";
import type { Troupe } from "../performance/troupe.ts";
import type { Pilot } from "../pilot/pilot.ts";
import type { Theatre, TheatreState } from "../puppet/theatre.ts";
import type { Curiosity } from "../reasons/curiosity.ts";
import type { Player } from "../replay/player.ts";
import type { Stereo } from "../stereo/stereo.ts";
import type { FishMaker } from "../texture/maker.ts";
import type { Filming } from "../time/filming.ts";
import type { Lens } from "../time/lens.ts";
import type { Headset } from "../vr/headset.ts";
import type { Motor } from "../wire/messages.ts";
import type { KeyActions } from "./keys.ts";
import { Store } from "./store.ts";
import type { Studio, StudioState } from "./studio.ts";

/** What the person at this page chose; not shared with other pages. */
export interface ViewChoices {
  wireframe: boolean;
  follow: boolean;
  /** Fishes are tinted by the level of detail that the simulation runs them on. */
  levels: boolean;
  /** The camera stays behind the submarine. */
  followBoat: boolean;
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

/** The camera path of a scenario. */
export interface FilmChoice {
  /** Whether it has the camera. */
  playing: boolean;
  /** Whether the camera rests at its end. */
  over: boolean;
}

/** Where a fishing line would be cast, seen from above [m]; the stage knows. */
export interface Angling {
  place: () => [number, number];
}

export interface Surroundings {
  studio: Studio;
  pilot: Pilot;
  boat: Boat;
  /** Through which camera this page looks at the ocean. */
  cameras: Cameras;
  film: Store<FilmChoice>;
  angling: Angling;
  /** The stage lends it while it is mounted. */
  lens: Lens;
  filming: Filming;
  /** Whose reasons are shown. */
  curiosity: Curiosity;
  /** Whether this window is a part of a wider picture. */
  panorama: Panorama;
  /** The way into a headset. */
  headset: Headset;
  /** Whether there is a picture for each eye. */
  stereo: Stereo;
  /** Through whose eyes this page looks. */
  gaze: Gaze;
  /** What is shown of the chosen fish. */
  overlays: Overlays;
  /** Of a recording; idle while a world lives. */
  player: Player;
  view: Store<ViewChoices>;
  costs: Store<PageCosts>;
  motors: Store<MotorsSeen>;
  moment: Store<Moment>;
  feeding: Store<Feeding>;
  /** Takes fishes and pulls them about. */
  hand: Hand;
  /** Which stone or plant is chosen, and where it is held. */
  arranger: Arranger;
  /** The puppet stage as this page knows it. */
  theatre: Theatre;
  /** The figures' stage as this page knows it. */
  company: Company;
  /** What is done with it here. */
  desk: TownDesk;
  /** The Performance stage as this page knows it. */
  troupe: Troupe;
  /** The stage for fishes of one's own as this page knows it. */
  maker: FishMaker;
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
  /** Opens its connection; called whenever it is shown. */
  connect(around: Surroundings): void;
  /** What is on show, for the window's title. */
  title(around: Surroundings): string | null;
  /** Keys of its own; without, those of the ocean. Returns whether the key meant something. */
  pressKey?: (event: KeyboardEvent, actions: KeyActions) => boolean;
  /** What lies over it while it waits; without, what the ocean shows. */
  overlay?: ComponentType<{ around: Surroundings }>;
  /** What the help dialog says of it; without, what it says of the ocean. */
  help?: ComponentType;
  /** One works with its controls: a narrow screen shows them at first, too. */
  needsControls?: boolean;
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
  /** Only its title is shown, until somebody opens it. */
  folded?: boolean;
  /** Whether there is anything to show; always when left out. */
  when?: (state: StudioState, theatre: TheatreState) => boolean;
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
