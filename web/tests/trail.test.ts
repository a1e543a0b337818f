import assert from "node:assert/strict";
import { test } from "node:test";
import { Trail } from "../src/stages/puppet/trail.ts";

/** A hand that goes right at 3 m/s, heard of at these times [ms]. */
function moved(...times: number[]): Trail {
  const trail = new Trail();
  for (const time of times) trail.note([0.003 * time, 0, 1], time);
  return trail;
}

function close(velocity: readonly number[], expected: readonly number[], within = 1e-9): void {
  for (const [axis, value] of velocity.entries()) {
    assert.ok(Math.abs(value - (expected[axis] ?? 0)) <= within, `${velocity} is not ${expected}`);
  }
}

test("a hand is as fast as in its last moments", () => {
  const steady = Array.from({ length: 60 }, (_, k) => 8 * k);
  close(moved(...steady).velocity(8 * 59), [3, 0, 0]);
  // It began slowly.
  const trail = new Trail();
  for (let time = 0; time <= 400; time += 10)
    trail.note([time < 200 ? 0 : (time - 200) / 100, 0, 1], time);
  close(trail.velocity(400), [10, 0, 0]);
});

test("a hand that stands still throws nothing", () => {
  close(moved(0, 10, 20, 30).velocity(200), [0, 0, 0]);
  close(new Trail().velocity(5), [0, 0, 0]);
});

test("a throw may be shorter than the moments that count", () => {
  close(moved(0, 10, 20, 30).velocity(30), [3, 0, 0]);
  const fast = moved(0, 1).velocity(1);
  assert.ok((fast[0] ?? 0) < 1);
});

test("events that come late in one bunch keep their own times", () => {
  const trail = moved(0, 16, 32, 48, 64, 80, 96);
  trail.note([0.003 * 112, 0, 1], 112);
  close(trail.velocity(112), [3, 0, 0]);
});
