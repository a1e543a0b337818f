import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { partsOf } from "../src/stages/ocean/habitat/colonies.ts";
import { daylight, setDaylight } from "../src/stages/ocean/habitat/daylight.ts";
import { feedPlace } from "../src/stages/ocean/habitat/feeding.ts";
import { FORMS, formGeometry } from "../src/stages/ocean/habitat/forms.ts";
import { LEVELS } from "../src/stages/ocean/habitat/levels.ts";
import { Obstacles } from "../src/stages/ocean/habitat/obstacles.ts";
import { Sea } from "../src/stages/ocean/habitat/sea.ts";
import { Weeds } from "../src/stages/ocean/habitat/weeds.ts";
import type { Habitat, Obstacle } from "../src/wire/messages.ts";
import { parseServerMessage } from "../src/wire/parse.ts";
import { habitatMisfit } from "../src/wire/scenery.ts";
import { hello } from "./packets.ts";

/** Heights of 3 x 3 points, from -2 m to -1 m: steps, those of a column from south to north. */
const STEPS = [0, 0, 0, 65535, 0, 0, 0, 0, 65535];

function base64(steps: readonly number[]): string {
  const bytes = new Uint8Array(steps.length * 2);
  const view = new DataView(bytes.buffer);
  steps.forEach((step, k) => {
    view.setUint16(2 * k, step, true);
  });
  return btoa(String.fromCharCode(...bytes));
}

const ROCK: Obstacle = {
  kind: "rock",
  x: 1,
  y: 1,
  bottom: -2.2,
  top: -0.5,
  radius: 0.5,
  height: 1.5,
  seed: 7,
};

function habitat(change: object = {}): Habitat {
  return {
    radius: 4,
    ground: -2,
    surface: 3,
    clarity: 12,
    terrain: { size: 3, step: 4, reach: 4, lowest: -2, highest: -1, heights: base64(STEPS) },
    obstacles: [ROCK],
    weeds: [{ kind: "kelp", root: [1, 2, -2], leaves: 3, height: 1 }],
    ...change,
  };
}

test("the ground is where the studio says, with north at the page's -z", () => {
  const sea = new Sea(habitat());
  // The middle column (x = 0) is high in the south, the east one in the north.
  assert.equal(sea.height(0, 4), -1);
  assert.equal(sea.height(4, -4), -1);
  assert.equal(sea.height(4, 4), -2);
  assert.equal(sea.height(0, 2), -1.5);
  assert.equal(sea.height(2, 4), -1.5);
  assert.equal(sea.height(99, -99), -1);
});

test("water is above the ground, below the surface, within the boundary, beside rocks", () => {
  const sea = new Sea(habitat());
  assert.ok(sea.isWater(0, 0, 0));
  assert.ok(!sea.isWater(0, 3.1, 0));
  assert.ok(!sea.isWater(0, 2.95, 0, 0.1));
  assert.ok(!sea.isWater(0, -2.1, 0));
  assert.ok(!sea.isWater(3, 0, 3));
  assert.ok(!sea.isWater(1, -0.6, -1), "the rock stands north of the middle");
  assert.ok(sea.isWater(1, -0.6, 1));
});

test("food goes as far as one looks, but not into rocks or out of the water", () => {
  const sea = new Sea(habitat({ obstacles: [{ ...ROCK, y: 0 }] }));
  const ray = new THREE.Ray(new THREE.Vector3(-3, -1, 0), new THREE.Vector3(1, 0, 0));
  assert.ok(Math.abs((feedPlace(ray, 2, sea)?.x ?? 9) - -1) < 0.03);
  assert.ok(Math.abs((feedPlace(ray, 30, sea)?.x ?? 9) - 0.44) < 0.05, "in front of the rock");
  const up = new THREE.Ray(new THREE.Vector3(0, 0, 0), new THREE.Vector3(0, 1, 0));
  assert.ok(Math.abs((feedPlace(up, 30, sea)?.y ?? 9) - 2.94) < 0.05, "below the surface");
  const inwards = new THREE.Ray(new THREE.Vector3(-9, 1, 0), new THREE.Vector3(1, 0, 0));
  assert.ok(Math.abs((feedPlace(inwards, 1, sea)?.x ?? 9) - -3.94) < 0.05, "within the boundary");
  const away = new THREE.Ray(new THREE.Vector3(-9, 1, 0), new THREE.Vector3(-1, 0, 0));
  assert.equal(feedPlace(away, 1, sea), null);
});

test("rocks, corals and columns fill their cylinders and never leave them", () => {
  const place = new THREE.Vector3();
  for (const kind of ["rock", "coral", "cylinder"] as const) {
    for (let seed = 0; seed < 8; seed++) {
      const one = { ...ROCK, kind, seed };
      let widest = 0;
      let highest = Number.NEGATIVE_INFINITY;
      for (const part of partsOf(one)) {
        for (const level of LEVELS) {
          const places = formGeometry(part.form, level).getAttribute("position");
          for (let k = 0; k < places.count; k++) {
            place.fromBufferAttribute(places, k).multiply(part.scale);
            place.applyQuaternion(part.turn).add(part.place);
            widest = Math.max(widest, Math.hypot(place.x - one.x, place.z + one.y));
            highest = Math.max(highest, place.y);
          }
        }
      }
      assert.ok(widest <= one.radius + 1e-6 && widest > 0.6 * one.radius, `${kind} ${widest}`);
      assert.ok(
        highest <= one.top + 1e-6 && highest > one.top - 0.3 * one.radius,
        `${kind} ${highest}`,
      );
    }
  }
});

test("however many corals there are, few draws show them, and none that nobody sees", () => {
  const obstacles = Array.from({ length: 200 }, (_, seed) => ({
    ...ROCK,
    kind: "coral" as const,
    x: (seed % 20) / 6 - 1.5,
    y: Math.floor(seed / 20) / 6 - 1,
    seed,
  }));
  const stands = new Obstacles(new Sea(habitat({ obstacles })), {});
  const meshes = () => stands.object.children.filter(({ visible }) => visible) as THREE.Mesh[];
  const drawn = () =>
    meshes().reduce(
      (sum, { geometry }) => sum + (geometry as THREE.InstancedBufferGeometry).instanceCount,
      0,
    );
  const camera = new THREE.PerspectiveCamera(50, 1.6, 0.1, 100);
  camera.position.set(0, -0.5, 6);
  camera.updateMatrixWorld();
  stands.face(camera);
  assert.ok(drawn() > 200 * 5, `${drawn()} forms`);
  assert.ok(meshes().length <= 2 * FORMS.length && FORMS.length < 40, `${meshes().length} draws`);
  camera.rotation.y = Math.PI;
  camera.updateMatrixWorld();
  stands.face(camera);
  assert.equal(drawn(), 0);
  stands.dispose();
});

test("seaweeds that nobody sees are not drawn, unless all are asked for", () => {
  const clusters = ([0, 3, 60] as const).map((away) => ({
    kind: "ribbon" as const,
    root: [0, away, -1] as [number, number, number],
    leaves: 4,
    height: 1,
  }));
  const weeds = new Weeds(clusters, {});
  const drawn = () =>
    (weeds.object.children as THREE.Mesh[])
      .filter(({ visible }) => visible)
      .map(({ geometry }) => (geometry as THREE.InstancedBufferGeometry).instanceCount)
      .reduce((sum, count) => sum + count, 0);
  const camera = new THREE.PerspectiveCamera(50, 1.6, 0.1, 100);
  camera.position.set(0, -0.5, 6);
  camera.updateMatrixWorld();
  weeds.face(camera, 800);
  assert.equal(drawn(), 8, "the water hides those that are 66 m away");
  camera.rotation.y = Math.PI;
  camera.updateMatrixWorld();
  weeds.face(camera, 800);
  assert.equal(drawn(), 0);
  weeds.everything = true;
  weeds.face(camera, 800);
  assert.equal(drawn(), 12);
  weeds.dispose();
});

test("by night it is dark and blue, at dusk warm, and light always comes from above", () => {
  const light = daylight();
  const { sunwards, sunshine, sunColour } = light;
  setDaylight({ hour: 12, sun: 1 }, light);
  assert.deepEqual(sunshine.value.toArray(), [1, 1, 1]);
  const noon = sunwards.value.x;
  setDaylight({ hour: 18, sun: 0.15 }, light);
  assert.ok(sunshine.value.g < 0.7 && sunColour.value.r > 2 * sunColour.value.b, "warm");
  const dusk = sunshine.value.g;
  setDaylight({ hour: 0, sun: 0.03 }, light);
  assert.ok(sunshine.value.b > 2 * sunshine.value.r && sunshine.value.b < 0.3);
  assert.ok(sunshine.value.g < 0.5 * dusk, "night is darker than dusk");
  const before = sunwards.value.clone();
  for (let hour = 0; hour < 24; hour += 0.1) {
    setDaylight({ hour, sun: 0.5 }, light);
    assert.ok(sunwards.value.y > 0.6 && light.sunInAir.value.y > 0.2);
    assert.ok(sunwards.value.angleTo(before) < 0.25, `no shadow jumps at ${hour} h`);
    before.copy(sunwards.value);
  }
  setDaylight({ hour: 8, sun: 0.6 }, light);
  assert.ok(sunwards.value.x > noon, "in the morning it comes from the east");
});

test("a habitat that cannot be drawn is refused with a phrase", () => {
  assert.equal(habitatMisfit(habitat()), undefined);
  const { terrain } = habitat();
  const broken: [object, RegExp][] = [
    [{ radius: -1 }, /its radius is -1 m/],
    [{ surface: -2 }, /is not above its ground/],
    [{ clarity: 0 }, /its clarity is 0 m/],
    [{ terrain: null }, /no terrain/],
    [{ terrain: { ...terrain, size: 1e6 } }, /2 to 4096 points/],
    [{ terrain: { ...terrain, heights: "!" } }, /18 bytes of heights/],
    [{ terrain: { ...terrain, heights: base64([1, 2]) } }, /18 bytes of heights/],
    [{ terrain: { ...terrain, step: Number.NaN } }, /no step/],
    [{ terrain: { ...terrain, highest: -3 } }, /between two heights/],
    [{ obstacles: [{ ...ROCK, kind: "tower" }] }, /obstacles are no list/],
    [{ obstacles: [{ ...ROCK, top: -9 }] }, /obstacles are no list/],
    [{ weeds: [{ kind: "moss", root: [0, 0, 0], leaves: 1, height: 1 }] }, /weeds are no list/],
    [{ weeds: [{ kind: "kelp", root: [0, 0], leaves: 1, height: 1 }] }, /weeds are no list/],
    [{ weeds: [{ kind: "kelp", root: [0, 0, 0], leaves: 1e9, height: 1 }] }, /1000000000 leaves/],
  ];
  for (const [change, reason] of broken) {
    const text = JSON.stringify(hello({ habitat: habitat(change) }));
    assert.throws(() => parseServerMessage(text), reason, String(reason));
  }
});
