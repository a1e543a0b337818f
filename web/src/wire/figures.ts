// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.

export const FIGURES_PROTOCOL = 1;
export const FIGURE_MAGIC = 1179800653;
export const FIGURE_HEADER_BYTES = 28;
export const ROW_BYTES = 6;
export const PLACE_BYTES = 12;
export const VALUE_BYTES = 6;
export const LEVEL_BITS = 3;
export const FLAG_GONE = 128;
export const SHARE_STEPS = 255;
export const PLACE_STEPS_PER_METRE = 10000;
export const SLIDE_STEPS_PER_METRE = 16384;
export const TURN_ZERO = 16384;
export const TURN_STEPS = 16383;
export const MOST_VALUES = 128;
export const MOST_ROWS = 65536;

/** A table `[[bench]]`: 0.45 m high, 2 m long, for two. */
export interface Bench {
  at: [number, number];
  faces: number;
  name: string;
}

/** A table `[[building]]`: a box with a roof. */
export interface Building {
  low: [number, number];
  high: [number, number];
  name: string;
  height: number;
  color: string;
  roof: "flat" | "gable" | "hip";
  roof_color: string;
}

/** A table `[[crossing]]`: where a street is crossed on foot, at a right angle. */
export interface Crossing {
  street: string;
  at: number;
  width: number;
  light: string | null;
}

/** A table `[[path]]`: for walkers only; where it meets pavements or other paths, one may change over. */
export interface Footpath {
  name: string;
  points: [number, number][];
  width: number;
}

/** A table `[[guard]]`: a soldier who goes from stop to stop, and around again. */
export interface Guard {
  name: string;
  stop: Stop[];
  speed: number;
  turns_back: boolean;
}

/** A table `[[light]]`: for walkers it is green, then flashes, then it is red. */
export interface Light {
  name: string;
  green: number;
  flashing: number;
  red: number;
  offset: number;
}

/** A table `[[square]]`: an open place without cars; people keep to its paths. */
export interface Square {
  low: [number, number];
  high: [number, number];
  name: string;
  ground: "paving" | "lawn";
}

/** A table `[[guard.stop]]`: a place of a patrol. */
export interface Stop {
  at: [number, number];
  seconds: number;
  posture: string;
  faces: number | null;
}

/** A table `[[street]]`: straight, with a carriageway and a pavement on either side. */
export interface Street {
  name: string;
  start: [number, number];
  end: [number, number];
  width: number;
  pavement: number;
}

/** The table `[town]`: what it is called, and from where to where it reaches. */
export interface TownSettings {
  low: [number, number];
  high: [number, number];
  title: string;
  description: string;
  pedestrians: number;
}

/** A table `[[tree]]`. */
export interface Tree {
  at: [number, number];
  height: number;
  crown: number;
}

/** The whole file. */
export interface TownDocument {
  format: 1;
  town: TownSettings;
  street: Street[];
  crossing: Crossing[];
  light: Light[];
  square: Square[];
  path: Footpath[];
  building: Building[];
  tree: Tree[];
  bench: Bench[];
  guard: Guard[];
}

/** Point the rifle to the left of straight ahead and above level [rad]; share: how much of that, 0 to leave it as the motion has it. */
export interface Aim {
  type: "aim";
  id: number;
  turn: number;
  rise: number;
  share?: number;
}

/** Tell this client everything again: it has lost its way. */
export interface Anew {
  type: "anew";
}

/** Play a gesture once, by its name, on top of whatever the rest of the body does. */
export interface AskGesture {
  type: "gesture";
  id: number;
  gesture: string;
}

/** Move at a speed [m/s], 0 to stop; heading: where it faces [rad]; course: the direction of its velocity against its heading [rad], pi for backward. */
export interface AskMotion {
  type: "motion";
  id: number;
  speed: number;
  heading: number;
  course?: number;
}

/** Take a fixed posture, by its name, and stay in it. */
export interface AskPosture {
  type: "posture";
  id: number;
  posture: string;
}

/** The essential state of a soldier (Granieri et al., Fig. 2) as one request: posture and weapon, position [m], velocity [m/s] and heading [rad]; without a position it stays its own. */
export interface AskState {
  type: "state";
  id: number;
  posture: "standing" | "kneeling" | "prone" | "dead";
  weapon?: "deployed" | "firing";
  velocity?: [number, number, number];
  heading: number;
  position?: [number, number, number] | null;
}

/** What a frame may cost [ms]: fewer are shown as human-high until it does; null for whatever it takes. */
export interface Budget {
  type: "budget";
  milliseconds: number | null;
}

/** Take somebody with this page's hand and bring him to a place [m]; again: move the hand. */
export interface Carry {
  type: "carry";
  id: number;
  place: [number, number, number];
}

/** Tell this page what this figure does, a few times a second; of nobody: null. */
export interface Choose {
  type: "choose";
  id: number | null;
}

/** The dial: how many times his size on a screen everybody counts for when levels are chosen. */
export interface Detail {
  type: "detail";
  value: number;
}

/** A camera: position [m], ahead and up (z up, of any length), the whole vertical angle of view [rad], width over height, height [pixels], and the farthest that one makes out [m]. */
export interface Eye {
  position: [number, number, number];
  ahead: [number, number, number];
  up: [number, number, number];
  field: number;
  aspect: number;
  height: number;
  far: number;
}

/** Leave a figure to its own mind again. */
export interface LetGo {
  type: "let_go";
  id: number;
}

/** Hear Entity State PDUs on a UDP port, or stop that: null; the port is everybody's. */
export interface Listen {
  type: "listen";
  port: number | null;
}

/** What this page looks at now; no eye at all while nobody can see it. */
export interface Look {
  type: "look";
  eyes: Eye[];
}

/** Hold or continue the town. */
export interface Paused {
  type: "paused";
  value: boolean;
}

/** Put somebody new on the ground [m], facing a heading [rad]; without a posture or a name he gets one. */
export interface Place {
  type: "place";
  kind: string;
  position: [number, number];
  heading?: number;
  posture?: string | null;
  name?: string | null;
}

/** Open this page's hand: whom it holds comes down, and does what he did. */
export interface PutDown {
  type: "put_down";
}

/** Take a figure away. */
export interface Remove {
  type: "remove";
  id: number;
}

/** Advance a held town by one frame; refused while it goes on by itself. */
export interface Step {
  type: "step";
}

export type FigureWish =
  | Aim
  | Anew
  | AskGesture
  | AskMotion
  | AskPosture
  | AskState
  | Budget
  | Carry
  | Choose
  | Detail
  | LetGo
  | Listen
  | Look
  | Paused
  | Place
  | PutDown
  | Remove
  | Step;

/** To one page, of whom it has chosen: the posture that he is in or leaves, what he does and why, at which level he is shown, and whether he waits for what he is asked. speed [m/s], heading and course [rad], aim_turn and aim_rise [rad] and aim (0 to 1): as his mind, or whoever commands him, has asked last. */
export interface Chosen {
  type: "chosen";
  id: number;
  posture: string;
  doing: string;
  why: string;
  level: number;
  taken: boolean;
  speed: number;
  heading: number;
  course: number;
  aim_turn: number;
  aim_rise: number;
  aim: number;
}

/** How the town goes: at changes and a few times a second. */
export interface FigureStatus {
  type: "status";
  running: boolean;
  seconds: number;
  figures: number[];
  milliseconds: number;
  detail: number;
  budget: number | null;
  joint_updates: number;
  bytes: number;
  clients: number;
  network: NetworkStatus | null;
}

/** First message on a connection; models: where the levels' flesh is, from the server's root. */
export interface FiguresHello {
  type: "figures";
  protocol: number;
  levels: SkeletonInfo[];
  rifle: RifleInfo;
  models: string;
}

/** An event of the world that a person should see. */
export interface Happening {
  type: "happening";
  time: number;
  kind: string;
  text: string;
}

/** A place on a segment: its number, and where, seen from its origin [m]. */
export interface Hold {
  segment: number;
  at: [number, number, number];
}

/** Somebody who can be placed: what he can be asked for. */
export interface Kind {
  name: string;
  postures: Posture[];
  gestures: string[];
}

/** How the street lights stand, in the order of the document's, whenever one changes. */
export interface Lights {
  type: "lights";
  states: string[];
}

/** DIS: the port that is heard, entities that are known, PDUs a second and in all, and those that were no Entity State PDU or not whole. */
export interface NetworkStatus {
  port: number;
  entities: number;
  rate: number;
  received: number;
  refused: number;
}

/** A node of a posture graph; whoever is in one of locomotion goes on. */
export interface Posture {
  name: string;
  kind: "fixed" | "locomotion";
}

/** What takes long before the first frame; `done == total` ends it. */
export interface Progress {
  type: "progress";
  label: string;
  done: number;
  total: number;
}

/** Something that was asked for and refused; nothing has changed. */
export interface Refusal {
  type: "refusal";
  message: string;
}

/** kind: by its name; armed: has a rifle; look: seed of its appearance; source: who commands. */
export interface Resident {
  id: number;
  kind: string;
  name: string;
  armed: boolean;
  look: number;
  source: "town" | "network" | "client";
}

/** The rifle in the right hand: turn (w, x, y, z) of its axes into those of the hand; support: where the left hand holds it, and muzzle, in its own frame [m]. Whoever has no wrist points it with both hands, as much as the left one is where it would support it, within `near` [m]; its muzzle is not lower than `floor` [m]. */
export interface RifleInfo {
  turn: [number, number, number, number];
  support: [number, number, number];
  muzzle: [number, number, number];
  near: number;
  floor: number;
}

/** A level: the figure that it shows. rate: frames a second; parents: of each segment its parent's number, earlier than its own (-1: none); offsets [m] from the parent's origin; joints: of each segment how many named joints connect it, which its update counts for; sliding: segments that also slide, in the order of a frame; right and left: where hands hold a rifle; wrist: whether the right hand alone turns it. */
export interface SkeletonInfo {
  name: string;
  rate: number;
  segments: string[];
  parents: number[];
  offsets: [number, number, number][];
  joints: number[];
  sliding: number[];
  right: Hold;
  left: Hold;
  wrist: boolean;
}

/** Who is there, whenever that changes. */
export interface TownRoster {
  type: "roster";
  revision: number;
  residents: Resident[];
}

/** The town: its document, with the keys of its TOML file, and who can live there. */
export interface TownShown {
  type: "town";
  document: TownDocument;
  kinds: Kind[];
  most: number;
}

export type FigureMessage =
  | Chosen
  | FigureStatus
  | FiguresHello
  | Happening
  | Lights
  | Progress
  | Refusal
  | TownRoster
  | TownShown;
