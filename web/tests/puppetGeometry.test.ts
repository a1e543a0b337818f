import assert from "node:assert/strict";
import { test } from "node:test";
import type { Place } from "../src/puppet/document.ts";
import {
  atMost,
  bendOf,
  type Dot,
  degrees,
  distanceToSegment,
  isInside,
  radians,
  signedArea,
  thinned,
  thinnedLoop,
} from "../src/puppet/geometry.ts";
import { SmoothOutline } from "../src/stages/puppet/outline.ts";
import { closedPath } from "../src/stages/puppet/paths.ts";

const itself = (dot: Dot) => dot;
const near = (value: number, wanted: number, off = 1e-9) =>
  assert.ok(Math.abs(value - wanted) <= off, `${value} is not ${wanted}`);

test("a left turn bends positively, as seen with x to the right and z up", () => {
  const before: Place = [0, 0, 0];
  const hinge: Place = [1, 0, 0];
  near(bendOf(before, hinge, [2, 0, 0], true), 0);
  near(bendOf(before, hinge, [1, 0, 1], true), Math.PI / 2);
  near(bendOf(before, hinge, [1, 0, -1], true), -Math.PI / 2);
  near(bendOf(before, hinge, [1, 0, -1], false), Math.PI / 2);
  near(bendOf(before, hinge, [1, 1, 0], false), Math.PI / 2);
});

test("distances are to the segment, not to its line", () => {
  const [a, b] = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
  ];
  assert.equal(distanceToSegment({ x: 2, y: 3 }, a, b), 3);
  assert.equal(distanceToSegment({ x: 7, y: 4 }, a, b), 5);
  assert.equal(distanceToSegment({ x: 3, y: 4 }, a, a), 5);
});

test("inside, outside and the sense of a polygon with a notch", () => {
  const notched = [
    [0, 0],
    [4, 0],
    [4, 4],
    [2, 1],
    [0, 4],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  assert.ok(isInside({ x: 0.5, y: 2 }, notched));
  assert.ok(!isInside({ x: 2, y: 3 }, notched));
  assert.ok(!isInside({ x: 5, y: 1 }, notched));
  assert.equal(signedArea(notched), 16 - 6);
  assert.equal(signedArea(notched.toReversed()), -10);
});

test("a thinned line stays within the tolerance of every point that it left out", () => {
  const wave = Array.from({ length: 200 }, (_, k) => ({ x: k / 20, y: Math.sin(k / 20) }));
  const few = thinned(wave, 0.02, itself);
  assert.ok(few.length < 40);
  assert.equal(few[0], wave[0]);
  assert.equal(few.at(-1), wave.at(-1));
  for (const dot of wave) {
    const off = few.slice(1).map((b, k) => distanceToSegment(dot, few[k] as Dot, b));
    assert.ok(Math.min(...off) <= 0.02 + 1e-12);
  }
});

test("a thinned loop stays a loop, with at most as many corners as asked for", () => {
  const circle = Array.from({ length: 360 }, (_, k) => ({
    x: Math.cos((k * Math.PI) / 180),
    y: Math.sin((k * Math.PI) / 180),
  }));
  const few = thinnedLoop(circle, 0.01, itself);
  assert.ok(few.length >= 12 && few.length < 60);
  near(signedArea(few), Math.PI, 0.1);
  assert.ok(atMost(circle, 20, itself).length <= 20);
  assert.equal(new Set(few).size, few.length);
});

test("degrees on the page, radians in the file", () => {
  assert.equal(degrees(Math.PI / 6), 30);
  assert.equal(degrees(radians(-137.5)), -137.5);
});

test("a drawn way begins at 0 and ends where it began, at its own pace", () => {
  const moments = [0, 0.5, 1, 1.001].map((time, k) => ({
    time: 7 + time,
    place: [k, 0, 0] as Place,
  }));
  const keys = closedPath(moments.slice(0, 3), true);
  assert.deepEqual(keys[0], [0, 0, 0]);
  assert.deepEqual(keys.at(-1)?.slice(1), [0, 0]);
  // 2 m in 1 s on the way, and 2 m back.
  assert.equal(keys.at(-1)?.[0], 2);
  const times = closedPath(moments, true).map(([time = 0]) => time);
  for (const [k, time] of times.entries()) if (k > 0) assert.ok(time > (times[k - 1] ?? 0));
});

test("a smooth outline goes through its corners and keeps sharp ones", () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1];
  const outline = new SmoothOutline(square);
  near(outline.area, 1, 1e-6);
  assert.equal(outline.sense, 1);
  const hexagon = Array.from({ length: 6 }, (_, k) => [
    Math.cos((k * Math.PI) / 3),
    0,
    Math.sin((k * Math.PI) / 3),
  ]).flat();
  const round = new SmoothOutline(hexagon);
  // Between those of the hexagon and of the circle.
  assert.ok(round.area > 2.6 && round.area < Math.PI + 0.02, `${round.area}`);
  const polygon = round.polygon();
  for (let k = 0; k < 6; k++) {
    const [x, z] = [hexagon[3 * k] as number, hexagon[3 * k + 2] as number];
    const off = Math.min(...polygon.map((dot) => Math.hypot(dot.x - x, dot.y - z)));
    near(off, 0, 1e-6);
  }
});

test("triangles fill an outline as it lies now, also when it is bent", () => {
  const straight: number[] = [];
  const bent: number[] = [];
  const corners = [
    ...Array.from({ length: 9 }, (_, k) => [k, -0.2]),
    ...Array.from({ length: 9 }, (_, k) => [8 - k, 0.2]),
  ] as [number, number][];
  for (const [x, z] of corners) {
    straight.push(x, 0, z);
    // A right angle at 4.
    if (x < 4) bent.push(x, 0, z);
    else bent.push(4 - z, 0, x - 4);
  }
  const outline = new SmoothOutline(straight);
  outline.update(bent, 0);
  const polygon = outline.polygon();
  const filled = outline.triangles().reduce((sum, corner) => {
    return sum + Math.abs(signedArea(corner.map((k) => polygon[k] as Dot)));
  }, 0);
  near(filled, Math.abs(signedArea(polygon)), 1e-3);
});
