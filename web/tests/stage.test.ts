import assert from "node:assert/strict";
import { test } from "node:test";
import { curveThrough } from "../src/stages/ocean/fish/curve.ts";
import { SPINE_KNOTS, spinePlace } from "../src/stages/ocean/fish/spine.ts";
import { PixelBudget } from "../src/stages/ocean/quality.ts";

test("the spine goes through its knots", () => {
  SPINE_KNOTS.forEach((s, knot) => {
    const { firstKnot, values } = spinePlace(s);
    values.forEach((weight, k) => {
      assert.ok(Math.abs(weight - (firstKnot + k === knot ? 1 : 0)) < 1e-12);
    });
  });
});

test("a straight spine stays straight, and its slope is one", () => {
  for (let s = 0; s <= 1; s += 0.013) {
    const { firstKnot, values, slopes } = spinePlace(s);
    const sum = (weights: number[]) =>
      weights.reduce((total, weight, k) => total + weight * (SPINE_KNOTS[firstKnot + k] ?? 0), 0);
    assert.ok(Math.abs(sum(values) - s) < 1e-12, `place ${s}`);
    assert.ok(Math.abs(sum(slopes) - 1) < 1e-12, `slope at ${s}`);
  }
});

test("slopes are the derivative of values, also where segments meet", () => {
  const bent = [0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.6];
  const value = (s: number, kind: "values" | "slopes") => {
    const place = spinePlace(s);
    return place[kind].reduce((sum, w, k) => sum + w * (bent[place.firstKnot + k] ?? 0), 0);
  };
  const d = 1e-6;
  for (let s = 0.01; s < 0.99; s += 0.0071) {
    const measured = (value(s + d, "values") - value(s - d, "values")) / (2 * d);
    assert.ok(Math.abs(measured - value(s, "slopes")) < 1e-4, `at ${s}`);
  }
  for (const knot of SPINE_KNOTS.slice(1, -1)) {
    assert.ok(Math.abs(value(knot - d, "slopes") - value(knot + d, "slopes")) < 1e-3);
  }
});

test("a curve goes through its points and holds its ends", () => {
  const curve = curveThrough([
    [0, 1],
    [0.5, 3],
    [1, 2],
  ]);
  assert.deepEqual([curve(-1), curve(0), curve(0.5), curve(1), curve(2)], [1, 1, 3, 2, 2]);
});

test("slow frames cost pixels, down to a limit; quick ones win them back rarely", () => {
  const budget = new PixelBudget(2);
  for (let k = 0; k < 200; k++) budget.frameTook(90);
  assert.equal(budget.pixelRatio, 0.5);
  assert.ok(budget.isReduced);
  for (let k = 0; k < PixelBudget.QUICK_FRAMES; k++) budget.frameTook(16);
  assert.equal(budget.pixelRatio, 0.5);
  for (let k = 0; k < 100_000; k++) budget.frameTook(16);
  assert.equal(budget.pixelRatio, 2);
});

test("a single slow frame or a halt changes nothing", () => {
  const budget = new PixelBudget(1);
  for (let k = 0; k < 400; k++) budget.frameTook(k % 20 === 0 ? 90 : 16.7);
  for (let k = 0; k < 400; k++) budget.frameTook(k % 20 === 0 ? 60_000 : 16.7);
  assert.equal(budget.pixelRatio, 1);
});

test("a machine that needs seconds for a frame is helped within a few frames", () => {
  const budget = new PixelBudget(2);
  for (let k = 0; k < 6; k++) budget.frameTook(2_500);
  assert.equal(budget.pixelRatio, 0.5);
});
