/** The shader that decodes snapshots agrees with its twin in TypeScript, on a real WebGL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { findChromium, runInChromium } from "./browser.ts";
import type { Comparison } from "./poseCheck.ts";

/** float32 at 20 m has steps of 2e-6 m; a wrong bit anywhere is off by far more. */
const TOLERANCE = 2e-5;

test("poses by the GPU are the snapshot's", { timeout: 90_000 }, async (t) => {
  const chromium = findChromium();
  if (!chromium) return t.skip("no Chromium on the PATH");
  const script = await bundled("./poseCheck.ts");
  const answer = await runInChromium(chromium, script, "poseCheck.comparePoses()");
  const comparisons = answer as Comparison[];
  assert.equal(comparisons.length, 3);
  for (const { fishes, alpha, worst, spread } of comparisons) {
    assert.ok(spread > 0.01, `${fishes} fishes span ${spread} m`);
    assert.ok(worst < TOLERANCE, `${fishes} fishes at ${alpha}: off by ${worst} m`);
  }
});

async function bundled(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ["iife"],
        name: "poseCheck",
      },
    },
  });
  const first = Array.isArray(output) ? output[0] : output;
  assert.ok(first && "output" in first);
  return first.output[0].code;
}
