import assert from "node:assert/strict";
import { test } from "node:test";
import { type Timed, Timeline } from "../src/wire/timeline.ts";

const FRAME = 1 / 60;

/** Plays a stream of arrivals and samples at 60 Hz; returns the drawn ticks. */
function play(
  timeline: Timeline<Timed>,
  arrivals: { at: number; tick: number; roster?: number }[],
  until: number,
) {
  const drawn: { at: number; tick: number; alpha: number; mixed: boolean }[] = [];
  let next = 0;
  for (let now = 0; now < until; now += FRAME) {
    for (let arrival = arrivals[next]; arrival && arrival.at <= now; arrival = arrivals[next]) {
      timeline.push({ tick: arrival.tick, roster: arrival.roster ?? 1 }, arrival.at);
      next++;
    }
    const pair = timeline.sample(now);
    if (!pair) continue;
    assert.equal(pair.from.roster, pair.to.roster, "never between two rosters");
    assert.ok(pair.alpha >= 0 && pair.alpha <= 1);
    const tick = pair.from.tick + (pair.to.tick - pair.from.tick) * pair.alpha;
    drawn.push({ at: now, tick, alpha: pair.alpha, mixed: pair.from !== pair.to });
  }
  return drawn;
}

function stream(seconds: number, every = 1, jitter = 0) {
  let state = 1;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const arrivals: { at: number; tick: number }[] = [];
  let last = 0;
  for (let tick = 0; tick < seconds * 60; tick += every) {
    // A late one holds up those behind it: a socket keeps the order.
    last = Math.max(last, tick * FRAME + jitter * random());
    arrivals.push({ at: last, tick });
  }
  return arrivals;
}

const steps = (drawn: { tick: number }[]) =>
  drawn.slice(1).map((now, k) => now.tick - (drawn[k]?.tick ?? 0));

test("nothing is drawn before the first snapshot, and then that one", () => {
  const timeline = new Timeline<Timed>();
  assert.equal(timeline.sample(0), undefined);
  timeline.push({ tick: 7, roster: 1 }, 0);
  assert.equal(timeline.sample(0)?.to.tick, 7);
});

test("an even stream is played evenly, at most 60 ms late", () => {
  const drawn = play(new Timeline(), stream(4), 4).slice(120);
  for (const step of steps(drawn)) assert.ok(Math.abs(step - 1) < 0.1, `step of ${step}`);
  const last = drawn.at(-1);
  assert.ok(last && last.at * 60 - last.tick < 3.6, `late by ${last && last.at * 60 - last.tick}`);
});

test("jitter of 30 ms neither reverses nor halts the fishes", () => {
  const drawn = play(new Timeline(), stream(8, 1, 0.03), 8).slice(240);
  const all = steps(drawn);
  assert.ok(Math.min(...all) >= 0);
  const halts = all.filter((step) => step < 0.05).length;
  assert.ok(halts < all.length * 0.02, `${halts} halts of ${all.length}`);
  assert.ok(Math.max(...all) < 2.5);
});

test("ten snapshots a second are filled in smoothly", () => {
  const drawn = play(new Timeline(), stream(8, 6), 8).slice(240);
  for (const step of steps(drawn)) assert.ok(step > 0.5 && step < 1.6, `step of ${step}`);
  assert.ok(drawn.filter((now) => now.mixed).length > drawn.length * 0.9);
});

test("a simulation at half speed plays at half speed", () => {
  const slow = stream(8).map(({ tick }) => ({ at: tick * FRAME * 2, tick }));
  const drawn = play(new Timeline(), slow, 12).slice(420);
  const all = steps(drawn);
  const mean = all.reduce((sum, step) => sum + step, 0) / all.length;
  assert.ok(Math.abs(mean - 0.5) < 0.03, `mean step of ${mean}`);
  assert.ok(Math.min(...all) > 0.2);
});

test("slow motion is smooth from the moment it is told, and so is going on", () => {
  for (const pace of [0.05, 0.1, 0.5]) {
    const timeline = new Timeline<Timed>();
    play(timeline, stream(2), 2);
    timeline.setPace(pace, 2);
    const slow = stream(10).map(({ at, tick }) => ({ at: 2 + at / pace, tick: 120 + tick }));
    const drawn = play(timeline, slow, 12);
    const late = steps(drawn.filter(({ at }) => at > 4));
    for (const step of late) assert.ok(step > 0.5 * pace && step < 1.6 * pace, `${pace}: ${step}`);
    const last = drawn.at(-1) as { tick: number };
    const reached = 120 + (12 - 2) * 60 * pace;
    assert.ok(reached - last.tick < 3.6, `${pace}: ${last.tick} of ${reached}`);
    timeline.setPace(1, 12);
    const next = Math.ceil(last.tick) + 1;
    const fast = stream(2).map(({ at, tick }) => ({ at: 12 + at, tick: next + tick }));
    assert.ok(Math.max(...steps(play(timeline, fast, 14).slice(800))) < 1.5);
  }
});

test("after a pause the last snapshot is drawn exactly, and going on does not jump", () => {
  const before = stream(2);
  const after = stream(2).map(({ at, tick }) => ({ at: at + 7, tick: tick + 120 }));
  const drawn = play(new Timeline(), [...before, ...after], 9);
  const resting = drawn.filter(({ at }) => at > 3 && at < 6.9);
  assert.ok(resting.every(({ tick }) => tick === 119));
  assert.ok(Math.max(...steps(drawn.filter(({ at }) => at > 6))) < 3);
  assert.ok((drawn.at(-1)?.tick ?? 0) > 230);
});

test("ticks that jump back start anew at once", () => {
  const restarted = stream(1).map(({ at, tick }) => ({ at: at + 2, tick }));
  const drawn = play(new Timeline(), [...stream(2), ...restarted], 3);
  assert.ok(drawn.some(({ at, tick }) => at > 2 && at < 2.1 && tick < 5));
  assert.ok((drawn.at(-1)?.tick ?? 0) > 50);
});

test("who steps quickly comes to see the last step, too", () => {
  for (const every of [0.03, 0.1, 0.3]) {
    for (const count of [5, 8, 40]) {
      const steps = Array.from({ length: count }, (_, k) => ({
        at: 2.3 + k * every,
        tick: 120 + k,
      }));
      const drawn = play(new Timeline(), [...stream(2), ...steps], 4 + count * every);
      assert.equal(drawn.at(-1)?.tick, 119 + count, `${count} steps every ${every} s`);
    }
  }
});

test("what does not follow from before is shown at once, however near", () => {
  const timeline = new Timeline<Timed>();
  for (let tick = 0; tick < 60; tick++) timeline.push({ tick, roster: 1 }, tick * FRAME);
  timeline.sample(60 * FRAME);
  for (const [tick, at] of [
    [61, 62],
    [62, 67],
    [63, 72],
  ] as const) {
    timeline.push({ tick, roster: tick }, at * FRAME, true);
    const pair = timeline.sample(at * FRAME);
    assert.deepEqual([pair?.from.tick, pair?.to.tick], [tick, tick]);
  }
});

test("a changed roster is shown from its own first snapshot on", () => {
  const arrivals = stream(2).map((one) => ({ ...one, roster: one.tick < 60 ? 1 : 2 }));
  const drawn = play(new Timeline(), arrivals, 2);
  assert.ok((drawn.at(-1)?.tick ?? 0) > 110);
});

test("a held simulation may change its roster within a tick", () => {
  const dropped: Timed[] = [];
  const timeline = new Timeline<Timed>((frame) => dropped.push(frame));
  timeline.push({ tick: 5, roster: 1 }, 0);
  timeline.push({ tick: 5, roster: 2 }, 0.1);
  assert.equal(timeline.sample(0.2)?.to.roster, 2);
  assert.deepEqual(dropped, [{ tick: 5, roster: 1 }]);
});

test("frames are given back, each once, and few are kept when nobody samples", () => {
  const dropped: Timed[] = [];
  const timeline = new Timeline<Timed>((frame) => dropped.push(frame));
  for (let tick = 0; tick < 500; tick++) timeline.push({ tick, roster: 1 }, tick * FRAME);
  assert.ok(timeline.length <= 24);
  assert.equal(dropped.length + timeline.length, 500);
  assert.equal(new Set(dropped).size, dropped.length);
});
