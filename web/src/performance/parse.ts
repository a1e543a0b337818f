/** Reads messages of the Performance stage; whatever does not fit is named, never guessed at. */
import {
  type Check,
  type Fields,
  fits,
  isCount,
  isFlag,
  isListOf,
  isNumber,
  isOrNull,
  isText,
  isVector,
  readMessage,
} from "../wire/checks.ts";
import {
  COORDINATES,
  PERFORMANCE_PROTOCOL,
  type PerformanceHello,
  type PerformanceMessage,
  type PerformerInfo,
  type PropInfo,
} from "../wire/performing.ts";
import { WireError } from "../wire/snapshot.ts";

const SIZES = { ball: 1, box: 3, bar: 2 } as const;
const isTurn = isListOf(isNumber, 4);
const isDress: Check = (value) =>
  fits(value, { places: isListOf(isVector), turns: isListOf(isTurn) });
const isColour: Check = (value) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);

const FIELDS: Fields<PerformanceMessage["type"]> = {
  performance: {
    protocol: isNumber,
    rate: (rate) => isNumber(rate) && (rate as number) > 0,
    scenes: isListOf((one) => fits(one, { name: isText, title: isText, description: isText })),
    acts: isListOf(isText),
    parts: isListOf((one) =>
      fits(one, { name: isText, parent: Number.isInteger, hinge: isNumber }),
    ),
    segments: isListOf((one) =>
      fits(one, { name: isText, rest: isVector, lower: isCount, upper: isCount, share: isNumber }),
    ),
    figure: isText,
    models: isText,
  },
  progress: { label: isText, done: isNumber, total: isNumber },
  scene: {
    revision: isCount,
    name: isText,
    title: isText,
    description: isText,
    props: isListOf((one) =>
      fits(one, {
        name: isText,
        object: isOrNull(isText),
        shape: (shape) => isText(shape) && Object.hasOwn(SIZES, shape as string),
        size: isListOf((length) => isNumber(length) && (length as number) > 0),
        at: isVector,
        turn: isTurn,
        color: isColour,
        moves: isFlag,
        hangs: isOrNull(isNumber),
        waits: isFlag,
        grip: isFlag,
      }),
    ),
    performers: isListOf((one) =>
      fits(one, {
        name: isText,
        object: isText,
        look: isCount,
        offsets: isListOf(isVector),
        at_ease: isDress,
        closed: isDress,
        scales: isListOf(isVector),
      }),
    ),
    tossed: isListOf(isText, 2),
    doing: isText,
    acts: isListOf(isText),
    clip: isOrNull(isText),
  },
  status: {
    running: isFlag,
    seconds: isNumber,
    pace: isNumber,
    printed: isFlag,
    gets_up: isFlag,
    milliseconds: isNumber,
    pages: isCount,
    fitting: isOrNull(isText),
    kept: isNumber,
    performers: isListOf((one) =>
      fits(one, {
        balance: isNumber,
        own: isNumber,
        off: isNumber,
        pull: isNumber,
        fallen: isFlag,
        rising: isFlag,
        holds: isListOf(isOrNull(isText), 2),
      }),
    ),
  },
  kept: { text: isText, filename: isText },
  refusal: { message: isText },
  happening: { text: isText },
};

export function parsePerformanceMessage(text: string): PerformanceMessage {
  const message = readMessage<PerformanceMessage>(
    text,
    FIELDS,
    "performance",
    PERFORMANCE_PROTOCOL,
    "the performances' protocol",
  );
  if (message.type === "performance") checkBody(message);
  if (message.type === "scene") {
    message.props.forEach(checkSize);
    message.performers.forEach(checkDress);
  }
  return message;
}

function checkBody({ parts, segments }: PerformanceHello): void {
  const orphan = parts.findIndex(({ parent }, k) =>
    k === 0 ? parent !== -1 : parent < 0 || parent >= k,
  );
  if (orphan >= 0) throw new WireError(`part ${orphan} hangs on none before it`);
  const numbers = parts.reduce((sum, { hinge }, k) => sum + (k === 0 ? 7 : hinge ? 1 : 4), 0);
  if (numbers !== COORDINATES) {
    throw new WireError(`parts with ${numbers} coordinates; frames have ${COORDINATES}`);
  }
  const stray = segments.find(({ lower, upper }) => Math.max(lower, upper) >= parts.length);
  if (stray) throw new WireError(`segment "${stray.name}" rides on a part that there is not`);
}

function checkSize({ name, shape, size }: PropInfo): void {
  if (size.length !== SIZES[shape]) {
    throw new WireError(`prop "${name}": a ${shape} needs ${SIZES[shape]} lengths`);
  }
}

function checkDress({ name, at_ease, closed, scales }: PerformerInfo): void {
  const lists = [at_ease.places, at_ease.turns, closed.places, closed.turns];
  if (lists.some((list) => list.length !== scales.length)) {
    throw new WireError(`performer "${name}" has ${scales.length} segments, but not all of them`);
  }
}
