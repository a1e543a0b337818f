/** Reads messages of the puppet stage; whatever does not fit is named, never guessed at. */
import {
  type Check,
  type Fields,
  fits,
  isCount,
  isFlag,
  isListOf,
  isNumber,
  isText,
  isVector,
  readMessage,
} from "../wire/checks.ts";
import { PUPPET_PROTOCOL, type PuppetMessage, type ShownPuppet } from "../wire/puppetry.ts";
import { WireError } from "../wire/snapshot.ts";
import { KINDS } from "./document.ts";

const isTriple = isListOf(isCount, 3);
const isRow: Check = (value) => isListOf(isNumber)(value) && (value as number[]).length >= 2;

const isDocument: Check = (value) =>
  fits(value, {
    puppet: (about) =>
      fits(about, { title: isText, dimensions: (count) => count === 2 || count === 3 }),
    stage: (stage) =>
      fits(stage, { gravity: isVector, low: isVector, high: isVector, iterations: isNumber }),
    ...Object.fromEntries(KINDS.map((kind) => [kind, Array.isArray])),
    point: isListOf((point) => fits(point, { name: isText, at: isRow })),
    part: isListOf((part) =>
      fits(part, {
        color: isText,
        outline: (rows) => rows === null || isListOf(isRow)(rows),
        vertices: (rows) => rows === null || isListOf(isRow)(rows),
        faces: (rows) => rows === null || isListOf(isTriple)(rows),
        follows: isListOf(isText),
      }),
    ),
  });

const FIELDS: Fields<PuppetMessage["type"]> = {
  theatre: {
    protocol: isNumber,
    puppets: isListOf((one) => fits(one, { name: isText, title: isText, dimensions: isNumber })),
  },
  progress: { label: isText, done: isNumber, total: isNumber },
  puppet: {
    revision: isNumber,
    document: isDocument,
    undoable: isFlag,
    redoable: isFlag,
    parts: isListOf((part) =>
      fits(part, {
        name: isText,
        color: isText,
        first: isCount,
        count: isCount,
        faces: isListOf(isTriple),
      }),
    ),
  },
  playing: {
    playing: isFlag,
    poised: isFlag,
    recording: isFlag,
    looping: isFlag,
    seconds: isNumber,
    iterations: isNumber,
    deviation: isNumber,
    microseconds: isNumber,
    held: isListOf(isCount),
    pages: isCount,
  },
  saved: { text: isText, filename: isText },
  refusal: {
    message: isText,
    problems: isListOf((problem) => fits(problem, { where: isText, sentence: isText })),
  },
  happening: { text: isText },
};

export function parsePuppetMessage(text: string): PuppetMessage {
  const message = readMessage<PuppetMessage>(
    text,
    FIELDS,
    "theatre",
    PUPPET_PROTOCOL,
    "the puppets' protocol",
  );
  if (message.type === "puppet") checkFaces(message);
  return message;
}

function checkFaces({ parts }: ShownPuppet): void {
  for (const { name, count, faces } of parts) {
    if (faces.some((face) => face.some((corner) => corner >= count))) {
      throw new WireError(`part "${name}" has a face that is not on its ${count} vertices`);
    }
  }
}
