import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Toasts } from "../src/shell/toasts.ts";

test("what happens in the ocean is told on its stage alone", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const toasts = new Toasts();
  const texts = (stage: string) => toasts.on(stage).map(({ text }) => text);
  toasts.show("refusal", "nobody has id 9");
  for (let fish = 0; fish < 9; fish++) toasts.show("happening", `fish ${fish}`, "ocean");
  assert.deepEqual(texts("figures"), ["nobody has id 9"]);
  assert.deepEqual(texts("ocean"), ["fish 5", "fish 6", "fish 7", "fish 8"]);
  mock.timers.tick(7000);
  assert.deepEqual([texts("ocean"), texts("figures")], [[], []]);
  mock.timers.reset();
});
