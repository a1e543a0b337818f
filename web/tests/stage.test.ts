import assert from "node:assert/strict";
import { test } from "node:test";
import { PixelBudget } from "../src/stages/ocean/quality.ts";

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
