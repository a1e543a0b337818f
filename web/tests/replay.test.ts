import assert from "node:assert/strict";
import { test } from "node:test";
import { pressReplayKey } from "../src/replay/keys.ts";
import { APART, colourOf, countsOf, pileAt, pilesOf } from "../src/replay/marks.ts";
import {
  clockTime,
  dateText,
  isAtEnd,
  rateBeside,
  ratesOf,
  rateText,
  shareOf,
  within,
} from "../src/replay/moments.ts";
import { PATIENCE_MS, Player, SEEK_EVERY_MS } from "../src/replay/player.ts";
import { Store } from "../src/shell/store.ts";
import type { Studio, StudioState } from "../src/shell/studio.ts";
import type { ClientMessage, Mark } from "../src/wire/messages.ts";
import { recorded } from "./packets.ts";

const SPAN = { first: 2, seconds: 10 };

test("times are kept within the recording, on its frames", () => {
  assert.equal(within(SPAN, -5), 2);
  assert.equal(within(SPAN, 1e9), 12);
  assert.equal(within(SPAN, 5.004), 5);
  assert.equal(within(SPAN, 5.01), 301 / 60);
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(within(SPAN, none), 2);
});

test("a time has its place on the line, and one without length has a beginning only", () => {
  assert.equal(shareOf(SPAN, 2), 0);
  assert.equal(shareOf(SPAN, 7), 0.5);
  assert.equal(shareOf(SPAN, 99), 1);
  assert.equal(shareOf({ first: 2, seconds: 0 }, 2), 0);
  assert.ok(isAtEnd(SPAN, 12));
  assert.ok(!isAtEnd(SPAN, 12 - 1 / 60));
  assert.ok(isAtEnd({ first: 2, seconds: 0 }, 2));
});

test("times are written without a sixtieth second", () => {
  assert.equal(clockTime(0), "0:00.0");
  assert.equal(clockTime(9.24), "0:09.2");
  assert.equal(clockTime(59.97), "1:00.0");
  assert.equal(clockTime(754.5), "12:34.5");
  assert.equal(clockTime(3600), "1:00:00.0");
  assert.equal(clockTime(-1), "0:00.0");
  assert.equal(clockTime(59.98, 2), "0:59.98");
  assert.equal(clockTime(61 / 60, 2), "0:01.02");
  assert.equal(clockTime(59.996, 2), "1:00.00");
});

test("rates are those that the studio plays, and the one that it plays at", () => {
  const rates = ratesOf({ rates: [0.25, 8] }, 1);
  assert.deepEqual(rates, [0.25, 0.5, 1, 2, 4, 8]);
  assert.deepEqual(ratesOf({ rates: [0.5, 2] }, 3), [0.5, 1, 2, 3]);
  assert.equal(rateBeside(rates, 1, true), 2);
  assert.equal(rateBeside(rates, 1, false), 0.5);
  assert.equal(rateBeside(rates, 8, true), 8);
  assert.equal(rateBeside(rates, 0.25, false), 0.25);
  assert.equal(rateText(0.25), "0.25×");
  assert.equal(rateText(2), "2×");
});

test("a date is written for readers, and what is none as it is", () => {
  assert.match(dateText("2026-03-05T14:07:00", "en-GB"), /5 Mar 2026.*14:07/);
  assert.equal(dateText("long ago"), "long ago");
});

const mark = (at: number, kind = "eaten", count = 1): Mark => ({
  at,
  kind,
  count,
  text: `fish 3 ${kind}`,
});

test("marks that are too near to be told apart are piled up by kind", () => {
  const marks = [
    mark(2),
    mark(2.01, "left"),
    mark(2.02),
    mark(7, "you: food"),
    mark(12, "entered", 4),
  ];
  const piles = pilesOf(marks, SPAN, 400);
  assert.deepEqual(
    piles.map(({ alike }) => alike.map(({ kind, count }) => [kind, count])),
    [
      [
        ["left", 1],
        ["eaten", 2],
      ],
      [["you: food", 1]],
      [["entered", 4]],
    ],
  );
  assert.equal(piles[0]?.alike[0]?.text, "fish 3 left");
  assert.equal(piles[0]?.alike[1]?.text, "2 times");
  assert.equal(piles[1]?.share, 0.5);
  assert.equal(piles[2]?.share, 1);
});

test("however many marks there are, piles are few, in order, and lose none", () => {
  const marks = Array.from({ length: 2000 }, (_, k) => mark(2 + ((k * 7919) % 1000) / 100));
  for (const width of [0, 1, 300, 900]) {
    const piles = pilesOf(marks, SPAN, width);
    assert.ok(piles.length <= Math.max(1, width / APART));
    const counts = piles.flatMap(({ alike }) => alike.map(({ count }) => count));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      2000,
    );
    const shares = piles.map(({ share }) => share);
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => a - b),
    );
  }
  assert.deepEqual(countsOf(marks), [{ kind: "eaten", count: 2000 }]);
  assert.deepEqual(pilesOf([], SPAN, 300), []);
});

test("the tip is of the nearest pile, if one is near", () => {
  const piles = pilesOf([mark(4), mark(4.3, "left")], SPAN, 400);
  assert.equal(pileAt(piles, 0.2, 400), piles[0]);
  assert.equal(pileAt(piles, 0.225, 400), piles[1]);
  assert.equal(pileAt(piles, 0.4, 400), undefined);
});

test("kinds that nobody foresaw have a colour too", () => {
  assert.match(colourOf("mated"), /^#/);
  assert.match(colourOf("toString"), /^#/);
  assert.notEqual(colourOf("eaten"), colourOf("mated"));
  assert.equal(colourOf("you: food"), colourOf("you: hour"));
});

function stand(now: { paused?: boolean; rate?: number; live?: boolean } = {}) {
  const sent: ClientMessage[] = [];
  const state = new Store({
    hello: { recording: now.live ? null : recorded(SPAN) },
    status: { paused: now.paused ?? true, rate: now.rate ?? 1, time: 2 },
  }) as unknown as Studio["state"];
  const clock = { now: 0 };
  const player = new Player({ state, send: (message) => sent.push(message) }, () => clock.now);
  const press = (key: string, shiftKey = false) =>
    pressReplayKey({ key, shiftKey, repeat: false }, player);
  const say = (patch: object) =>
    state.set({ status: { ...state.value.status, ...patch } } as Partial<StudioState>);
  const show = (time: number) => say({ time });
  return { player, sent, press, say, show, state, clock };
}

test("a hand that drags asks for few of its places, and always for the last", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, sent } = stand();
  for (let k = 0; k <= 100; k++) {
    player.seek(2 + k / 20);
    context.mock.timers.tick(5);
  }
  context.mock.timers.tick(SEEK_EVERY_MS);
  const times = sent.map((message) => (message.type === "seek" ? message.time : Number.NaN));
  assert.ok(times.length > 3 && times.length <= 505 / SEEK_EVERY_MS + 2, `${times.length} seeks`);
  assert.equal(times[0], 2);
  assert.equal(times.at(-1), 7);
  assert.equal(player.time, 7);
});

test("what plays waits for the hand, and goes on where it is put", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, sent, say } = stand({ paused: false });
  player.hold();
  player.hold();
  say({ paused: true });
  player.seek(4);
  player.seek(5);
  player.letGo();
  player.letGo();
  assert.deepEqual(sent, [
    { type: "paused", value: true },
    { type: "seek", time: 4 },
    { type: "seek", time: 5 },
    { type: "paused", value: false },
  ]);
});

test("a hand that takes what is held, or goes to the end, starts nothing", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [paused, goal] of [
    [true, 5],
    [false, 12],
  ] as const) {
    const { player, sent } = stand({ paused });
    player.hold();
    player.seek(goal);
    player.letGo();
    assert.ok(!sent.some((message) => message.type === "paused" && !message.value));
  }
});

test("what was asked for counts until it is shown", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, show } = stand();
  show(3);
  assert.equal(player.time, 3);
  player.seek(8);
  show(3);
  assert.equal(player.time, 8);
  show(8 - 1 / 60);
  assert.equal(player.state.value.wanted, 8);
  show(8);
  assert.equal(player.state.value.wanted, null);
  player.leap(-5);
  assert.equal(player.time, 3);
});

test("what is never shown is forgotten, but not while a hand holds it", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, show } = stand();
  show(3);
  player.seek(8);
  context.mock.timers.tick(PATIENCE_MS);
  assert.equal(player.time, 3);
  player.hold();
  player.seek(9);
  show(9);
  context.mock.timers.tick(3 * PATIENCE_MS);
  assert.equal(player.time, 9);
  assert.equal(player.state.value.wanted, 9);
  player.letGo();
  context.mock.timers.tick(PATIENCE_MS);
  assert.equal(player.state.value.wanted, null);
});

test("while it plays fast, near is enough", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, show } = stand({ paused: false, rate: 8 });
  player.seek(6);
  show(6.5);
  assert.equal(player.state.value.wanted, null);
});

test("between two reports it plays on, at its rate, to the end but not for ever", () => {
  const { player, say, clock } = stand();
  say({ paused: false, rate: 2, time: 4 });
  clock.now = 100;
  assert.ok(Math.abs(player.time - 4.2) < 1e-9);
  clock.now = 90_000;
  assert.ok(Math.abs(player.time - 6) < 1e-9);
  say({ time: 11.9 });
  clock.now += 500;
  assert.equal(player.time, 12);
  say({ paused: true, time: 7 });
  clock.now += 500;
  assert.equal(player.time, 7);
});

test("keys play, hold, step, leap, and change the rate", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { sent, press, say, show } = stand();
  show(4);
  const told = () => sent.splice(0);
  assert.ok(press(" "));
  assert.deepEqual(told(), [{ type: "paused", value: false }]);
  say({ paused: false });
  assert.ok(press(","));
  assert.deepEqual(told(), [
    { type: "paused", value: true },
    { type: "step", back: true },
  ]);
  say({ paused: true });
  assert.ok(press("."));
  assert.deepEqual(told(), [{ type: "step", back: false }]);
  assert.ok(press(">"));
  assert.ok(press("<"));
  assert.deepEqual(told(), [
    { type: "rate", value: 2 },
    { type: "rate", value: 0.5 },
  ]);
  assert.ok(press("ArrowRight", true));
  assert.deepEqual(told(), [{ type: "seek", time: 9 }]);
  context.mock.timers.tick(SEEK_EVERY_MS);
  assert.ok(press("Home"));
  assert.deepEqual(told(), [{ type: "seek", time: 2 }]);
  context.mock.timers.tick(SEEK_EVERY_MS);
  assert.ok(press("End"));
  assert.deepEqual(told(), [{ type: "seek", time: 12 }]);
  for (const key of ["ArrowRight", "ArrowUp", "w", "Escape"]) assert.ok(!press(key), key);
  assert.deepEqual(told(), []);
});

test("nothing comes after the end or before the beginning", () => {
  const { sent, press, show } = stand();
  show(2);
  press(",");
  show(12);
  press(".");
  assert.deepEqual(sent, []);
});

test("a live world has no such keys, and nothing to seek", () => {
  const { player, sent, press } = stand({ live: true });
  for (const key of [" ", ",", ".", "<", "Home", "End"]) assert.ok(!press(key));
  player.seek(3);
  player.step(true);
  player.toggle();
  player.hold();
  player.letGo();
  assert.deepEqual(sent, []);
});

test("another recording is not at the old one's time", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { player, sent, state, show } = stand();
  show(5);
  player.seek(7);
  player.seek(8);
  state.set({
    hello: { recording: recorded({ first: 0, seconds: 3 }) },
    status: null,
  } as unknown as Partial<StudioState>);
  context.mock.timers.tick(PATIENCE_MS);
  assert.equal(player.time, 0);
  assert.deepEqual(sent, [{ type: "seek", time: 7 }]);
});
