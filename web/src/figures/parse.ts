/** Reads messages of the motion protocol; whatever does not fit is named, never guessed at. */
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
} from "../wire/checks.ts";
import {
  FIGURES_PROTOCOL,
  type FigureMessage,
  MOST_VALUES,
  type SkeletonInfo,
} from "../wire/figures.ts";
import { WireError } from "../wire/snapshot.ts";

const isHold: Check = (value) => fits(value, { segment: isCount, at: isVector });

const FIELDS: Fields<FigureMessage["type"]> = {
  figures: {
    protocol: isNumber,
    levels: isListOf((level) =>
      fits(level, {
        name: isText,
        rate: (rate) => isNumber(rate) && (rate as number) > 0,
        segments: isListOf(isText),
        parents: isListOf(Number.isInteger),
        offsets: isListOf(isVector),
        joints: isListOf(isCount),
        sliding: isListOf(isCount),
        right: isHold,
        left: isHold,
        wrist: isFlag,
      }),
    ),
    rifle: (rifle) =>
      fits(rifle, {
        turn: isListOf(isNumber, 4),
        support: isVector,
        muzzle: isVector,
        near: isNumber,
        floor: isNumber,
      }),
    models: isText,
  },
  progress: { label: isText, done: isNumber, total: isNumber },
  town: {
    document: isObject,
    kinds: isListOf((kind) =>
      fits(kind, {
        name: isText,
        postures: isListOf((posture) => fits(posture, { name: isText, kind: isText })),
        gestures: isListOf(isText),
      }),
    ),
    most: isCount,
  },
  roster: {
    revision: isCount,
    residents: isListOf((resident) =>
      fits(resident, {
        id: isCount,
        kind: isText,
        name: isText,
        armed: isFlag,
        look: isCount,
        source: isText,
      }),
    ),
  },
  lights: { states: isListOf(isText) },
  status: {
    running: isFlag,
    seconds: isNumber,
    figures: isListOf(isCount),
    milliseconds: isNumber,
    detail: isNumber,
    budget: isOrNull(isNumber),
    joint_updates: isNumber,
    bytes: isNumber,
    clients: isCount,
    network: isOrNull((network) =>
      fits(network, {
        port: isCount,
        entities: isCount,
        rate: isNumber,
        received: isCount,
        refused: isCount,
      }),
    ),
  },
  chosen: {
    id: isCount,
    posture: isText,
    doing: isText,
    why: isText,
    level: isCount,
    taken: isFlag,
    speed: isNumber,
    heading: isNumber,
    course: isNumber,
    aim_turn: isNumber,
    aim_rise: isNumber,
    aim: isNumber,
  },
  refusal: { message: isText },
  happening: { text: isText },
};

export function parseFigureMessage(text: string): FigureMessage {
  const message = readMessage<FigureMessage>(
    text,
    FIELDS,
    "figures",
    FIGURES_PROTOCOL,
    "the figures' protocol",
  );
  if (message.type === "figures") for (const level of message.levels) checkSkeleton(level);
  return message;
}

function checkSkeleton({ name, segments, parents, offsets, joints, ...rest }: SkeletonInfo): void {
  const count = segments.length;
  const { sliding, right, left } = rest;
  if ([parents, offsets, joints].some((list) => list.length !== count)) {
    throw new WireError(`${name} has ${count} segments, but not as many of everything`);
  }
  if (count + sliding.length > MOST_VALUES) throw new WireError(`${name} has too many segments`);
  const bad = parents.findIndex((parent, k) =>
    k === 0 ? parent !== -1 : parent < 0 || parent >= k,
  );
  if (bad >= 0) throw new WireError(`${name}: segment ${bad} hangs on none before it`);
  const strange = [...sliding, right.segment, left.segment].find((segment) => segment >= count);
  if (strange !== undefined) throw new WireError(`${name} has no segment ${strange}`);
}
