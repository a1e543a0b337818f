import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Crowd, FLOATS_PER_SEGMENT } from "../src/figures/crowd.ts";
import { type FigureFrame, FrameReader } from "../src/figures/frame.ts";
import { Figure, mixPoses } from "../src/figures/kinematics.ts";
import { parseFigureMessage } from "../src/figures/parse.ts";
import type { FiguresHello } from "../src/wire/figures.ts";
import { ProtocolError, WireError } from "../src/wire/snapshot.ts";

interface GoldenLevel {
  ids: number[];
  shares: number[];
  positions: number[][][];
  turns: number[][][];
  rifles: number[][];
  rifle_turns: number[][];
}

interface Golden {
  hello: FiguresHello;
  frames: string[];
  joint_updates: number[];
  levels: GoldenLevel[];
}

const golden: Golden = JSON.parse(
  readFileSync(new URL("../../tests/wire/figures/golden_figures.json", import.meta.url), "utf8"),
);

function bytes(number: number): ArrayBuffer {
  return new Uint8Array(Buffer.from(golden.frames[number] ?? "", "base64")).buffer;
}

function readAll(): FigureFrame[] {
  const reader = new FrameReader(golden.hello.levels);
  return golden.frames.map((_, k) => reader.read(bytes(k)));
}

function near(actual: ArrayLike<number>, expected: number[], within: number, about: string): void {
  expected.forEach((value, k) => {
    assert.ok(Math.abs((actual[k] ?? Number.NaN) - value) < within, `${about} ${k}: ${actual[k]}`);
  });
}

/** Quaternions that are the same turn; one has its w first. */
function sameTurn(actual: Float32Array, [w = 0, x = 0, y = 0, z = 0]: number[], about: string) {
  const [a = 0, b = 0, c = 0, d = 0] = actual;
  assert.ok(Math.abs(Math.abs(a * x + b * y + c * z + d * w) - 1) < 1e-4, about);
}

test("the golden frames put everybody where Python does", () => {
  const crowd = new Crowd();
  crowd.greet(golden.hello);
  for (const frame of readAll()) crowd.hear(frame, frame.tick / 60);
  crowd.pose(1e9);
  golden.levels.forEach(({ ids, shares, positions, turns, rifles, rifle_turns }, k) => {
    const level = crowd.levels[k];
    assert.ok(level);
    assert.equal(level.count, ids.length);
    ids.forEach((id, which) => {
      const row = level.rowOf(id) ?? -1;
      const about = `${id} on level ${k}`;
      assert.equal(level.ids[row], id);
      near([level.shares[row] ?? 0], [shares[which] ?? 0], 1e-5, about);
      const bone = (segment: number) => {
        const at = (row * level.bones + segment) * FLOATS_PER_SEGMENT;
        return level.transforms.subarray(at, at + FLOATS_PER_SEGMENT);
      };
      positions[which]?.forEach((place, segment) => {
        near(bone(segment), place, 1e-4, about);
        sameTurn(bone(segment).subarray(4), turns[which]?.[segment] ?? [], about);
      });
      near(bone(level.segments), rifles[which] ?? [], 1e-4, `rifle of ${about}`);
      sameTurn(bone(level.segments).subarray(4), rifle_turns[which] ?? [], `rifle of ${about}`);
    });
  });
});

test("joint updates are counted as the studio counts them", () => {
  assert.deepEqual(
    readAll().map(({ jointUpdates }) => jointUpdates),
    golden.joint_updates,
  );
  assert.equal(golden.joint_updates[0], 2 * (73 + 17 + 11));
});

test("a frame that does not follow is refused, until one begins anew", () => {
  const reader = new FrameReader(golden.hello.levels);
  assert.throws(() => reader.read(bytes(1)), WireError);
  assert.ok(reader.isLost);
  assert.throws(() => reader.read(bytes(2)), /after a loss/);
  assert.ok(reader.read(bytes(0)).anew);
  assert.ok(!reader.read(bytes(1)).anew);
});

test("cut and scrambled frames are read or refused with a sentence", () => {
  const whole = new Uint8Array(bytes(0));
  let seed = 5;
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  let refused = 0;
  for (let round = 0; round < 2000; round++) {
    const frame = whole.slice(0, round % 3 === 0 ? chance(whole.length) : whole.length);
    for (let k = 0; k < 3 && frame.length > 0; k++) frame[chance(frame.length)] = chance(256);
    try {
      new FrameReader(golden.hello.levels).read(frame.buffer);
    } catch (error) {
      assert.ok(error instanceof WireError, String(error));
      refused++;
    }
  }
  assert.ok(refused > 600);
});

test("between two poses turns go the short way, and keep their length", () => {
  const figure = new Figure({
    ...(golden.hello.levels[2] as FiguresHello["levels"][number]),
    segments: ["a"],
    parents: [-1],
    offsets: [[0, 0, 0]],
    joints: [0],
    sliding: [],
  });
  const half = Math.SQRT1_2;
  // From no turn to 90 degrees about z, said with the other sign; and 2 m along x.
  const from = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
  const to = Float32Array.of(-half, 0, 0, -half, 2, 0, 0, 0);
  const out = new Float32Array(8);
  mixPoses(from, to, 0, figure, 0.5, out);
  near(out, [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8), 1, 0, 0, 0], 1e-6, "half way");
});

/** One of level 2 who goes along x; the tick says where. */
function walker(): { crowd: Crowd; tell: (tick: number, x: number, now: number) => void } {
  const crowd = new Crowd();
  crowd.greet(golden.hello);
  let first = true;
  const count = golden.hello.levels[2]?.segments.length ?? 0;
  const tell = (tick: number, x: number, now: number) => {
    const told = first ? count : 1;
    const patch = {
      ids: Uint32Array.of(5),
      shares: Float32Array.of(1),
      places: Float32Array.of(x, 0, 1),
      first: Uint32Array.of(0, told),
      which: Uint8Array.from({ length: told }, (_, k) => k),
      values: Float32Array.from({ length: 4 * told }, (_, k) => (k % 4 === 0 ? 1 : 0)),
      gone: new Uint32Array(0),
    };
    const frame = empty(tick);
    crowd.hear({ ...frame, anew: first, levels: [...frame.levels.slice(0, 2), patch] }, now);
    first = false;
  };
  return { crowd, tell };
}

test("who is told 15 times a second moves evenly at 60", () => {
  const { crowd, tell } = walker();
  const places: number[] = [];
  for (let tick = 0; tick <= 240; tick++) {
    const now = tick / 60;
    if (tick % 4 === 0) tell(tick, tick * 0.025, now);
    crowd.pose(now);
    if (tick > 120) places.push(crowd.whereabouts(5)?.x ?? Number.NaN);
  }
  const steps = places.slice(1).map((x, k) => x - (places[k] ?? 0));
  for (const step of steps) assert.ok(Math.abs(step - 0.025) < 0.004, `a step of ${step} m`);
  // Not later than the period and what jitter there is.
  assert.ok(240 * 0.025 - (places.at(-1) ?? 0) < 0.025 * 10);
});

test("who begins to move after a rest does so at his own pace, not slowly from long ago", () => {
  const { crowd, tell } = walker();
  tell(0, 0, 0);
  const places: number[] = [];
  for (let tick = 1; tick <= 120; tick++) {
    const now = tick / 60;
    if (tick === 100) tell(tick, 1, now);
    else crowd.hear(empty(tick), now);
    crowd.pose(now);
    places.push(crowd.whereabouts(5)?.x ?? Number.NaN);
  }
  const moving = places.filter((x) => x > 0.01 && x < 0.99).length;
  assert.ok(moving >= 2 && moving <= 5, `${moving} frames on the way`);
  assert.equal(places.at(-1), 1);
});

function empty(tick: number): FigureFrame {
  const patch = () => ({
    ids: new Uint32Array(0),
    shares: new Float32Array(0),
    places: new Float32Array(0),
    first: new Uint32Array(1),
    which: new Uint8Array(0),
    values: new Float32Array(0),
    gone: new Uint32Array(0),
  });
  return {
    tick,
    seconds: tick / 60,
    roster: 1,
    anew: false,
    bytes: 28,
    jointUpdates: 0,
    levels: [patch(), patch(), patch()],
  };
}

test("whoever goes leaves no hole in the rows", () => {
  const crowd = new Crowd();
  crowd.greet(golden.hello);
  const whole = readAll()[0] as FigureFrame;
  crowd.hear(whole, 0);
  crowd.pose(0);
  assert.equal(crowd.levels[0]?.count, 2);
  const gone = empty(whole.tick + 1);
  (gone.levels[0] as FigureFrame["levels"][number]).gone = Uint32Array.of(7);
  crowd.hear(gone, 1 / 60);
  crowd.pose(2);
  const level = crowd.levels[0];
  assert.equal(level?.count, 1);
  assert.equal(level?.ids[0], 8);
  assert.equal(level?.rowOf(8), 0);
  assert.equal(crowd.whereabouts(7), null);
});

test("people are dressed by the roster, and strangers plainly", () => {
  const crowd = new Crowd();
  crowd.greet(golden.hello);
  const one = { id: 8, kind: "soldier", name: "Ann", armed: true, look: 77, source: "client" };
  crowd.dress([{ ...one, source: "client" }], [{ name: "soldier", postures: [], gestures: [] }]);
  crowd.hear(readAll()[0] as FigureFrame, 0);
  const level = crowd.levels[0];
  const row = level?.rowOf(8) ?? -1;
  assert.deepEqual([level?.looks[row], level?.armed[row], level?.kinds[row]], [77, 1, 0]);
  assert.equal(level?.kinds[level.rowOf(7) ?? -1], 255);
});

test("messages that do not fit are named", () => {
  const hello = { ...golden.hello, type: "figures" };
  assert.equal(parseFigureMessage(JSON.stringify(hello)).type, "figures");
  const bad: [object, RegExp | typeof ProtocolError][] = [
    [{ ...hello, protocol: 99 }, ProtocolError],
    [{ ...hello, rifle: {} }, /field "rifle"/],
    [{ ...hello, levels: [{ ...hello.levels[2], parents: [] }] }, /not as many of everything/],
    [{ ...hello, levels: [{ ...hello.levels[2], sliding: [99] }] }, /has no segment 99/],
    [{ type: "swim" }, /unknown type "swim"; known are figures/],
    [{ type: "lights", states: [1] }, /field "states"/],
  ];
  for (const [message, reason] of bad) {
    assert.throws(() => parseFigureMessage(JSON.stringify(message)), reason);
  }
  assert.throws(() => parseFigureMessage("{"), /not JSON/);
});
