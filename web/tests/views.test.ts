import assert from "node:assert/strict";
import { test } from "node:test";
import { PadReader } from "../src/boat/gamepad.ts";
import { colourOf, nameOfThing, picture, RANGES, shadeOf, unwrapped } from "../src/eyes/images.ts";
import { addressOf, channelInAddress, turnOf, uprightField } from "../src/panorama/channel.ts";
import { Controllers } from "../src/vr/controllers.ts";
import { THINGS } from "../src/wire/eyes.ts";
import { type Timed, Timeline } from "../src/wire/timeline.ts";

test("channels beside each other meet: half a picture to the left is half a picture to the right", () => {
  const { channel: left } = channelInAddress("?channel=left&angle=50");
  const { channel: centre } = channelInAddress("?channel=centre&angle=50");
  assert.ok(left && centre);
  assert.equal(turnOf(centre), 0);
  assert.ok(Math.abs(turnOf(left) - left.field / 2 - centre.field / 2) < 1e-12);
  // 90 degrees across, twice as wide as high: half as much upwards, as a tangent.
  const square = { ...centre, field: Math.PI / 2 };
  assert.ok(Math.abs(uprightField(square, 2) - (2 * Math.atan(0.5) * 180) / Math.PI) < 1e-9);
});

test("frames around pictures take their part of the angle", () => {
  const { channel } = channelInAddress("?channel=right&angle=50&field=46");
  assert.ok(channel);
  assert.ok(Math.abs((turnOf(channel) * 180) / Math.PI + 50) < 1e-9);
  assert.ok(Math.abs((channel.field * 180) / Math.PI - 46) < 1e-9);
});

test("what an address may not say of a panorama is answered in a sentence", () => {
  assert.deepEqual(channelInAddress("?token=1"), { channel: null, problem: null });
  assert.match(channelInAddress("?channel=top").problem ?? "", /one of left, centre, right/);
  assert.match(channelInAddress("?channel=left&angle=wide").problem ?? "", /from 5 to 120 degrees/);
  assert.match(channelInAddress("?channel=left&field=500").problem ?? "", /field=500/);
  const other = addressOf("left", "https://here/?token=x&channel=centre&angle=40");
  assert.equal(other, "https://here/?token=x&channel=left&angle=40");
});

function hand(handedness: string, axes: number[], pressed: readonly number[] = []) {
  const buttons = Array.from({ length: 6 }, (_, k) => ({
    pressed: pressed.includes(k),
    touched: false,
    value: Number(pressed.includes(k)),
  }));
  return { handedness, gamepad: { axes, buttons } };
}

test("sticks of both hands are those of a gamepad", () => {
  const controllers = new Controllers();
  const pad = controllers.pad([
    hand("right", [0, 0, 0.5, -1]),
    hand("left", [0, 0, -1, 1]),
    { handedness: "none", gamepad: null },
  ]);
  const wishes = { thrust: 0, turn: 0, pitch: 0, lift: 0, stop: false, leave: false };
  new PadReader().read(pad, wishes);
  assert.equal(wishes.thrust, -1);
  assert.equal(wishes.turn, 1);
  assert.equal(wishes.pitch, 1);
  assert.ok(wishes.lift > 0.3 && wishes.lift < 0.5);
  assert.equal(controllers.pad([]), null);
});

test("each press of a trigger or a grip counts once, and not what was held before", () => {
  const controllers = new Controllers();
  const free = [hand("left", [0, 0, 0, 0])];
  const pulled = [hand("left", [0, 0, 0, 0], [0])];
  assert.deepEqual(controllers.presses(pulled), { trigger: false, leave: false });
  controllers.presses(free);
  assert.deepEqual(controllers.presses(pulled), { trigger: true, leave: false });
  assert.deepEqual(controllers.presses(pulled), { trigger: false, leave: false });
  for (const button of [1, 5]) {
    controllers.presses(free);
    assert.ok(controllers.presses([hand("right", [0, 0, 0, 0], [button])]).leave);
  }
});

test("retinal images are turned the right way up and told by ids", () => {
  // One pixel an eye, two rows: below a fish of row 1, and water; above ground, and water.
  const colours = new Uint8Array(16).fill(255);
  colours.fill(0, 0, 8);
  const maps = new Float32Array([1, 2.5, 0, 1, 0, 0, 0, 0, THINGS.ground, 7, 0, 1, 0, 0, 0, 0]);
  const images = unwrapped(1, 2, colours, maps, [40, 41]);
  assert.deepEqual([...images.identity], [THINGS.ground, THINGS.water, 41, THINGS.water]);
  assert.deepEqual([...images.range], [7, Infinity, 2.5, Infinity]);
  assert.equal(images.brightness, 0.5);
  assert.deepEqual([...images.colours.slice(0, 4)], [255, 255, 255, 255]);
  const who = picture(images, "identity");
  assert.notDeepEqual([...who.slice(0, 3)], [...who.slice(8, 11)]);
});

test("near is white, far is black, and each doubling is one step", () => {
  assert.equal(shadeOf(RANGES.near), 1);
  assert.equal(shadeOf(RANGES.far), 0);
  assert.equal(shadeOf(Number.POSITIVE_INFINITY), 0);
  assert.ok(Math.abs(shadeOf(0.4) - shadeOf(0.8) - (shadeOf(1.6) - shadeOf(3.2))) < 1e-12);
});

test("every thing has a name and a colour of its own", () => {
  const names = Object.values(THINGS).map(nameOfThing);
  assert.deepEqual(names, Object.keys(THINGS));
  const colours = new Set([...Object.values(THINGS), 0, 1, 2, 3, 4, 5, 6, 7].map(colourOf));
  assert.equal(colours.size, names.length + 8);
});

test("frames that have been drawn can be asked for again, for a while", () => {
  const dropped: number[] = [];
  const timeline = new Timeline<Timed>(({ tick }) => dropped.push(tick));
  timeline.keep = 4;
  for (let tick = 0; tick < 20; tick++) {
    timeline.push({ tick, roster: 1 }, tick / 60);
    timeline.sample(tick / 60);
  }
  const newest = timeline.newest?.tick ?? 0;
  const past = timeline.at(newest - 3.5);
  assert.ok(past && past.from.tick === newest - 4 && past.alpha === 0.5);
  assert.ok(dropped.length > 0 && dropped.length < 18);
  assert.equal(timeline.at(1000)?.to.tick, newest);
});
