/** Reads control messages of the studio; whatever does not fit is named, never guessed at. */
import {
  type Check,
  type Fields,
  fits,
  isCount,
  isFlag,
  isListOf,
  isNumber,
  isObject,
  isOrNull,
  isText,
  isVector,
  readMessage,
} from "./checks.ts";
import { type Hello, PROTOCOL, type ServerMessage, type SpeciesInfo } from "./messages.ts";
import { habitatMisfit } from "./scenery.ts";
import { shapeMisfit } from "./shape.ts";
import { WireError } from "./snapshot.ts";
import { LINE_STATES } from "./vessels.ts";

const isNumbers = isListOf(isNumber);
const isRange = isListOf(isNumber, 2);
const isLimits: Check = (value) =>
  fits(value, {
    population: isRange,
    speed: isRange,
    viscosity: isRange,
    budget: isRange,
    flow: isRange,
    current: isNumber,
    rate: isRange,
  });
const isKept: Check = (value) =>
  fits(value, {
    name: isText,
    scenario: isText,
    made: isText,
    seconds: isNumber,
    bytes: isNumber,
    problem: isText,
  });
const isCues: Check = (value) =>
  Array.isArray(value) && value.every((cue) => fits(cue, { at: isNumber, text: isText }));
const isComparison: Check = (value) =>
  value === null ||
  fits(value, {
    muscle: isNumber,
    repertoire: isNumber,
    cues: isCues,
    seconds: isNumber,
    leavable: isFlag,
  });
const isRecorded: Check = (value) =>
  value === null ||
  fits(value, {
    file: isText,
    made: isText,
    first: isNumber,
    seconds: isNumber,
    every: isNumber,
    bodies: isFlag,
    problem: isText,
    rates: isRange,
    leavable: isFlag,
    marks: (marks) =>
      Array.isArray(marks) &&
      marks.every((mark) =>
        fits(mark, { at: isNumber, kind: isText, count: isNumber, text: isText }),
      ),
  });
const isLevels: Check = (value) =>
  fits(value, {
    muscles: isNumber,
    playback: isNumber,
    frame: isNumber,
    automatic: isNumber,
    changes: isNumber,
    governor: isText,
  });
const isHabitatStatus: Check = (value) =>
  value === null ||
  fits(value, {
    hour: isNumber,
    sun: isNumber,
    flow: isNumber,
    current: isVector,
    plankton: isNumber,
    food: isNumber,
    eaten: isNumber,
  });
const isHull: Check = (value) =>
  fits(value, { length: isNumber, radius: isNumber }) &&
  Object.values(value as object).every((size) => size > 0);
const isShots: Check = (value) =>
  Array.isArray(value) &&
  value.every((shot) =>
    fits(shot, {
      at: isNumber,
      position: isVector,
      target: isOrNull(isVector),
      follow: isOrNull(isNumber),
    }),
  );
const isLineStatus: Check = (value) =>
  fits(value, {
    state: (state) => (LINE_STATES as readonly unknown[]).includes(state),
    caught: isOrNull(isNumber),
  });
/** Nothing but a picture that the message itself brings is shown. */
const isPicture: Check = (value) =>
  isText(value) && (value as string).startsWith("data:image/png;base64,");

const isSpecies: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) =>
    fits(one, {
      name: isText,
      label: isText,
      length: isNumber,
      nodes: isNumbers,
      skin: isObject,
      photo: isOrNull(isPicture),
    }),
  );

const isKinds: Check = (value) =>
  Array.isArray(value) &&
  value.every((kind) => fits(kind, { name: isText, label: isText, role: isText }));

const isScenarios: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) =>
    fits(one, { name: isText, title: isText, description: isText, own: isFlag }),
  );

const SETPOINTS = {
  speed: isNumber,
  turn_rate: isNumber,
  climb: isNumber,
  roll: isNumber,
  brake: isNumber,
  backward: isNumber,
};
const TURNS = ["none", "asked", "running", "done", "refused"];
const isDriven: Check = (value) =>
  value === null ||
  fits(value, {
    id: isNumber,
    species: isNumber,
    top_speed: isNumber,
    speed: isNumber,
    heading: isNumber,
    climb: isNumber,
    roll: isNumber,
    asked: (asked) => fits(asked, SETPOINTS),
    turn: (turn) => TURNS.includes(turn as string),
    turn_angle: isNumber,
  });

const isCharacter: Check = (value) =>
  fits(value, {
    feels: isListOf(isText),
    traits: isListOf((trait) =>
      fits(trait, { name: isText, value: isNumber, own: isNumber, low: isNumber, high: isNumber }),
    ),
    habits: isListOf((habit) => fits(habit, { name: isText, on: isFlag, own: isFlag })),
  });

const isThinking: Check = (value) =>
  value === null ||
  fits(value, {
    time: isNumber,
    id: isNumber,
    species: isNumber,
    sentence: isText,
    intention: isText,
    routine: isText,
    stage: isText,
    seconds: isNumber,
    drives: (drives) =>
      Array.isArray(drives) &&
      drives.every((drive) => fits(drive, { name: isText, value: isNumber, threshold: isNumber })),
    memory: isText,
    target: isText,
    choice: isText,
    sees: isText,
    command: isText,
    preferences: isNumbers,
    target_id: (id) => id === null || isNumber(id),
    place: isOrNull(isVector),
    character: isOrNull(isCharacter),
  });

const SEEN_AS = ["schoolmate", "predator", "prey", "mate"];
const isSensed: Check = (value) =>
  fits(value, {
    eye: isNumber,
    view: isNumber,
    sight: isNumber,
    low: isVector,
    high: isVector,
    fishes: (fishes) =>
      Array.isArray(fishes) &&
      fishes.every((fish) =>
        fits(fish, { id: isNumber, kind: (kind) => SEEN_AS.includes(kind as string) }),
      ),
    danger: isOrNull(isNumber),
  });
const isPushes: Check = (value) =>
  Array.isArray(value) &&
  value.every((push) => fits(push, { nodes: isListOf(isCount), force: isVector }));
const isInside: Check = (value) =>
  fits(value, { id: isNumber, forces: isOrNull(isPushes), senses: isOrNull(isSensed) });

const FIELDS: Fields<ServerMessage["type"]> = {
  hello: {
    protocol: isNumber,
    version: isText,
    stage: isText,
    scenario: isText,
    frame_rate: isNumber,
    seed: isNumber,
    species: isSpecies,
    limits: isLimits,
    comparison: isComparison,
    recording: isRecorded,
    habitat: (value) => value === null || isObject(value),
    submarine: isOrNull(isHull),
    line: isFlag,
    groups: (names) => Array.isArray(names) && names.every(isText),
    camera: isShots,
    kinds: isKinds,
  },
  furnished: { habitat: isObject },
  scenarios: { scenarios: isScenarios },
  progress: { label: isText, done: isNumber, total: isNumber },
  roster: {
    revision: isNumber,
    ids: isNumbers,
    species: isNumbers,
    sizes: isNumbers,
    seeds: isNumbers,
    groups: isNumbers,
  },
  status: {
    running: isFlag,
    paused: isFlag,
    population: isNumber,
    counts: isNumbers,
    speed: isNumber,
    viscosity: isNumber,
    time: isNumber,
    rate: isNumber,
    frames_per_second: isNumber,
    frame_milliseconds: isNumber,
    budget: (value) => value === null || isNumber(value),
    levels: isLevels,
    preparing: isText,
    habitat: isHabitatStatus,
    submarine: isOrNull((boat) => fits(boat, { taken: isNumbers, most: isNumber })),
    line: isOrNull(isLineStatus),
    taping: isOrNull((tape) => fits(tape, { name: isText, seconds: isNumber, bytes: isNumber })),
  },
  shelf: { recordings: (list) => Array.isArray(list) && list.every(isKept) },
  driving: { fish: isDriven, reason: isText },
  helm: { aboard: isFlag, boat: isOrNull(isNumber), reason: isText },
  because: { fish: isThinking, reason: isText },
  inspected: { fish: isOrNull(isInside), reason: isText },
  led: {
    tick: isNumber,
    seconds: isNumber,
    position: isVector,
    ahead: isVector,
    up: isVector,
    number: isCount,
  },
  happening: { time: isNumber, kind: isText, text: isText },
  refusal: { message: isText },
};

export function parseServerMessage(text: string): ServerMessage {
  const message = readMessage<ServerMessage>(text, FIELDS, "hello", PROTOCOL, "the protocol");
  if (message.type === "roster") checkLengths(message);
  if (message.type === "furnished") checkHabitat(message.habitat);
  if (message.type === "hello") {
    message.species.forEach(checkShape);
    checkHabitat(message.habitat);
  }
  return message;
}

function checkLengths(roster: ServerMessage & { type: "roster" }): void {
  const { ids, species, sizes, seeds, groups } = roster;
  if ([species, sizes, seeds, groups].some((list) => list.length !== ids.length)) {
    throw new WireError('message "roster": its lists differ in length');
  }
}

function checkShape(species: SpeciesInfo): void {
  const wrong = shapeMisfit(species);
  if (wrong) throw new WireError(`species "${species.name}" cannot be drawn: ${wrong}`);
}

function checkHabitat(habitat: Hello["habitat"]): void {
  const wrong = habitat && habitatMisfit(habitat);
  if (wrong) throw new WireError(`the habitat cannot be drawn: ${wrong}`);
}
