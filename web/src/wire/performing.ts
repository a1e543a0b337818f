// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.

export const PERFORMANCE_PROTOCOL = 2;
export const MAX_PERFORMANCE_BYTES = 16000000;
export const FASTEST_TOSS = 20.0;
export const HIGHEST_PULL = 6.0;
export const SLOWEST_PACE = 0.05;
export const PERFORMANCE_HEADER_BYTES = 24;
export const COORDINATES = 51;
export const DOUBLE_BYTES = 444;
export const PROP_BYTES = 28;
export const CORNER_BYTES = 8;
export const FLAG_FALLEN = 1;
export const FLAG_RISING = 2;
export const FLAG_LEFT_HOLDS = 4;
export const FLAG_RIGHT_HOLDS = 8;
export const PACKET_NAME_BYTES = 7;
export const PACKET_HEADER_BYTES = 8;
export const PACKET_BODY_BYTES = 56;
export const PACKET_FARTHEST = 10000.0;
export const CLOCK = "~CLOCK";
export const HOUR = 3600.0;
export const REVISIONS = 4096;

/** Fit the clip no longer that is being fitted. */
export interface CancelClip {
  type: "cancel";
}

/** Whether who has fallen gets up by himself. */
export interface GetsUp {
  type: "gets_up";
  value: boolean;
}

/** Close a hand, or both, around what is within reach. */
export interface Grip {
  type: "grip";
  hand?: "left" | "right" | "both";
  performer?: number;
}

/** Tell this page what a double did in the last minute, as BVH. */
export interface Keep {
  type: "keep";
  performer?: number;
}

/** Open a hand, or both. */
export interface LetGo {
  type: "let_go";
  hand?: "left" | "right" | "both";
  performer?: number;
}

/** Set a performer to where his double is, and turn him as it faces: what he would do who lies down beside it (Soriano, chapter 3). */
export interface LineUp {
  type: "line_up";
  performer?: number;
}

/** Begin a scene that ships. */
export interface OpenScene {
  type: "open";
  scene: string;
}

/** How fast time goes, 1 as it is. */
export interface Pace {
  type: "pace";
  value: number;
}

/** Hold time, or let it go on. */
export interface Paused {
  type: "paused";
  value: boolean;
}

/** Let the built-in performer do this again and again; nothing: what the scene asks for. */
export interface PerformActs {
  type: "acts";
  acts: string[];
}

/** Let somebody real perform: the text of a BVH file, and what the file is called. */
export interface PerformClip {
  type: "clip";
  name: string;
  text: string;
}

/** Whether controllers are as the thesis prints them; the scene begins anew. */
export interface Printed {
  type: "printed";
  value: boolean;
}

/** Move this page's hand to a place [m], and what it holds with it. An empty hand moves nothing: the scene may have begun anew meanwhile. */
export interface Pull {
  type: "pull";
  place: [number, number, number];
}

/** Begin the scene of a TOML file: its text, and what the file is called. */
export interface ReadScene {
  type: "read";
  name: string;
  text: string;
}

/** Open this page's hand. */
export interface Release {
  type: "release";
}

/** From the beginning, everything where it was. */
export interface Restart {
  type: "restart";
}

/** Let a double that has fallen come back to its performer. */
export interface Rise {
  type: "rise";
  performer?: number;
}

/** One frame further while time is held. */
export interface Step {
  type: "step";
}

/** Take a part of a double with this page's hand, at a place [m] on it; what the hand held before it lets go. */
export interface Take {
  type: "take";
  performer?: number;
  part: number;
  place: [number, number, number];
}

/** Let go of a prop that waits. */
export interface Throw {
  type: "throw";
  prop: string;
}

/** Toss one of the pages' own balls from a place [m], at a velocity [m/s]. */
export interface Toss {
  type: "toss";
  ball?: "light" | "heavy";
  at: [number, number, number];
  velocity: [number, number, number];
}

export type PerformanceWish =
  | CancelClip
  | GetsUp
  | Grip
  | Keep
  | LetGo
  | LineUp
  | OpenScene
  | Pace
  | Paused
  | PerformActs
  | PerformClip
  | Printed
  | Pull
  | ReadScene
  | Release
  | Restart
  | Rise
  | Step
  | Take
  | Throw
  | Toss;

/** How segments lie at rest, with hands at ease or closed: places [m] seen from the pelvis, and turns (w, x, y, z). */
export interface Dress {
  places: [number, number, number][];
  turns: [number, number, number, number][];
}

/** An event of the world that a person should see. */
export interface Happening {
  type: "happening";
  time: number;
  kind: string;
  text: string;
}

/** To one page: what a double did, as the text of a BVH file, and what it may be called. */
export interface Kept {
  type: "kept";
  text: string;
  filename: string;
}

/** A part of a physical character. parent: its number, -1 of the first; hinge: 0 for a ball joint, else it bends about the y axis, or against it (-1). */
export interface PartInfo {
  name: string;
  parent: number;
  hinge: number;
}

/** First message on a connection. acts: what the built-in performer knows; figure: whose flesh of `models` is drawn; rate: frames of a performance in a second. */
export interface PerformanceHello {
  type: "performance";
  protocol: number;
  rate: number;
  scenes: SceneChoice[];
  acts: string[];
  parts: PartInfo[];
  segments: SegmentInfo[];
  figure: string;
  models: string;
}

/** How it goes: at changes and a few times a second. pace: of time, 1 as it is; printed: controllers are as the thesis prints them; gets_up: who has fallen gets up by himself; milliseconds: what a frame of 1/60 s costs; fitting: the clip that is being fitted to a double; kept [s]: how much of what was simulated can be had. */
export interface PerformanceStatus {
  type: "status";
  running: boolean;
  seconds: number;
  pace: number;
  printed: boolean;
  gets_up: boolean;
  milliseconds: number;
  pages: number;
  fitting: string | null;
  kept: number;
  performers: PerformerStatus[];
}

/** A performer and his double. object: what packets call him; look: seed of his appearance, 0 to 65535; offsets [m]: of each part's joint from its parent's; scales: by how much the flesh of each segment is larger, along its axes. */
export interface PerformerInfo {
  name: string;
  object: string;
  look: number;
  offsets: [number, number, number][];
  at_ease: Dress;
  closed: Dress;
  scales: [number, number, number][];
}

/** How a double is. balance: 0 to 1, as it counts (Eq. 3.1 and what was mended); own: without looking at the performer; off [m]: how far its parts are on average from the performer's; pull: of all forces that hold it up, as a share of its weight; holds: what each hand holds; pulled: whether it is in a page's hand. */
export interface PerformerStatus {
  balance: number;
  own: number;
  off: number;
  pull: number;
  fallen: boolean;
  rising: boolean;
  holds: [string | null, string | null];
  pulled: boolean;
}

/** What takes long before the first frame; `done == total` ends it. */
export interface Progress {
  type: "progress";
  label: string;
  done: number;
  total: number;
}

/** Something in a scene. object: what packets call it (`wire.mocap.state`), None of what does not move; size [m]: radius of a ball, half edges of a box, radius and half length of a bar, which is upright and round at its ends; at [m] and turn (w, x, y, z): of its middle at the beginning; moves: frames say where it is; hangs [m]: how far above its middle it is hung up; waits: it can be thrown by its name; grip: hands can hold it. */
export interface PropInfo {
  name: string;
  object: string | null;
  shape: "ball" | "box" | "bar";
  size: number[];
  at: [number, number, number];
  turn: [number, number, number, number];
  color: string;
  moves: boolean;
  hangs: number | null;
  waits: boolean;
  grip: boolean;
}

/** Something that was asked for and refused; nothing has changed. */
export interface Refusal {
  type: "refusal";
  message: string;
}

/** A scene that can be opened by its name. */
export interface SceneChoice {
  name: string;
  title: string;
  description: string;
}

/** What is performed, whenever that begins. name: of a scene that ships, or of the file that it was read from; tossed: the props that pages toss, the light and the heavy one; doing: what is performed, in a line; acts: what the built-in performer does, none of a clip; clip: whose it is. */
export interface SceneShown {
  type: "scene";
  revision: number;
  name: string;
  title: string;
  description: string;
  props: PropInfo[];
  performers: PerformerInfo[];
  tossed: [string, string];
  doing: string;
  acts: string[];
  clip: string | null;
}

/** A segment of a drawn figure: the parts that it rides on, and how much on the upper one; rest [m]: where it is at rest, seen from the pelvis, in the figure whose flesh is drawn. */
export interface SegmentInfo {
  name: string;
  rest: [number, number, number];
  lower: number;
  upper: number;
  share: number;
}

export type PerformanceMessage =
  | Happening
  | Kept
  | PerformanceHello
  | PerformanceStatus
  | Progress
  | Refusal
  | SceneShown;
