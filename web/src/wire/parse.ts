/** Reads control messages of the studio; whatever does not fit is named, never guessed at. */
import { type Hello, PROTOCOL, type ServerMessage, type SpeciesInfo } from "./messages.ts";
import { habitatMisfit } from "./scenery.ts";
import { shapeMisfit } from "./shape.ts";
import { ProtocolError, WireError } from "./snapshot.ts";

type Check = (value: unknown) => boolean;

const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isNumbers: Check = (value) => Array.isArray(value) && value.every(isNumber);
const isRange: Check = (value) => isNumbers(value) && (value as number[]).length === 2;
const isLimits: Check = (value) =>
  fits(value, {
    population: isRange,
    speed: isRange,
    viscosity: isRange,
    budget: isRange,
    flow: isRange,
    current: isNumber,
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
    current: (velocity) => isNumbers(velocity) && (velocity as number[]).length === 3,
    plankton: isNumber,
    food: isNumber,
    eaten: isNumber,
  });
const isSpecies: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) =>
    fits(one, { name: isText, label: isText, length: isNumber, nodes: isNumbers, skin: isObject }),
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

const FIELDS: Record<ServerMessage["type"], Record<string, Check>> = {
  hello: {
    protocol: isNumber,
    version: isText,
    stage: isText,
    scenario: isText,
    frame_rate: isNumber,
    species: isSpecies,
    limits: isLimits,
    comparison: isComparison,
    recording: isRecorded,
    habitat: (value) => value === null || isObject(value),
  },
  progress: { label: isText, done: isNumber, total: isNumber },
  roster: {
    revision: isNumber,
    ids: isNumbers,
    species: isNumbers,
    sizes: isNumbers,
    seeds: isNumbers,
  },
  status: {
    running: isFlag,
    paused: isFlag,
    population: isNumber,
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
  },
  driving: { fish: isDriven, reason: isText },
  happening: { time: isNumber, kind: isText, text: isText },
  refusal: { message: isText },
};

export function parseServerMessage(text: string): ServerMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WireError("message of the studio is not JSON");
  }
  const type = isObject(value) ? value.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(FIELDS, type)) {
    const known = Object.keys(FIELDS).join(", ");
    throw new WireError(`message of unknown type ${JSON.stringify(type)}; known are ${known}`);
  }
  const message = value as ServerMessage;
  // Before all else: another version may have other fields.
  if (message.type === "hello" && isNumber(message.protocol) && message.protocol !== PROTOCOL) {
    throw new ProtocolError(message.protocol);
  }
  const wrong = firstMisfit(value, FIELDS[message.type]);
  if (wrong)
    throw new WireError(`message "${type}": field "${wrong}" is missing or of a wrong type`);
  if (message.type === "roster") checkLengths(message);
  if (message.type === "hello") {
    message.species.forEach(checkShape);
    checkHabitat(message.habitat);
  }
  return message;
}

function checkLengths(roster: ServerMessage & { type: "roster" }): void {
  const { ids, species, sizes, seeds } = roster;
  if ([species, sizes, seeds].some((list) => list.length !== ids.length)) {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstMisfit(value: unknown, fields: Record<string, Check>): string | undefined {
  if (!isObject(value)) return "";
  return Object.keys(fields).find((name) => !fields[name]?.(value[name]));
}

function fits(value: unknown, fields: Record<string, Check>): boolean {
  return firstMisfit(value, fields) === undefined;
}
