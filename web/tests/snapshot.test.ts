import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceOf, contractionOf, finsOf, isShown, levelOf, looksOf } from "../src/wire/decode.ts";
import { FramePool, NODE_TEXELS } from "../src/wire/frame.ts";
import { PROTOCOL } from "../src/wire/messages.ts";
import { ProtocolError, readSnapshot, WireError } from "../src/wire/snapshot.ts";
import { packet, someNodes, UPRIGHT } from "./packets.ts";

const CENTRE = 1048576n;
const fish = { x: 5n, y: 7n, z: 2097151n, turn: UPRIGHT, nodes: someNodes() };

test("records stay as they are and nodes become four-channel texels", () => {
  const frame = readSnapshot(packet({ tick: 9, roster: 3, fishes: [fish] }), new FramePool());
  assert.equal(frame.tick, 9);
  assert.equal(frame.roster, 3);
  assert.equal(frame.count, 1);
  assert.equal(frame.capacity, 16);
  assert.equal(frame.records.length, 16 * 4);
  assert.equal(frame.records[0], Number((5n | (7n << 21n)) & 0xffffffffn));
  assert.equal(frame.records[2], UPRIGHT);
  for (let node = 0; node < 23; node++) {
    const texel = [...frame.nodes.subarray(node * 4, node * 4 + 3)];
    assert.deepEqual(texel, fish.nodes.slice(node * 3, node * 3 + 3));
  }
});

test("each fish has its own nodes, and one without is not shown", () => {
  const second = { ...fish, nodes: someNodes(3) };
  const { nodes: _, ...unseen } = fish;
  const data = packet({ roster: 8, fishes: [fish, unseen, second] });
  const frame = readSnapshot(data, new FramePool());
  const first = (index: number) => [
    ...frame.nodes.subarray(index * NODE_TEXELS * 4, index * NODE_TEXELS * 4 + 3),
  ];
  assert.deepEqual(first(0), fish.nodes.slice(0, 3));
  assert.deepEqual(first(2), second.nodes.slice(0, 3));
  const pair = { from: frame, to: frame, alpha: 1 };
  assert.deepEqual(
    [0, 1, 2].map((row) => isShown(pair, row)),
    [true, false, true],
  );
});

test("flags say what moves a fish, and who has chosen that", () => {
  const fishes = [
    { ...fish, level: 0 },
    { ...fish, level: 1, automatic: true },
    { x: CENTRE, y: CENTRE, z: CENTRE, turn: UPRIGHT, level: 2 },
  ];
  const frame = readSnapshot(packet({ fishes }), new FramePool());
  const rows = [0, 1, 2];
  assert.deepEqual(
    rows.map((row) => levelOf(frame, row)),
    ["muscles", "playback", "frame"],
  );
  assert.deepEqual(
    rows.map((row) => choiceOf(frame, row)),
    ["muscle", "automatic", "repertoire"],
  );
});

test("the centre is the mean of the positions", () => {
  const left = { ...fish, x: 0n, y: CENTRE, z: CENTRE };
  const right = { ...fish, x: 2097151n, y: CENTRE, z: 2097151n };
  const { centre } = readSnapshot(packet({ extent: 8, fishes: [left, right] }), new FramePool());
  assert.ok(Math.abs(centre[0]) < 1e-5);
  assert.ok(Math.abs(centre[2] - 2) < 1e-5);
});

test("a snapshot of another protocol is told from a broken one", () => {
  assert.throws(() => readSnapshot(packet({ protocol: 1 }), new FramePool()), ProtocolError);
  assert.throws(
    () => readSnapshot(packet({ protocol: 1 }), new FramePool()),
    new RegExp(`speaks version 1 .* this page version ${PROTOCOL}`),
  );
});

const BOAT = [1, -2, 0.5, 1, 0, 0, 0, 0.75, 0, -0.5, 1, -0.5, 0.25, 0];

const bounds = { radius: 5, lowest: -2, highest: 3 };

test("whatever is broken is refused with its name", () => {
  const whole = packet({ fishes: [fish] });
  const changed = (change: (view: DataView) => void) => {
    const copy = whole.slice(0);
    change(new DataView(copy));
    return copy;
  };
  const broken: [ArrayBuffer, RegExp][] = [
    [new ArrayBuffer(0), /shorter than its header/],
    [new ArrayBuffer(83), /shorter than its header/],
    [changed((view) => view.setUint8(0, 0)), /does not begin with MTRM/],
    [whole.slice(0, whole.byteLength - 1), /announces 1 records/],
    [changed((view) => view.setUint32(20, 0xffffffff, true)), /announces 4294967295 records/],
    [changed((view) => view.setUint32(96, 0, true)), /flags 0 records with nodes and carries 1/],
    [changed((view) => view.setUint32(32, 1, true)), /1 of fins/],
    [changed((view) => view.setUint32(36, 0xffffffff, true)), /4294967295 of muscles/],
    [changed((view) => view.setUint8(99, 3)), /flags 1 records with fins and carries 0/],
    [changed((view) => view.setUint8(99, 5)), /flags 1 records with muscles and carries 0/],
    [changed((view) => view.setUint8(99, 65)), /flags 1 records with looks and carries 0/],
    [changed((view) => view.setUint32(80, 1, true)), /1 of looks/],
    [changed((view) => view.setUint16(30, 11, true)), /11 muscles a block/],
    [changed((view) => view.setFloat32(16, Number.NaN, true)), /extent NaN/],
    [changed((view) => view.setFloat32(16, -1, true)), /extent -1/],
    [changed((view) => view.setUint16(28, 22, true)), /22 nodes a block/],
    [changed((view) => view.setUint32(44, 2, true)), /2 \+ 0 \+ 0 particles/],
    [changed((view) => view.setUint32(52, 0xffffffff, true)), /4294967295 particles/],
    [changed((view) => view.setUint32(40, 3, true)), /radius 0 m between 0 and 0 m/],
    [changed((view) => view.setFloat32(60, Number.NaN, true)), /radius NaN m/],
    [changed((view) => view.setFloat32(60, 5, true)), /radius 5 m between 0 and 0 m/],
    [packet({ habitat: { ...bounds, leaves: [[1, 2, 3]] } }), /leaves of 1 nodes/],
    [changed((view) => view.setUint8(58, 1)), /1 submarines, 0 lines/],
    [packet({ time: Number.NaN }), /of the time NaN/],
    [packet({ submarines: [[...BOAT.slice(0, 13), Number.NaN]] }), /a submarine that is nowhere/],
    [packet({ submarines: [[...BOAT, 9]] }), /a submarine that is nowhere/],
    [packet({ submarines: Array.from({ length: 9 }, () => BOAT) }), /9 submarines and 0 lines/],
    [packet({ line: [0, 0, Number.NaN, 0, 0, 3, 1, 0] }), /a line that is nowhere/],
    [packet({ line: [0, 0, 1, 0, 0, 3, 4, 0] }), /a line that is nowhere/],
    [packet({ habitat: { ...bounds, leaves: [Array(195).fill(0)] } }), /leaves of 65 nodes/],
  ];
  for (const [data, reason] of broken) {
    assert.throws(
      () => readSnapshot(data, new FramePool()),
      (error) => error instanceof WireError && reason.test(error.message),
      String(reason),
    );
  }
});

test("fins and muscles go beside the nodes; who sent none has them at rest", () => {
  const fins = [-128, 127, 5, -6];
  const muscles = Array.from({ length: 12 }, (_, k) => 80 + k);
  const { nodes: _, ...stiff } = fish;
  const pool = new FramePool();
  // What a buffer held before must not shine through.
  pool.give(readSnapshot(packet({ fishes: Array(3).fill({ ...fish, fins, muscles }) }), pool));
  const frame = readSnapshot(
    packet({ fishes: [stiff, { ...fish, fins }, { ...fish, muscles }] }),
    pool,
  );
  assert.deepEqual(finsOf(frame, 0), [0, 0, 0, 0]);
  assert.deepEqual(
    finsOf(frame, 1),
    fins.map((step) => step / 64),
  );
  assert.deepEqual(finsOf(frame, 2), [0, 0, 0, 0]);
  assert.deepEqual(contractionOf(frame, 1), Array(12).fill(1));
  assert.deepEqual(
    contractionOf(frame, 2),
    muscles.map((step) => step / 200),
  );
  assert.deepEqual([...frame.nodes.subarray(96 + 4, 96 + 7)], fish.nodes.slice(3, 6));
});

test("looks go beside three nodes; who sent none has a calm face", () => {
  const looks = [255, 51, 102, 0];
  const pool = new FramePool();
  pool.give(readSnapshot(packet({ fishes: Array(3).fill({ ...fish, looks }) }), pool));
  const frame = readSnapshot(packet({ fishes: [fish, { ...fish, looks }, fish] }), pool);
  assert.deepEqual(looksOf(frame, 0), [0, 0, 0]);
  assert.deepEqual(looksOf(frame, 1), [1, 0.2, 0.4]);
  assert.deepEqual(looksOf(frame, 2), [0, 0, 0]);
  const texel = (24 + 17) * 4;
  assert.equal(frame.nodes[texel + 3], 255);
  assert.deepEqual([...frame.nodes.subarray(texel, texel + 3)], fish.nodes.slice(51, 54));
});

test("an empty sea is a snapshot too", () => {
  const frame = readSnapshot(packet({}), new FramePool());
  assert.equal(frame.count, 0);
  assert.deepEqual(frame.centre, [0, 0, 0]);
});

test("buffers that come back are used again, other sizes are not", () => {
  const pool = new FramePool();
  const first = readSnapshot(packet({ fishes: [fish] }), pool);
  pool.give(first);
  const second = readSnapshot(packet({ fishes: [fish, fish] }), pool);
  assert.equal(second.nodes, first.nodes);
  const crowd = readSnapshot(packet({ fishes: Array(17).fill(fish) }), pool);
  assert.equal(crowd.capacity, 32);
  pool.give(second);
  assert.notEqual(readSnapshot(packet({ fishes: Array(17).fill(fish) }), pool).nodes, first.nodes);
});

test("what moves in a habitat rides on the message itself", () => {
  const habitat = {
    ...bounds,
    leaves: [
      [0, 0, 0, 1, -2, 300],
      [5, 6, 7, -8, 9, 32767],
    ],
    plankton: [[1, 2, 65535, 4]],
    food: [
      [5, 6, 7, 0],
      [8, 9, 10, 11],
    ],
  };
  const data = packet({ fishes: [fish], habitat });
  const { moving } = readSnapshot(data, new FramePool());
  assert.ok(moving);
  assert.deepEqual([moving.radius, moving.lowest, moving.highest], [5, -2, 3]);
  assert.deepEqual([moving.leaves, moving.leafNodes], [2, 2]);
  assert.deepEqual([...moving.leafSteps], habitat.leaves.flat());
  assert.deepEqual([...moving.plankton], [1, 2, 65535, 4]);
  assert.deepEqual([...moving.bubbles], []);
  assert.deepEqual([...moving.food], habitat.food.flat());
  assert.equal(moving.leafSteps.buffer, data);
  assert.equal(readSnapshot(packet({ fishes: [fish] }), new FramePool()).moving, null);
});

test("a submarine and a line stand at the end, whatever is before them", () => {
  const line = [0.5, 0.25, -1, 0.5, 0.25, 3, 3, 1];
  for (const fishes of [[], [fish], [fish, { ...fish, fins: [1, 2, 3, 4] }]]) {
    const frame = readSnapshot(
      packet({ fishes, time: 12.5, submarines: [BOAT, [...BOAT, 5]], line }),
      new FramePool(),
    );
    assert.equal(frame.time, 12.5);
    assert.deepEqual(
      frame.submarines.map(({ number }) => number),
      [1, 5],
    );
    assert.deepEqual(frame.submarines[0], {
      number: 1,
      position: [1, -2, 0.5],
      orientation: [1, 0, 0, 0],
      velocity: [0.75, 0, -0.5],
      thrust: 1,
      turn: -0.5,
      pitch: 0.25,
      lift: 0,
    });
    assert.deepEqual(frame.line, {
      hook: [0.5, 0.25, -1],
      top: [0.5, 0.25, 3],
      state: "pulls",
      caught: true,
    });
  }
  const { submarines, line: none } = readSnapshot(packet({}), new FramePool());
  assert.deepEqual([submarines, none], [[], null]);
});
