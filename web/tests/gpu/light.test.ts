/** The sea takes red first, then green, then blue, as Beer and Lambert say, on a real WebGL. */
import assert from "node:assert/strict";
import { test } from "node:test";
import LIGHT from "shaders/ocean/light.glsl";
import { NOON } from "../../src/stages/ocean/habitat/daylight.ts";
import { findChromium, runInChromium } from "./browser.ts";
import { bundled } from "./bundle.ts";

const DISTANCES = [0, 1, 2, 4, 8];

/** As the shader has it, in its text. */
function constants(): { absorption: number[]; scattering: number } {
  const absorption = /ABSORPTION = vec3\((.+?)\)/.exec(LIGHT)?.[1]?.split(",").map(Number);
  const scattering = Number(/SCATTERING = (.+?);/.exec(LIGHT)?.[1]);
  assert.ok(absorption && absorption.length === 3 && scattering > 0);
  return { absorption, scattering };
}

test("a white thing loses red, then green, then blue", { timeout: 90_000 }, async (t) => {
  const chromium = findChromium();
  if (!chromium) return t.skip("no Chromium on the PATH");
  const script = await bundled("./lightCheck.ts", "lightCheck");
  const asked = `Promise.resolve(lightCheck.whiteThings(${JSON.stringify(DISTANCES)}))`;
  const answer = await runInChromium(chromium, script, asked);
  const { seen, lit } = answer as { seen: number[][]; lit: number[][] };
  const { absorption, scattering } = constants();
  DISTANCES.forEach((far, k) => {
    absorption.forEach((a, colour) => {
      const left = Math.exp(-(0.42 * a + scattering) * far);
      assert.ok(Math.abs((seen[k]?.[colour] ?? 9) - left) < 1e-4, `${far} m, colour ${colour}`);
      const deep = Math.exp((-0.31 * a * far) / NOON.y);
      assert.ok(Math.abs((lit[k]?.[colour] ?? 9) - deep) < 1e-4, `${far} m deep, ${colour}`);
    });
  });
  const [near, far] = [seen[1] ?? [], seen[4] ?? []];
  const kept = near.map((value, colour) => (far[colour] ?? 0) / value);
  assert.ok((kept[0] ?? 1) < 0.6 * (kept[1] ?? 0) && (kept[1] ?? 1) < (kept[2] ?? 0), `${kept}`);
});
