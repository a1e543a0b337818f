// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.

export const PUPPET_PROTOCOL = 4;
export const MOST_GRIPS = 32;
export const MAX_PUPPET_BYTES = 2000000;
export const PUPPET_FRAME_HEADER = 24;

/** A table `[[cone]]`: how far a bone swings about its hinge (three dimensions). */
export interface Cone {
  at: string;
  bone: string;
  body: [string, string];
  angle: number;
  axis: [number, number, number] | null;
}

/** A table `[[joint]]`: how far two rods bend where they meet. */
export interface Joint {
  points: [string, string, string];
  angle: [number, number] | null;
}

/** A table `[[point]]`: a point of the skeleton. */
export interface Point {
  name: string;
  at: number[];
  mass: number;
  pinned: boolean;
}

/** The table `[puppet]`. */
export interface PuppetSettings {
  title: string;
  description: string;
  dimensions: 2 | 3;
}

/** A table `[[rod]]`: what keeps two points at a distance. */
export interface Rod {
  ends: [string, string];
  length: [number, number] | null;
}

/** A table `[[path]]`: a hand that moves a point by a script. */
export interface ScriptedPath {
  point: string;
  keys: number[][];
  loop: boolean;
}

/** A table `[[part]]`: a part of the skin. Later ones are drawn over earlier ones. */
export interface Skin {
  name: string;
  follows: string[];
  color: string;
  outline: number[][] | null;
  vertices: number[][] | null;
  faces: [number, number, number][] | null;
  blend: number;
}

/** The table `[stage]`: what is around the puppet, and how it is moved. */
export interface Stage {
  gravity: [number, number, number];
  low: [number, number, number];
  high: [number, number, number];
  bounce: number;
  friction: number;
  damping: number;
  scheme: "printed" | "mended" | "newton";
  iterations: number;
  steps: number;
}

/** The table `[take]`: the beginning of what was recorded; its paths are those that do not loop. Rows as points, three numbers each. */
export interface Take {
  seconds: number;
  positions: [number, number, number][];
  velocities: [number, number, number][];
}

/** A table `[[twist]]`: how far a bone turns about itself (three dimensions). */
export interface Twist {
  at: string;
  bone: string;
  side: string;
  body: [string, string];
  angle: [number, number];
}

/** A whole puppet file. */
export interface PuppetDocument {
  format: 1;
  puppet: PuppetSettings;
  stage: Stage;
  point: Point[];
  rod: Rod[];
  joint: Joint[];
  cone: Cone[];
  twist: Twist[];
  part: Skin[];
  path: ScriptedPath[];
  take: Take | null;
}

/** Let this document be the stage's: whole, with the keys of its TOML file. */
export interface Build {
  type: "build";
  document: PuppetDocument;
}

/** Bring points that this page holds to other places; others are left out. */
export interface Carry {
  type: "carry";
  grips: Grip[];
}

/** Take a point by the hand and bring it to a place [m]. */
export interface Grab {
  type: "grab";
  point: number;
  place: [number, number, number];
}

/** A point that is held, and where it is to be [m]. */
export interface Grip {
  point: number;
  place: [number, number, number];
}

/** Let go of a point: it flies on as the hand moved. velocity: of the hand [m/s], by the clock of its pointer; left out, it is what the stage saw. */
export interface LetGo {
  type: "let_go";
  point: number;
  velocity?: [number, number, number] | null;
}

/** Let the puppet of a TOML file come on: its text. */
export interface Load {
  type: "load";
  text: string;
}

/** Play the take again and again from its beginning, or stop that. */
export interface LoopTake {
  type: "loop";
  on: boolean;
}

/** Let a shipped puppet come on. */
export interface Open {
  type: "open";
  name: string;
}

/** Let physics run, or let all points stand still as they are. drawing: that is to draw on it, or drawing has ended: then it plays on if nobody else holds it. */
export interface Play {
  type: "play";
  value: boolean;
  drawing?: boolean;
}

/** Begin to note all that hands do, or end it: then it is the document's take. */
export interface RecordTake {
  type: "record";
  on: boolean;
}

/** What was undone, again. */
export interface Redo {
  type: "redo";
}

/** Put all points back to where the document has them, without momentum; if it plays, it stands there until somebody takes it. */
export interface Rest {
  type: "rest";
}

/** Tell this page the text of a TOML file. */
export interface Save {
  type: "save";
}

/** Change parts of the document's table [stage]; what is left out stays. Changes of the same parts that follow within a second are one step back. */
export interface SetStage {
  type: "stage";
  gravity?: [number, number, number] | null;
  low?: [number, number, number] | null;
  high?: [number, number, number] | null;
  bounce?: number | null;
  friction?: number | null;
  damping?: number | null;
  scheme?: "printed" | "mended" | "newton" | null;
  iterations?: number | null;
  steps?: number | null;
}

/** One frame further, and hold it there. */
export interface Step {
  type: "step";
}

/** Back to the document before. */
export interface Undo {
  type: "undo";
}

export type PuppetWish =
  | Build
  | Carry
  | Grab
  | LetGo
  | Load
  | LoopTake
  | Open
  | Play
  | RecordTake
  | Redo
  | Rest
  | Save
  | SetStage
  | Step
  | Undo;

/** An event of the world that a person should see. */
export interface Happening {
  type: "happening";
  time: number;
  kind: string;
  text: string;
}

/** How the play goes: at changes and a few times a second. */
export interface Playing {
  type: "playing";
  playing: boolean;
  poised: boolean;
  recording: boolean;
  looping: boolean;
  seconds: number;
  iterations: number;
  deviation: number;
  microseconds: number;
  held: number[];
  pages: number;
}

/** What is wrong with a document: where, like "rod[3].ends", empty for the whole; and why. */
export interface Problem {
  where: string;
  sentence: string;
}

/** What takes long before the first frame; `done == total` ends it. */
export interface Progress {
  type: "progress";
  label: string;
  done: number;
  total: number;
}

/** Something that was asked for and refused; nothing has changed. */
export interface PuppetRefusal {
  type: "refusal";
  message: string;
  problems: Problem[];
}

/** To one page: the text of a file, and what it may be called. */
export interface Saved {
  type: "saved";
  text: string;
  filename: string;
}

/** A puppet that can be opened by its name. */
export interface Shipped {
  name: string;
  title: string;
  dimensions: number;
}

/** A part of the skin: its vertices are `count` of a frame's, from `first` on; faces count from 0 at `first`, three numbers each: without any, the vertices are a closed outline. */
export interface ShownPart {
  name: string;
  color: string;
  first: number;
  count: number;
  faces: [number, number, number][];
}

/** Who is on the stage, whenever that changes. */
export interface ShownPuppet {
  type: "puppet";
  revision: number;
  document: PuppetDocument;
  undoable: boolean;
  redoable: boolean;
  parts: ShownPart[];
}

/** First message on a connection. */
export interface TheatreHello {
  type: "theatre";
  protocol: number;
  puppets: Shipped[];
}

export type PuppetMessage =
  | Happening
  | Playing
  | Progress
  | PuppetRefusal
  | Saved
  | ShownPuppet
  | TheatreHello;
