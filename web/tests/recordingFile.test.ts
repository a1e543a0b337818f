import assert from "node:assert/strict";
import { test } from "node:test";
import { Projector } from "../src/recording/projector.ts";
import { Reel, ReelError, readPart, type Told } from "../src/recording/reel.ts";
import { unfold } from "../src/recording/unfolding.ts";
import type { Hello, ServerMessage, Status } from "../src/wire/messages.ts";
import type { WireListener } from "../src/wire/wire.ts";
import { hello, packet, recorded, UPRIGHT } from "./packets.ts";

const FPS = 30;

test("what has changed is added to what was, as tests/export/test_recording_page.py folds it", () => {
  const folded = new Uint8Array([2, 1, 0, 0, 0, 2, 6, 0, 255, 0, 0, 1]);
  const words = unfold(folded, [6, 6]).map((picture) => [...new Uint16Array(picture)]);
  assert.deepEqual(words, [
    [1, 0xffff, 256],
    [4, 0xffff, 0],
  ]);
  assert.throws(() => unfold(folded, [6, 8]), /cut off/);
});

/** A fish that goes one step a picture, three pictures a part. */
function reel(pictures: number): Reel {
  const told: Told = {
    format: 1,
    hello: hello({ recording: recorded({ first: 2, seconds: (pictures - 1) / FPS }) }) as Hello,
    rosters: [
      { type: "roster", revision: 7, ids: [5], species: [0], sizes: [1], seeds: [1], groups: [0] },
    ],
    fps: FPS,
    pictures,
    in_part: 3,
  };
  const parts = Array.from({ length: Math.ceil(pictures / 3) }, (_, part) => async () => {
    const inPart = Math.min(3, pictures - 3 * part);
    const packets = Array.from({ length: inPart }, (_, k) => picture(3 * part + k));
    return packed(packets, [[0, { ...status, population: part } as Status]]);
  });
  return new Reel(told, parts);
}

const status = { type: "status", running: true, paused: false, rate: 1, time: 0 };

function picture(number: number): ArrayBuffer {
  const fish = { x: BigInt(1000 + number), y: 5n, z: 5n, turn: UPRIGHT };
  return packet({ tick: 900 + number, roster: 7, fishes: [fish] });
}

/** Each as long as before nothing: no changes, but what there is. */
function packed(packets: ArrayBuffer[], statuses: [number, Status][]): ArrayBuffer {
  const sizes = packets.map(({ byteLength }) => byteLength);
  const caption = new TextEncoder().encode(JSON.stringify({ sizes, statuses }));
  const folded: number[] = [];
  let before = new Uint16Array(0);
  for (const one of packets) {
    const now = new Uint16Array(one);
    const steps = [...now].map((word, k) => {
      const change = ((word - (before.length === now.length ? (before[k] ?? 0) : 0)) << 16) >> 16;
      return ((change << 1) ^ (change >> 31)) & 0xffff;
    });
    folded.push(...steps.map((step) => step & 255), ...steps.map((step) => step >> 8));
    before = now;
  }
  const data = new Uint8Array(4 + caption.length + folded.length);
  new DataView(data.buffer).setUint32(0, caption.length, true);
  data.set(caption, 4);
  data.set(folded, 4 + caption.length);
  return data.buffer;
}

class Heard implements WireListener {
  readonly messages: ServerMessage[] = [];
  readonly phases: string[] = [];
  connectionChanged = ({ phase }: { phase: string }) => void this.phases.push(phase);
  messageReceived = (message: ServerMessage) => void this.messages.push(message);
  frameReceived = () => assert.fail("nothing arrives: it is asked for");
  complaintReceived = (text: string) => assert.fail(text);

  get status(): Status {
    return this.messages.findLast(({ type }) => type === "status") as Status;
  }
}

/** Connected, and shown at the time 0 as soon as its first part is unpacked. */
async function shown(pictures: number) {
  const heard = new Heard();
  const one = new Projector(heard, async () => reel(pictures));
  await one.connect();
  return { heard, one, first: await pairSoon(one, 0) };
}

async function pairSoon(one: Projector, now: number) {
  for (let patience = 0; patience < 100; patience++) {
    const pair = one.pairAt(now);
    if (pair) return pair;
    await new Promise((later) => setImmediate(later));
  }
  return assert.fail("no picture was unpacked");
}

test("pictures are unpacked, and found between each other, in the world's time", async () => {
  const { heard, one, first } = await shown(8);
  assert.deepEqual(heard.phases, ["open"]);
  assert.deepEqual(
    heard.messages.map(({ type }) => type),
    ["hello", "roster", "status"],
  );
  assert.equal(first.from.tick, 120);
  const pair = await pairSoon(one, 1.5 / FPS);
  assert.equal(pair.from.tick, 122);
  assert.equal(pair.to.tick, 124);
  assert.ok(Math.abs(pair.alpha - 0.5) < 1e-5);
  assert.equal(pair.to.records[0] ?? 0, (first.from.records[0] ?? 0) + 2);
});

test("it is held, stepped, wound, played to its end and again", async () => {
  const { heard, one } = await shown(8);
  one.send({ type: "paused", value: true });
  assert.equal(heard.status.paused, true);
  one.send({ type: "seek", time: 2 + 4.6 / FPS });
  one.send({ type: "step", back: true });
  assert.equal((await pairSoon(one, 1)).from.tick, 128);
  one.send({ type: "step", back: true });
  one.send({ type: "step", back: false });
  one.send({ type: "step", back: false });
  assert.equal((await pairSoon(one, 2)).from.tick, 130);
  assert.ok(Math.abs(heard.status.time - (2 + 5 / FPS)) < 1e-9);
  assert.equal(heard.status.population, 1);
  one.send({ type: "rate", value: 16 });
  one.send({ type: "paused", value: false });
  for (let now = 2; now < 4; now += 0.1) await pairSoon(one, now);
  assert.equal(heard.status.paused, true);
  assert.equal(heard.status.rate, 16);
  assert.equal((await pairSoon(one, 5)).from.tick, 134);
  one.send({ type: "paused", value: false });
  assert.equal(heard.status.time, 2);
});

test("a hidden page does not run on, and wishes that need a studio mean nothing", async () => {
  const { heard, one } = await shown(30);
  one.send({ type: "rate", value: 0.5 });
  const pair = await pairSoon(one, 100);
  assert.equal(pair.from.tick, 120 + 2 * 3);
  const { length } = heard.messages;
  one.send({ type: "restart" });
  one.send({ type: "look", eyes: [] });
  assert.equal(heard.messages.length, length);
});

test("a file that is not whole, or of another format, says so", async () => {
  const { told } = reel(8);
  assert.throws(() => new Reel(told, []), /not whole: 0 of its 3 parts/);
  assert.throws(() => new Reel({ ...told, format: 2 }, []), ReelError);
  assert.throws(() => readPart(new ArrayBuffer(2)));
  const heard = new Heard();
  const broken = new Projector(heard, async () => {
    throw new ReelError("This page holds no recording.");
  });
  await broken.connect();
  assert.deepEqual(heard.phases, ["stopped"]);
  assert.equal(broken.pairAt(0), null);
  const torn = new Reel({ ...told, pictures: 3 }, [async () => new ArrayBuffer(2)]);
  const other = new Projector(heard, async () => torn);
  await other.connect();
  await new Promise((later) => setImmediate(later));
  other.pairAt(0);
  assert.deepEqual(heard.phases, ["stopped", "open", "stopped"]);
});
