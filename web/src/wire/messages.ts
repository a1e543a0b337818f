// Generated from src/motorium/wire by `python -m motorium.wire.typescript`; do not edit.

export const PROTOCOL = 9;
export const MAX_SEED = 4294967295;
export const MAGIC = 1297241165;
export const HEADER_BYTES = 84;
export const RECORD_BYTES = 16;
export const NODES_PER_BLOCK = 23;
export const NODE_BLOCK_BYTES = 138;
export const FINS_PER_BLOCK = 4;
export const LOOKS_PER_BLOCK = 4;
export const MUSCLES_PER_BLOCK = 12;
export const POSITION_STEPS = 2097151;
export const QUATERNION_STEPS = 1023;
export const NODE_STEPS_PER_LENGTH = 16384;
export const FIN_STEPS_PER_RADIAN = 64;
export const LOOK_STEPS = 255;
export const MUSCLE_STEPS_PER_LENGTH = 200;
export const LEAF_STEPS_PER_METRE = 2048;
export const MOST_LEAF_NODES = 64;
export const MOST_SUBMARINES = 8;
export const PARTICLE_BYTES = 8;
export const PARTICLE_STEPS = 65535;
export const SIZE_STEPS_PER_METRE = 50000;
export const SUBMARINE_BYTES = 60;
export const LINE_BYTES = 28;
export const FLAG_NODES = 1;
export const FLAG_FINS = 2;
export const FLAG_MUSCLES = 4;
export const LEVEL_SHIFT = 3;
export const LEVEL_MASK = 3;
export const FLAG_AUTOMATIC = 32;
export const FLAG_LOOKS = 64;

/** Tell this page which scenarios there are. */
export interface AskScenarios {
  type: "ask-scenarios";
}

/** Let this page take the helm of a submarine: the first, or one of its own beside it. */
export interface Board {
  type: "board";
}

/** What a frame may cost the simulation [ms]; null for whatever it takes. */
export interface Budget {
  type: "budget";
  milliseconds: number | null;
}

/** Let the fishing line down at a place (x, y) [m]. */
export interface CastLine {
  type: "cast";
  place: [number, number];
}

/** Put the world aside and compare muscles and replay of a fish like this one, null for the first; or bring the world back as it was. */
export interface Compare {
  type: "compare";
  on: boolean;
  id: number | null;
}

/** The velocity of all water [m/s], added to what flows in the habitat. */
export interface Current {
  type: "current";
  velocity: [number, number, number];
}

/** Leave the helm that this page has; the first submarine coasts to a stop, others go. */
export interface Debark {
  type: "debark";
}

/** Delete a recording for good. */
export interface Discard {
  type: "discard";
  name: string;
}

/** All setpoints of the fish that this page drives [L/s, rad/s, rad, rad, 1, L/s]. */
export interface Drive {
  type: "drive";
  speed: number;
  turn_rate: number;
  climb: number;
  roll: number;
  brake: number;
  backward: number;
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

/** It feels a drive so strongly now. */
export interface Feel {
  id: number;
  everybody: boolean;
  type: "feel";
  drive: "hunger" | "libido" | "fear";
  value: number;
}

/** A factor of all currents that belong to the habitat: 0 stills them. */
export interface FlowStrength {
  type: "flow";
  value: number;
}

/** Tell this page from now on what the channels of the panorama show. */
export interface Follow {
  type: "follow";
}

/** Drop food around a place [m]. */
export interface Food {
  type: "food";
  place: [number, number, number];
}

/** Take a fish by a node and pull it to a place [m]; again: move the hand. */
export interface Grab {
  type: "grab";
  id: number;
  node: number;
  place: [number, number, number];
}

/** The time of the day, from 0 to 24. */
export interface Hour {
  type: "hour";
  value: number;
}

/** Tell this page more of a fish: its muscles in every snapshot, what the water does to it, what it senses; id null, or nothing wanted: no longer. */
export interface Inspect {
  type: "inspect";
  id: number | null;
  muscles: boolean;
  forces: boolean;
  senses: boolean;
}

/** Let all channels of the panorama show this; the first page that says so leads until it is closed. */
export interface Lead {
  tick: number;
  seconds: number;
  position: [number, number, number];
  ahead: [number, number, number];
  up: [number, number, number];
  type: "lead";
}

/** Give the fish that this page drives back to its mind. */
export interface Leave {
  type: "leave";
}

/** Let go of the fish that this page holds. */
export interface LetGo {
  type: "let-go";
}

/** Begin a scenario that ships, or one that was saved, by its name. */
export interface Load {
  type: "load";
  name: string;
}

/** What this page looks at now; no eye at all while nobody can see it. */
export interface Look {
  type: "look";
  eyes: Eye[];
}

/** Its temper and habits are as it was born with. */
export interface MindReset {
  id: number;
  everybody: boolean;
  type: "mind-reset";
}

/** Let a motor move a fish, null for all, or let it be chosen automatically. */
export interface Motor {
  type: "motor";
  id: number | null;
  choice: "muscle" | "repertoire" | "automatic";
}

/** Hold or continue the simulation. */
export interface Paused {
  type: "paused";
  value: boolean;
}

/** Let fishes on muscles be made otherwise, by factors of their species; steps a frame, 0 for what each species takes by itself; and whether there is water. Null: as it is. */
export interface Physics {
  type: "physics";
  mass: number | null;
  stiffness: number | null;
  damping: number | null;
  steps: number | null;
  hydrodynamics: boolean | null;
}

/** Let this page drive a fish; null for the first that nobody drives. */
export interface Pilot {
  type: "pilot";
  id: number | null;
}

/** Let so much plankton drift about. */
export interface PlanktonCount {
  type: "plankton";
  count: number;
}

/** Let this many characters live in the world. */
export interface Population {
  type: "population";
  count: number;
}

/** Pull the fishing line up. */
export interface PullLine {
  type: "pull";
}

/** Let an obstacle or a seaweed stand at a place [m], so wide and so high [m]: the one of its sort with this number (in the order of `Habitat`), or, with null, one more. A seaweed's width is its own affair. */
export interface Put {
  type: "put";
  index: number | null;
  kind: "rock" | "coral" | "cylinder" | "kelp" | "ribbon" | "grass";
  place: [number, number];
  radius: number;
  height: number;
}

/** Play a recording so many times as fast as it was, or let a live world go slower. */
export interface Rate {
  type: "rate";
  value: number;
}

/** Record the living world from now on, or no longer. */
export interface Record {
  type: "record";
  on: boolean;
}

/** Physics, water and current as the scenario has them. */
export interface ResetPhysics {
  type: "reset-physics";
}

/** Begin again as the scenario says, with the same seed. */
export interface Restart {
  type: "restart";
}

/** Keep the world as it is now as a scenario of this name; replace: even if there is one. */
export interface Save {
  type: "save";
  name: string;
  replace: boolean;
}

/** Begin again as the scenario says, but for its seed. */
export interface Seed {
  type: "seed";
  value: number;
}

/** Show a recording as it was at a time [s of the world's clock]. */
export interface Seek {
  type: "seek";
  time: number;
}

/** It has a habit, or has it no more. */
export interface SetHabit {
  id: number;
  everybody: boolean;
  type: "habit";
  habit: "female" | "schooling" | "bright" | "dark" | "warm" | "cold";
  on: boolean;
}

/** A number of its temper is this. */
export interface SetTrait {
  id: number;
  everybody: boolean;
  type: "trait";
  trait:
    | "appetite"
    | "meal"
    | "longing"
    | "acts"
    | "timidity"
    | "flees"
    | "panics"
    | "loyalty"
    | "wariness";
  value: number;
}

/** The speed that the fishes are asked for [body lengths / s]. */
export interface Speed {
  type: "speed";
  value: number;
}

/** How the helm stands: thrust ahead, turn to the left, pitch up, lift up, each -1 to 1; stop: all is done to lie still. */
export interface Steer {
  type: "steer";
  thrust: number;
  turn: number;
  pitch: number;
  lift: number;
  stop: boolean;
}

/** Advance a held simulation by one frame; back: only a recording can. */
export interface Step {
  type: "step";
  back: boolean;
}

/** Let so many of a species live, by its name (`Kind.name`). */
export interface Stock {
  type: "stock";
  species: string;
  count: number;
}

/** Take away the obstacle or the seaweed with this number. */
export interface TakeAway {
  type: "take-away";
  sort: "obstacle" | "weed";
  index: number;
}

/** A C-turn of the fish that this page drives [rad], left positive. */
export interface Turn {
  type: "turn";
  angle: number;
}

/** Let things stand, grow and drift as before the last time that somebody changed it. */
export interface Undo {
  type: "undo";
}

/** The water's mu of Tu's Eq. 4.3: 0 is air, 1 is water, more is oil. */
export interface Viscosity {
  type: "viscosity";
  value: number;
}

/** Put the world aside and show everybody a recording, or null: bring the world back. */
export interface Watch {
  type: "watch";
  name: string | null;
}

/** Tell this page from now on why a fish does what it does; null for no fish. */
export interface Why {
  type: "why";
  id: number | null;
}

export type ClientMessage =
  | AskScenarios
  | Board
  | Budget
  | CastLine
  | Compare
  | Current
  | Debark
  | Discard
  | Drive
  | Feel
  | FlowStrength
  | Follow
  | Food
  | Grab
  | Hour
  | Inspect
  | Lead
  | Leave
  | LetGo
  | Load
  | Look
  | MindReset
  | Motor
  | Paused
  | Physics
  | Pilot
  | PlanktonCount
  | Population
  | PullLine
  | Put
  | Rate
  | Record
  | ResetPhysics
  | Restart
  | Save
  | Seed
  | Seek
  | SetHabit
  | SetTrait
  | Speed
  | Steer
  | Step
  | Stock
  | TakeAway
  | Turn
  | Undo
  | Viscosity
  | Watch
  | Why;

/** The setpoints of a fish as they stand [L/s, rad/s, rad, rad, 1, L/s]. */
export interface Asked {
  speed: number;
  turn_rate: number;
  climb: number;
  roll: number;
  brake: number;
  backward: number;
}

/** To one page: the reasons of the fish that it asked for, null for none; why no longer. */
export interface Because {
  type: "because";
  fish: Thinking | null;
  reason: string;
}

/** Who is at a helm: numbers of the submarines that somebody steers; and how many there can be at most. */
export interface BoatStatus {
  taken: number[];
  most: number;
}

/** What can be changed in the mind of a fish; feels: the drives that it knows. */
export interface Character {
  feels: ("hunger" | "libido" | "fear")[];
  traits: TraitSet[];
  habits: HabitSet[];
}

/** Two twins with the same commands, one on muscles and one replayed. */
export interface Comparison {
  muscle: number;
  repertoire: number;
  cues: Cue[];
  seconds: number;
  leavable: boolean;
}

/** A command of a sequence: when it is given [s], and what it says. */
export interface Cue {
  at: number;
  text: string;
}

/** The fish that a page drives: how it is, and what it was asked for. */
export interface Driven {
  id: number;
  species: number;
  top_speed: number;
  speed: number;
  heading: number;
  climb: number;
  roll: number;
  asked: Asked;
  turn: "none" | "asked" | "running" | "done" | "refused";
  turn_angle: number;
}

/** To one page: the fish that it drives, null for none, and why it lost the last one. */
export interface Driving {
  type: "driving";
  fish: Driven | null;
  reason: string;
}

/** The habitat is another one from the next snapshot on; all else stays. */
export interface Furnished {
  type: "furnished";
  habitat: Habitat;
}

/** Whether a fish has a habit, and whether it was born with it. */
export interface HabitSet {
  name: "female" | "schooling" | "bright" | "dark" | "warm" | "cold";
  on: boolean;
  own: boolean;
}

/** A round piece of sea around the origin [m]. */
export interface Habitat {
  radius: number;
  ground: number;
  surface: number;
  clarity: number;
  terrain: Terrain;
  obstacles: Obstacle[];
  weeds: WeedCluster[];
}

/** How a habitat is now. */
export interface HabitatStatus {
  hour: number;
  sun: number;
  flow: number;
  current: [number, number, number];
  plankton: number;
  food: number;
  eaten: number;
}

/** An event of the world that a person should see. */
export interface Happening {
  type: "happening";
  time: number;
  kind: string;
  text: string;
}

/** First message on a connection, and whenever there is another world to show: what was said before is void. */
export interface Hello {
  type: "hello";
  protocol: number;
  version: string;
  stage: string;
  scenario: string;
  frame_rate: number;
  seed: number;
  species: SpeciesInfo[];
  limits: Limits;
  comparison: Comparison | null;
  recording: Recorded | null;
  habitat: Habitat | null;
  submarine: Hull | null;
  line: boolean;
  groups: string[];
  physics: PhysicsRanges | null;
  camera: Shot[];
  kinds: Kind[];
}

/** To one page: whether it is at the helm of a submarine, which then stands at zero, the number of that, and why no longer. */
export interface Helm {
  type: "helm";
  aboard: boolean;
  boat: number | null;
  reason: string;
}

/** How large a submarine is [m]. */
export interface Hull {
  length: number;
  radius: number;
}

/** What was asked for of a fish; null is what was not asked for, or what there is none of. */
export interface Inside {
  id: number;
  forces: Push[] | null;
  senses: Sensed | null;
}

/** To one page, ten times a second: the fish that it inspects, null for none; why no longer. */
export interface Inspected {
  type: "inspected";
  fish: Inside | null;
  reason: string;
}

/** A recording that can be watched. */
export interface Kept {
  name: string;
  scenario: string;
  made: string;
  seconds: number;
  bytes: number;
  problem: string;
}

/** A species of which individuals can be let in. */
export interface Kind {
  name: string;
  label: string;
  role: "pacifist" | "prey" | "predator";
}

/** What all channels of the panorama show now; number: counts these messages. */
export interface Led {
  tick: number;
  seconds: number;
  position: [number, number, number];
  ahead: [number, number, number];
  up: [number, number, number];
  type: "led";
  number: number;
}

/** How many fishes are simulated, how many replayed, and of how many only the frame is made. */
export interface Levels {
  muscles: number;
  playback: number;
  frame: number;
  automatic: number;
  changes: number;
  governor: string;
}

/** The range of every control, so that the page never offers what the studio refuses. */
export interface Limits {
  population: [number, number];
  speed: [number, number];
  viscosity: [number, number];
  budget: [number, number];
  flow: [number, number];
  current: number;
  rate: [number, number];
}

/** What a fishing line does, and who hangs on it, by id. */
export interface LineStatus {
  state: "up" | "sinks" | "waits" | "pulls";
  caught: number | null;
}

/** A scenario that can be begun; own: it was saved here, and can be replaced. */
export interface Listed {
  name: string;
  title: string;
  description: string;
  own: boolean;
}

/** Something that happened in a recording, for its time line; count: how many alike. */
export interface Mark {
  at: number;
  kind: string;
  count: number;
  text: string;
}

/** An upright cylinder that is solid [m], and what is drawn within it. */
export interface Obstacle {
  kind: "cylinder" | "rock" | "coral";
  x: number;
  y: number;
  bottom: number;
  top: number;
  radius: number;
  seed: number;
  height: number;
}

/** Between which bounds every species is whole. */
export interface PhysicsRanges {
  mass: [number, number];
  stiffness: [number, number];
  damping: [number, number];
  steps: [number, number];
  own_steps: number[];
}

/** How the physics of a world is now. */
export interface PhysicsStatus {
  mass: number;
  stiffness: number;
  damping: number;
  steps: number;
  hydrodynamics: boolean;
  current: [number, number, number];
  taken: number[];
  standard: boolean;
  note: string;
}

/** What takes long before the first frame; `done == total` ends it. */
export interface Progress {
  type: "progress";
  label: string;
  done: number;
  total: number;
}

/** What the water does to a face or a fin [mN], in the world; it acts in the middle of some nodes. */
export interface Push {
  nodes: number[];
  force: [number, number, number];
}

/** A recording instead of a live world: what it is called, when it was made, and what is in it. */
export interface Recorded {
  file: string;
  made: string;
  first: number;
  seconds: number;
  every: number;
  bodies: boolean;
  problem: string;
  rates: [number, number];
  marks: Mark[];
  leavable: boolean;
}

/** Something that was asked for and refused; nothing has changed. */
export interface Refusal {
  type: "refusal";
  message: string;
}

/** Who the records of the following snapshots are, in their order. */
export interface Roster {
  type: "roster";
  revision: number;
  ids: number[];
  species: number[];
  sizes: number[];
  seeds: number[];
  groups: number[];
}

/** Which there are; to one page that asks, and to all when one was saved. */
export interface Scenarios {
  type: "scenarios";
  scenarios: Listed[];
}

/** The view volume and the sensitivity region of a fish, and whom it perceives. */
export interface Sensed {
  eye: number;
  view: number;
  sight: number;
  low: [number, number, number];
  high: [number, number, number];
  fishes: SensedFish[];
  danger: number | null;
}

/** A fish that is perceived, by id, as what it is to whoever perceives it. */
export interface SensedFish {
  id: number;
  kind: "schoolmate" | "predator" | "prey" | "mate";
}

/** All recordings that there are, the newest first. */
export interface Shelf {
  type: "shelf";
  recordings: Kept[];
}

/** Where the camera of a film is at a time, and at which place, or at the middle of which group, it looks; between two shots it glides. */
export interface Shot {
  at: number;
  position: [number, number, number];
  target: [number, number, number] | null;
  follow: number | null;
}

/** Surfaces that ride on the faces of the body: a face is four nodes. */
export interface Skin {
  faces: [number, number, number, number][];
  patches: SkinPatch[];
  palette: SkinPalette;
  eye: SkinEye;
  mouth: SkinMouth;
}

/** Where the eyes are: on the side patches (u, v), and as bindings; radius [L]. */
export interface SkinEye {
  radius: number;
  iris: string;
  uv: [number, number];
  left: [number, number, number, number, number, number];
  right: [number, number, number, number, number, number];
}

/** A dark spot in a pale ring: where, and its radius [L]. */
export interface SkinFalseEye {
  behind_nose: number;
  height: number;
  radius: number;
}

/** The line of the mouth on the side patches: (u, v) of its front and of its corner. */
export interface SkinMouth {
  uv: [number, number, number, number];
}

/** Colours and marks: accent bands, from and to behind the nose [L], and what lines them; stripes in the fins' colour; edges of fins; clouds of accent, 0 to 1; rows of scales; gill slits, 0 for a cover; the colour of courtship; how much individuals differ, 0 to 1. */
export interface SkinPalette {
  back: string;
  flank: string;
  belly: string;
  fin: string;
  accent: string;
  bands: [number, number][];
  edge: string | null;
  stripes: number;
  margin: string | null;
  spots: SkinSpots | null;
  false_eye: SkinFalseEye | null;
  mottle: number;
  scales: number;
  gill_slits: number;
  courtship: string | null;
  variety: number;
}

/** A B-spline surface with clamped uniform knots; `flip` if dP/du x dP/dv points inwards. */
export interface SkinPatch {
  name: string;
  rows: number;
  columns: number;
  degrees: [number, number];
  flip: boolean;
  bindings: number[];
}

/** Spots: radius [L], the share of places that have one, and where: behind the nose [L], and from the belly, -1, to the back, 1. */
export interface SkinSpots {
  color: string;
  size: number;
  density: number;
  start: number;
  end: number;
  low: number;
  high: number;
}

/** What the page has to know of a species to draw it. */
export interface SpeciesInfo {
  name: string;
  label: string;
  length: number;
  nodes: number[];
  skin: Skin;
  photo: string | null;
}

/** The state of controls and costs; sent when a control changes and a few times a second. */
export interface Status {
  type: "status";
  running: boolean;
  paused: boolean;
  population: number;
  counts: number[];
  speed: number;
  viscosity: number;
  time: number;
  rate: number;
  frames_per_second: number;
  frame_milliseconds: number;
  budget: number | null;
  levels: Levels;
  preparing: string;
  habitat: HabitatStatus | null;
  submarine: BoatStatus | null;
  line: LineStatus | null;
  taping: Taping | null;
  physics: PhysicsStatus | null;
}

/** What is being recorded. */
export interface Taping {
  name: string;
  seconds: number;
  bytes: number;
}

/** A square height field around the origin: height(i, j) is at x = i * step - reach, y = j * step - reach; beyond it, as at its edge [m]. */
export interface Terrain {
  size: number;
  step: number;
  reach: number;
  lowest: number;
  highest: number;
  heights: string;
}

/** Why a fish does what it does, as of its last decision; without an instinct there is the sentence only, and all else is empty. */
export interface Thinking {
  time: number;
  id: number;
  species: number;
  sentence: string;
  intention: string;
  routine: string;
  stage: string;
  seconds: number;
  drives: Urge[];
  memory: string;
  target: string;
  choice: string;
  sees: string;
  command: string;
  preferences: number[];
  target_id: number | null;
  place: [number, number, number] | null;
  character: Character | null;
}

/** A number of a temper, as the fish was born with it, and within which it can be set. */
export interface TraitSet {
  name:
    | "appetite"
    | "meal"
    | "longing"
    | "acts"
    | "timidity"
    | "flees"
    | "panics"
    | "loyalty"
    | "wariness";
  value: number;
  own: number;
  low: number;
  high: number;
}

/** Hunger, libido or fear, from 0 to 1, and above what it is acted on. */
export interface Urge {
  name: string;
  value: number;
  threshold: number;
}

/** Leaves that grow around one root [m]; in the snapshot they follow those of the cluster before. */
export interface WeedCluster {
  kind: "kelp" | "ribbon" | "grass";
  root: [number, number, number];
  leaves: number;
  height: number;
}

export type ServerMessage =
  | Because
  | Driving
  | Furnished
  | Happening
  | Hello
  | Helm
  | Inspected
  | Led
  | Progress
  | Refusal
  | Roster
  | Scenarios
  | Shelf
  | Status;
