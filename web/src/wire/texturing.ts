// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.

export const TEXTURE_PROTOCOL = 1;
export const MAX_PHOTO_BYTES = 8388608;
export const MESH_ROWS = 9;
export const MESH_COLUMNS = 21;
export const MOST_NEWCOMERS = 50;

/** Bring a node of the border to a place: while the mesh relaxes it is pulled there by a spring, else it goes there, and its neighbours part of the way. */
export interface Drag {
  type: "drag";
  row: number;
  column: number;
  x: number;
  y: number;
}

/** Begin where a fish seems to be, without anchors. */
export interface Find {
  type: "find";
}

/** Make a species of it: its file's name and what it is called; template: the species whose body and way of swimming it gets; count: so many come into the ocean, which begins again. */
export interface Finish {
  type: "finish";
  name: string;
  label: string;
  template: string;
  count?: number;
}

/** The head is at the other end. */
export interface Flip {
  type: "flip";
}

/** Anchor a node of the border where it is, or set it free. */
export interface HoldNode {
  type: "anchor";
  row: number;
  column: number;
  on: boolean;
}

/** Begin with a regular mesh, without anchors. */
export interface Regular {
  type: "regular";
}

/** Let the mesh move by its forces until it rests, or stop that. */
export interface Relax {
  type: "relax";
  on: boolean;
}

/** Let go of the node that is dragged. */
export interface Release {
  type: "release";
}

/** Move the whole mesh by so much, anchors too. */
export interface Shift {
  type: "shift";
  x: number;
  y: number;
}

export type TextureWish =
  | Drag
  | Find
  | Finish
  | Flip
  | HoldNode
  | Regular
  | Relax
  | Release
  | Shift;

/** A node that is held, and where. */
export interface Anchored {
  row: number;
  column: number;
  x: number;
  y: number;
}

/** What the mesh cuts out now, nose to the left, as a data URL; far: whose bodies its outline leaves, as far as that is known: not while it moves. */
export interface Cut {
  type: "cut";
  picture: string;
  far: FarBody[];
}

/** A template whose body the outline leaves by far, and how, in a sentence. */
export interface FarBody {
  template: string;
  note: string;
}

/** A species was written: where, and how it is used, in a sentence; swimming: how many come into the ocean. */
export interface FishMade {
  type: "made";
  name: string;
  label: string;
  path: string;
  usage: string;
  swimming: number;
}

/** First message on a connection; ocean: whether fishes can be put into one here. */
export interface FishMaker {
  type: "fish_maker";
  protocol: number;
  templates: Template[];
  ocean: boolean;
}

/** A photograph can be worked on: its working size [pixels]; problem: why no fish was found in it, in a sentence, or empty. */
export interface PhotoRead {
  type: "photo";
  width: number;
  height: number;
  problem: string;
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

/** The mesh as it is now: x and y of all nodes, row by row; moved: how far its quickest node went lately [pixels]. */
export interface ShownMesh {
  type: "mesh";
  nodes: number[];
  anchors: Anchored[];
  relaxing: boolean;
  rested: boolean;
  moved: number;
  template: string;
}

/** A species that a new one can be made after. */
export interface Template {
  name: string;
  label: string;
}

export type TextureMessage =
  | Cut
  | FishMade
  | FishMaker
  | PhotoRead
  | Progress
  | Refusal
  | ShownMesh;
