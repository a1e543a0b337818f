/** The shaders that decode snapshots and place skins agree with their twins, on a real WebGL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findChromium, runInChromium } from "./browser.ts";
import { bundled } from "./bundle.ts";
import type { Comparison, SkinComparison } from "./poseCheck.ts";

/** float32 at 20 m has steps of 2e-6 m; a wrong bit anywhere is off by far more. */
const TOLERANCE = 2e-5;

test("poses by the GPU are the snapshot's", { timeout: 90_000 }, async (t) => {
  const chromium = findChromium();
  if (!chromium) return t.skip("no Chromium on the PATH");
  const script = await bundled("./poseCheck.ts", "poseCheck");
  const answer = await runInChromium(chromium, script, "poseCheck.comparePoses()");
  const comparisons = answer as Comparison[];
  assert.equal(comparisons.length, 3);
  for (const { fishes, alpha, worst, worstAxis, worstBeside, spread } of comparisons) {
    assert.ok(
      worstBeside < 1e-3,
      `${fishes} fishes: a muscle, fin or look is off by ${worstBeside}`,
    );
    assert.ok(spread > 0.01, `${fishes} fishes span ${spread} m`);
    assert.ok(worst < TOLERANCE, `${fishes} fishes at ${alpha}: off by ${worst} m`);
    assert.ok(worstAxis < 2e-3, `${fishes} fishes at ${alpha}: an axis is off by ${worstAxis}`);
  }
});

test("skins by the GPU are the bound surfaces", { timeout: 90_000 }, async (t) => {
  const chromium = findChromium();
  if (!chromium) return t.skip("no Chromium on the PATH");
  const script = await bundled("./poseCheck.ts", "poseCheck");
  const answer = await runInChromium(chromium, script, "poseCheck.compareSkins()");
  const { vertices, worst, worstNormal } = answer as SkinComparison;
  assert.equal(vertices, 6 * 12 * 4);
  assert.ok(worst < TOLERANCE, `a vertex is off by ${worst} m`);
  assert.ok(worstNormal < 2e-3, `a normal is off by ${worstNormal}`);
});

test("skins by the GPU are those of Python, to half a pixel", { timeout: 90_000 }, async (t) => {
  const chromium = findChromium();
  if (!chromium) return t.skip("no Chromium on the PATH");
  const script = await bundled("./poseCheck.ts", "poseCheck");
  const answer = await runInChromium(chromium, script, "poseCheck.compareWithPython()");
  const { vertices, worst } = answer as { vertices: number; worst: number };
  assert.equal(vertices, 3 * 3 * 6 * 12);
  assert.ok(worst < 0.5, `on a fish of 1000 pixels a vertex is off by ${worst} pixels`);
  t.diagnostic(`worst of ${vertices} vertices: ${worst} pixels`);
});
