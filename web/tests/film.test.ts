import assert from "node:assert/strict";
import { test } from "node:test";
import { curveAt, Film, middleOf } from "../src/stages/ocean/film.ts";
import { FramePool } from "../src/wire/frame.ts";
import type { Roster, Shot } from "../src/wire/messages.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { type PacketFish, packet, UPRIGHT } from "./packets.ts";

const close = (actual: readonly number[], expected: readonly number[], within = 1e-4) => {
  assert.equal(actual.length, expected.length);
  for (const [k, value] of actual.entries()) {
    assert.ok(Math.abs(value - (expected[k] ?? Number.NaN)) < within, `${actual} is ${expected}`);
  }
};

test("the curve goes through its places at their times, and rests outside of them", () => {
  const times = [1, 3, 4, 9];
  const places = [
    [0, 0, 0],
    [2, 1, 0],
    [3, -1, 5],
    [0, 4, 1],
  ] as const;
  for (const [k, at] of times.entries()) close(curveAt(times, places, at), places[k] ?? []);
  close(curveAt(times, places, 0), [0, 0, 0]);
  close(curveAt(times, places, 99), [0, 4, 1]);
  assert.deepEqual(curveAt([], [], 3), [0, 0, 0]);
  close(curveAt([2], [[1, 2, 3]], 7), [1, 2, 3]);
});

test("it goes smoothly: no jump of place or of speed anywhere", () => {
  const times = [0, 2, 3, 7];
  const places = [
    [0, 0, 0],
    [4, 0, 1],
    [4, 3, 0],
    [0, 0, 0],
  ] as const;
  const step = 1e-3;
  const speed = (t: number) => {
    const [a, b] = [curveAt(times, places, t - step), curveAt(times, places, t + step)];
    return a.map((part, k) => ((b[k] ?? 0) - part) / (2 * step));
  };
  for (let t = step; t < 7; t += step) {
    const [before, after] = [speed(t), speed(t + step)];
    close(before, after, 0.1);
  }
  // Evenly spaced on a line it is the line.
  close(
    curveAt(
      [0, 1, 2, 3],
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
      ],
      1.37,
    ),
    [1.37, 0, 0],
  );
});

const MIDDLE = 1048576n;
/** In a cube of 2 m, so that a step of half of it is a metre. */
const fish = (x: number): PacketFish => ({
  x: MIDDLE + BigInt(Math.round(x * 1048575)),
  y: MIDDLE,
  z: MIDDLE,
  turn: UPRIGHT,
});
const frame = (time: number, ...xs: number[]) =>
  readSnapshot(packet({ extent: 2, time, fishes: xs.map(fish) }), new FramePool());
const roster = (...groups: number[]) => ({ groups }) as Roster;

test("the middle of a group, and of none", () => {
  const now = frame(0, -0.5, 0.5, 0.9);
  const pair = { from: now, to: now, alpha: 1 };
  close(middleOf(pair, [1, 1, 0], 1) ?? [], [0, 0, 0]);
  close(middleOf(pair, [1, 1, 0], 0) ?? [], [0.9, 0, 0]);
  assert.equal(middleOf(pair, [1, 1, 0], 2), null);
});

const shot = (at: number, change: Partial<Shot>): Shot => ({
  at,
  position: [0, -3, 1],
  target: null,
  follow: null,
  ...change,
});

test("a film follows its group by the world's clock, and leaves it gently when it is gone", () => {
  const film = new Film();
  assert.equal(film.load([]), false);
  assert.equal(film.load([shot(0, { target: [0, 0, 0] }), shot(2, { follow: 0 })]), true);
  assert.equal(film.load([shot(0, { target: [0, 0, 0] }), shot(2, { follow: 0 })]), false);
  const look = (time: number, groups: Roster, seconds: number, ...xs: number[]) => {
    const now = frame(time, ...xs);
    return film.at({ from: now, to: now, alpha: 1 }, groups, seconds) ?? assert.fail();
  };
  const first = look(0, roster(0, 0), 0, 0.4, 0.6);
  close(first.position.toArray(), [0, 1, 3]);
  close(first.target.toArray(), [0, 0, 0]);
  close(look(1, roster(0, 0), 0.1, 0.4, 0.6).target.toArray(), [0.25, 0, 0]);
  close(look(2, roster(0, 0), 0.1, 0.4, 0.6).target.toArray(), [0.5, 0, 0]);
  const eaten = look(2.5, roster(0), 0.05, 0.6).target.x;
  assert.ok(eaten > 0.5 && eaten < 0.52, "one is gone: no jerk");
  close(look(2.6, roster(7), 0.05, 0.1).target.toArray(), [eaten, 0, 0]);
  assert.equal(new Film().at({ from: frame(0), to: frame(0), alpha: 1 }, roster(), 0), null);
});
