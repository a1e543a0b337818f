import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Body, FLOATS } from "../src/performance/body.ts";
import { readPerformanceFrame } from "../src/performance/frame.ts";
import { parsePerformanceMessage } from "../src/performance/parse.ts";
import { Shown } from "../src/performance/shown.ts";
import {
  FLAG_FALLEN,
  FLAG_RIGHT_HOLDS,
  type PerformanceHello,
  type PerformerInfo,
  type SceneShown,
} from "../src/wire/performing.ts";
import { ProtocolError, WireError } from "../src/wire/snapshot.ts";

interface Golden {
  hello: PerformanceHello;
  performer: PerformerInfo;
  frame: string;
  balance: number;
  ground: number;
  positions: number[][];
  /** (w, x, y, z) */
  turns: number[][];
  closed: number[][];
}

const golden = JSON.parse(
  readFileSync(
    new URL("../../tests/wire/performing/golden_performance.json", import.meta.url),
    "utf8",
  ),
) as Golden;
const bytes = () => new Uint8Array(Buffer.from(golden.frame, "hex")).buffer;
const { hello, performer } = golden;

function scene(props: SceneShown["props"] = []): SceneShown {
  return {
    type: "scene",
    revision: 7,
    name: "bag",
    title: "Bag",
    description: "",
    props,
    performers: [performer],
    tossed: ["light ball", "heavy ball"],
    doing: "stand",
    acts: ["stand"],
    clip: null,
  };
}

const BALL: SceneShown["props"][number] = {
  name: "ball",
  object: "BALL",
  shape: "ball",
  size: [0.15],
  at: [0, 0, 1],
  turn: [1, 0, 0, 0],
  color: "#ffffff",
  moves: true,
  hangs: null,
  waits: false,
  grip: false,
};

test("the frame that Python wrote reads as Python means it", () => {
  const frame = readPerformanceFrame(bytes());
  assert.deepEqual([frame.roster, frame.tick, frame.seconds], [7, 4711, 12.25]);
  const [double] = frame.doubles;
  assert.ok(double);
  assert.equal(double.flags, FLAG_FALLEN | FLAG_RIGHT_HOLDS);
  assert.ok(Math.abs(double.balance - golden.balance) < 1e-6);
  assert.ok(Math.abs(double.ground - golden.ground) < 1e-6);
  assert.equal(double.corners.length, 12);
  assert.deepEqual([...frame.props], [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
});

test("a figure is draped around its double as in Python", () => {
  const body = new Body(hello.parts, hello.segments, performer);
  const [double] = readPerformanceFrame(bytes()).doubles;
  assert.ok(double);
  const out = new Float32Array(FLOATS * body.bones);
  body.drape(double.coordinates, [0, 0], out);
  golden.positions.forEach((place, segment) => {
    near([...out.subarray(FLOATS * segment, FLOATS * segment + 3)], place, `place ${segment}`);
    const [x = 0, y = 0, z = 0, w = 0] = out.subarray(FLOATS * segment + 4, FLOATS * segment + 8);
    const [a = 0, b = 0, c = 0, d = 0] = golden.turns[segment] ?? [];
    assert.ok(Math.abs(Math.abs(w * a + x * b + y * c + z * d) - 1) < 1e-5, `turn ${segment}`);
  });
  body.drape(double.coordinates, [1, 1], out);
  golden.closed.forEach((place, segment) => {
    near([...out.subarray(FLOATS * segment, FLOATS * segment + 3)], place, `closed ${segment}`);
  });
});

test("a frame that is cut anywhere is refused", () => {
  const whole = bytes();
  for (let length = 0; length < whole.byteLength; length += 3) {
    assert.throws(() => readPerformanceFrame(whole.slice(0, length)), WireError);
  }
});

test("between two frames all goes the short way", () => {
  const props = [BALL, { ...BALL, name: "other" }];
  const shown = new Shown(hello, scene(props));
  const [from, to] = [readPerformanceFrame(bytes()), readPerformanceFrame(bytes())];
  const other = to.doubles[0]?.coordinates as Float32Array;
  other[0] = (other[0] ?? 0) + 1;
  // The same turn, said otherwise: nobody turns around for that.
  for (let k = 3; k < 7; k++) other[k] = -(other[k] ?? 0);
  const still = new Shown(hello, scene(props));
  still.show({ from, to: from, alpha: 1 }, 0);
  shown.show({ from, to, alpha: 0.5 }, 0);
  const [one, two] = [still.doubles[0], shown.doubles[0]];
  assert.ok(one && two);
  assert.ok(Math.abs((two.place[0] ?? 0) - (one.place[0] ?? 0) - 0.5) < 1e-5);
  assert.ok(Math.abs(two.heading - one.heading) < 1e-5);
  assert.ok(two.fallen);
});

test("a hand closes and opens by and by", () => {
  const shown = new Shown(hello, scene());
  const frame = readPerformanceFrame(bytes());
  const tip = hello.segments.findIndex(({ name }) => name === "right middle distal");
  const at = () => [...(shown.doubles[0]?.transforms.slice(FLOATS * tip, FLOATS * tip + 3) ?? [])];
  shown.show({ from: frame, to: frame, alpha: 1 }, 0);
  near(at(), golden.positions[tip] ?? [], "open");
  shown.show({ from: frame, to: frame, alpha: 1 }, 1);
  near(at(), golden.closed[tip] ?? [], "closed");
});

test("messages are read, and what is wrong with others is named", () => {
  assert.equal(parsePerformanceMessage(JSON.stringify(hello)).type, "performance");
  assert.equal(parsePerformanceMessage(JSON.stringify(scene([BALL]))).type, "scene");
  assert.throws(
    () => parsePerformanceMessage(JSON.stringify({ ...hello, protocol: 99 })),
    ProtocolError,
  );
  const wrong: [object, RegExp][] = [
    [{ ...hello, parts: hello.parts.slice(1) }, /part 0 hangs on none/],
    [{ ...hello, parts: hello.parts.slice(0, -1) }, /47 coordinates; frames have 51/],
    [scene([{ ...BALL, size: [1, 2] }]), /a ball needs 1 lengths/],
    [scene([{ ...BALL, color: "red" }]), /field "props"/],
    [{ ...scene(), performers: [{ ...performer, scales: [[1, 1, 1]] }] }, /has 1 segments/],
    [{ type: "dance" }, /unknown type "dance"/],
  ];
  for (const [message, sentence] of wrong) {
    assert.throws(() => parsePerformanceMessage(JSON.stringify(message)), sentence);
  }
  assert.throws(() => parsePerformanceMessage("{"), /not JSON/);
});

function near(found: readonly number[], wanted: readonly number[], what: string): void {
  wanted.forEach((value, k) => {
    assert.ok(Math.abs((found[k] ?? Number.NaN) - value) < 3e-5, `${what}: ${found} ${wanted}`);
  });
}
