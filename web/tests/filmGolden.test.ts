/** The path of a film, held to the golden file that `tests/export/test_film_path.py` holds Python to. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Film } from "../src/stages/ocean/film.ts";
import { FramePool } from "../src/wire/frame.ts";
import type { Roster, Shot } from "../src/wire/messages.ts";
import { readSnapshot } from "../src/wire/snapshot.ts";
import { packet, UPRIGHT } from "./packets.ts";

interface Golden {
  shots: Shot[];
  moments: {
    time: number;
    seconds: number;
    places: [number, number, number][];
    groups: number[];
    position: number[];
    target: number[];
  }[];
}

const EXTENT = 8;
const STEPS = 2 ** 21 - 1;
const golden: Golden = JSON.parse(
  readFileSync(new URL("fixtures/film.json", import.meta.url), "utf8"),
);

const step = (metres: number) => BigInt(Math.round((metres / EXTENT + 0.5) * STEPS));

test("the camera goes where Python's goes", () => {
  const film = new Film();
  film.load(golden.shots);
  for (const { time, seconds, places, groups, position, target } of golden.moments) {
    const fishes = places.map(([x, y, z]) => ({
      x: step(x),
      y: step(y),
      z: step(z),
      turn: UPRIGHT,
    }));
    const now = readSnapshot(packet({ extent: EXTENT, time, fishes }), new FramePool());
    const roster = { groups } as Roster;
    const shot = film.at({ from: now, to: now, alpha: 1 }, roster, seconds) ?? assert.fail();
    const inStudio = ({ x, y, z }: { x: number; y: number; z: number }) => [x, -z, y];
    for (const [found, wanted] of [
      [inStudio(shot.position), position],
      [inStudio(shot.target), target],
    ] as const) {
      for (const [k, value] of wanted.entries()) {
        assert.ok(
          Math.abs((found[k] ?? Number.NaN) - value) < 1e-5,
          `${time} s: ${found}, ${wanted}`,
        );
      }
    }
  }
});
