import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { audienceUrl } from "../src/audience/address.ts";
import { House, unwrapped } from "../src/audience/house.ts";
import { readSamples, type Sample } from "../src/audience/packets.ts";
import { mixBodies, type TimedSample, Watched } from "../src/audience/watched.ts";
import { FLOATS } from "../src/performance/body.ts";
import { Toasts } from "../src/shell/toasts.ts";
import {
  HOUR,
  PACKET_BODY_BYTES,
  PACKET_HEADER_BYTES,
  type PerformanceHello,
  type PerformerInfo,
  REVISIONS,
  type SceneShown,
} from "../src/wire/performing.ts";
import { WireError } from "../src/wire/snapshot.ts";

interface Golden {
  hello: PerformanceHello;
  performer: PerformerInfo;
  sample: string;
  positions: number[][];
}

const { hello, performer, sample, positions } = JSON.parse(
  readFileSync(
    new URL("../../tests/wire/performing/golden_performance.json", import.meta.url),
    "utf8",
  ),
) as Golden;
const bytes = () => new Uint8Array(Buffer.from(sample, "hex")).buffer;

const scene: SceneShown = {
  type: "scene",
  revision: 7,
  name: "bag",
  title: "Bag",
  description: "",
  props: [
    {
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
    },
  ],
  performers: [performer],
  tossed: ["light ball", "heavy ball"],
  doing: "stand",
  acts: ["stand"],
  clip: null,
};

function readSample(data: ArrayBuffer): Sample {
  const [one, ...others] = readSamples(data);
  assert.ok(one && others.length === 0);
  return one;
}

function timed(seconds = 12.25): TimedSample {
  const read = readSample(bytes());
  return { ...read, seconds, tick: seconds * hello.rate, roster: read.revision };
}

test("the sample that Python wrote reads as Python means it", () => {
  const { seconds, revision, objects } = readSample(bytes());
  assert.deepEqual([seconds, revision], [12.25, 7]);
  assert.deepEqual([...objects.keys()], ["HERO", "BALL"]);
  assert.equal(objects.get("HERO")?.length, 7 * hello.parts.length);
  assert.deepEqual([...(objects.get("BALL") ?? [])], [1.5, -2, 0.25, 0.6, 0, 0.8, 0]);
});

test("a sample that is cut anywhere within an object is refused", () => {
  const whole = bytes();
  const ends = new Set([0]);
  for (const bodies of [1, hello.parts.length, 1]) {
    ends.add(Math.max(...ends) + PACKET_HEADER_BYTES + bodies * PACKET_BODY_BYTES);
  }
  assert.ok(ends.has(whole.byteLength));
  for (let length = 1; length < whole.byteLength; length++) {
    const cut = whole.slice(0, length);
    if (ends.has(length)) readSample(cut);
    else assert.throws(() => readSamples(cut), WireError);
  }
});

test("what makes no sense is named", () => {
  const spoilt = (spoil: (view: DataView) => void): ArrayBuffer => {
    const data = bytes();
    spoil(new DataView(data));
    return data;
  };
  const hero = PACKET_HEADER_BYTES + PACKET_BODY_BYTES;
  const wrong: [ArrayBuffer, RegExp][] = [
    [new ArrayBuffer(0), /without the object "~CLOCK"/],
    [bytes().slice(hero), /without the object "~CLOCK"/],
    [spoilt((view) => view.setUint8(hero, 0)), /has no name/],
    [spoilt((view) => view.setUint8(hero, 200)), /has no name/],
    [spoilt((view) => view.setUint8(hero + 7, 255)), /"HERO" has 255 bodies, and not all/],
    [spoilt((view) => view.setFloat64(hero + 8, Number.NaN, true)), /"HERO" is nowhere/],
    [spoilt((view) => view.setFloat64(hero + 8, 1e9, true)), /"HERO" is nowhere/],
    [spoilt((view) => view.setFloat64(hero + 32, Number.NaN, true)), /"HERO" has a turn/],
  ];
  for (const [data, sentence] of wrong) assert.throws(() => readSamples(data), sentence);
});

test("a message may have more than one sample", () => {
  const twice = new Uint8Array([...new Uint8Array(bytes()), ...new Uint8Array(bytes())]);
  new DataView(twice.buffer).setFloat64(bytes().byteLength + 8, 12.5, true);
  const [one, other, ...none] = readSamples(twice.buffer);
  assert.deepEqual([one?.seconds, other?.seconds, none.length], [12.25, 12.5, 0]);
  assert.deepEqual(one?.objects, other?.objects);
  const hero = PACKET_HEADER_BYTES + PACKET_BODY_BYTES;
  assert.throws(() => readSamples(twice.slice(hero).buffer), /without the object "~CLOCK"/);
});

test("a figure is draped around parts as around the coordinates that they are of", () => {
  const watched = new Watched(hello, scene);
  watched.show({ from: timed(), to: timed(), alpha: 1 });
  const [double] = watched.doubles;
  assert.ok(double);
  positions.forEach((place, segment) => {
    near([...double.transforms.subarray(FLOATS * segment, FLOATS * segment + 3)], place);
  });
  near([...watched.props], [1.5, -2, 0.25, 0.6, 0, 0.8, 0]);
});

test("between two samples all goes the short way", () => {
  const [from, to] = [timed(12.25), timed(12.5)];
  const hero = to.objects.get("HERO") as Float64Array;
  const before = from.objects.get("HERO") as Float64Array;
  for (let at = 0; at < hero.length; at += 7) {
    hero[at] = (hero[at] ?? 0) + 0.1;
    // The same turn, said otherwise: nobody turns around for that.
    for (let k = at + 3; k < at + 7; k++) hero[k] = -(hero[k] ?? 0);
  }
  const watched = new Watched(hello, scene);
  watched.show({ from, to, alpha: 0.25 });
  assert.equal(watched.seconds, 12.3125);
  assert.equal(watched.apart, 0.25);
  watched.doubles[0]?.parts.forEach((number, k) => {
    assert.ok(Math.abs(number - (before[k] ?? 0) - (k % 7 ? 0 : 0.025)) < 1e-9);
  });
  const out = new Float64Array(7);
  const quarter = new Float64Array([0, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  mixBodies(new Float64Array([0, 0, 0, 1, 0, 0, 0]), quarter, 0.5, out);
  near([...out], [0, 0, 0, Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)]);
});

test("who is not told of stays where he is", () => {
  const watched = new Watched(hello, scene);
  watched.show({ from: timed(), to: timed(), alpha: 1 });
  const before = watched.doubles[0]?.parts.slice();
  const [from, to] = [timed(12.5), timed(12.75)];
  to.objects.delete("HERO");
  to.objects.set("BALL", new Float64Array(14));
  watched.show({ from, to, alpha: 0.5 });
  assert.deepEqual(watched.doubles[0]?.parts, before);
  near([...watched.props], [1.5, -2, 0.25, 0.6, 0, 0.8, 0]);
});

test("only samples of the scene are drawn, and hours pass unnoticed", () => {
  const house = new House(new Toasts());
  const shown = (one: Partial<Sample>, now: number) => {
    house.hear({ kind: "frame", frame: [{ ...readSample(bytes()), ...one }] }, now);
    return house.pose(now + 10)?.seconds;
  };
  assert.equal(shown({}, 0), undefined);
  // No model is fetched where there is no page.
  house.hear({ kind: "message", message: hello }, 0);
  house.hear({ kind: "message", message: { ...scene, revision: REVISIONS + 7 } }, 0);
  assert.equal(shown({ revision: 6 }, 1), undefined);
  assert.equal(shown({ seconds: HOUR - 0.01 }, 1), HOUR - 0.01);
  assert.equal(shown({ seconds: 0 }, 1.01), HOUR);
  assert.equal(house.newest, HOUR);
  const both = [0.01, 0.02].map((seconds) => ({ ...readSample(bytes()), seconds }));
  house.hear({ kind: "frame", frame: both }, 1.03);
  assert.equal(house.newest, HOUR + 0.02);
  house.hear({ kind: "message", message: { ...scene, revision: REVISIONS + 8 } }, 2);
  assert.equal(house.newest, -1);
  assert.equal(unwrapped(12, 3599), HOUR + 12);
  assert.equal(unwrapped(3500, 3500), 3500);
});

test("the page's address keeps the token", () => {
  const from = new URL("http://here:8460/?token=a%26b&x=1#performance");
  assert.equal(audienceUrl(from), "http://here:8460/audience.html?token=a%26b");
  assert.equal(audienceUrl(new URL("http://here/")), "http://here/audience.html");
});

function near(found: readonly number[], wanted: readonly number[]): void {
  assert.equal(found.length, wanted.length);
  wanted.forEach((value, k) => {
    assert.ok(Math.abs((found[k] ?? Number.NaN) - value) < 3e-5, `${found} ${wanted}`);
  });
}
