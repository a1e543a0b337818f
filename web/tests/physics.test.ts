import assert from "node:assert/strict";
import { test } from "node:test";
import { changing, replayedPhrase, stepPhrase } from "../src/physics/physics.ts";
import type { Levels, PhysicsStatus, Status } from "../src/wire/messages.ts";

test("a wish changes one thing and leaves all else as it is", () => {
  assert.deepEqual(changing({ mass: 2 }), {
    type: "physics",
    mass: 2,
    stiffness: null,
    damping: null,
    steps: null,
    hydrodynamics: null,
  });
});

test("how long a step is, is told in milliseconds", () => {
  assert.equal(stepPhrase([3, 3]), "1/(60 × 3) s = 5.6 ms");
  assert.equal(stepPhrase([2, 4, 3]), "4.2 to 8.3 ms, by species");
  assert.equal(stepPhrase([]), "no fishes, no steps");
});

test("who is replayed is told of only where physics is another", () => {
  const status = (standard: boolean, playback: number, frame: number) =>
    ({
      levels: { muscles: 1, playback, frame } as Levels,
      physics: { standard } as PhysicsStatus,
    }) as Status;
  assert.equal(replayedPhrase(status(true, 5, 0)), "");
  assert.equal(replayedPhrase(status(false, 0, 0)), "");
  assert.match(replayedPhrase(status(false, 0, 1)), /^1 fish is replayed/);
  assert.match(replayedPhrase(status(false, 2, 3)), /^5 fishes are replayed/);
});
