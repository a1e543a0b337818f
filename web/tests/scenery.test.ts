/** The scenery of the sea is built twice, here and in Python for pictures off line: both alike. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as THREE from "three";
import { liveryOf } from "../src/boat/livery.ts";
import { domeGeometry, hullGeometry, propellerGeometry } from "../src/stages/ocean/boat/hull.ts";
import { Contact } from "../src/stages/ocean/habitat/contact.ts";
import { daylight, setDaylight } from "../src/stages/ocean/habitat/daylight.ts";
import { FORMS, formGeometry } from "../src/stages/ocean/habitat/forms.ts";
import { Ground } from "../src/stages/ocean/habitat/ground.ts";
import { LEVELS } from "../src/stages/ocean/habitat/levels.ts";
import { Obstacles } from "../src/stages/ocean/habitat/obstacles.ts";
import { Sea } from "../src/stages/ocean/habitat/sea.ts";
import type { Stands } from "../src/stages/ocean/habitat/stands.ts";
import { Weeds } from "../src/stages/ocean/habitat/weeds.ts";
import { Rocks } from "../src/stages/ocean/rocks.ts";
import { seabed } from "../src/stages/ocean/seabed.ts";
import { Snow } from "../src/stages/ocean/snow.ts";
import { Tackle } from "../src/stages/ocean/tackle.ts";
import { causticTexture, grainTexture } from "../src/stages/ocean/textures.ts";

// Written by `python -m tests.looks.test_scenery`.
const GOLDEN = JSON.parse(readFileSync(new URL("fixtures/scenery.json", import.meta.url), "utf8"));
const SUNWARDS = new THREE.Vector3(...(GOLDEN.sunwards as [number, number, number])).normalize();
const LIGHT = { sunwards: { value: SUNWARDS } };
const SEA = new Sea(GOLDEN.habitat);
const SIZE = { length: GOLDEN.boat[0], radius: GOLDEN.boat[1] };

/** How many numbers, their mean, their root mean square, and a mean that knows their order. */
function digest(values: ArrayLike<number>): number[] {
  let [sum, squares, ordered] = [0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    const value = values[k] ?? Number.NaN;
    sum += value;
    squares += value * value;
    ordered += (value * ((k * 7919) % 997)) / 997;
  }
  const count = values.length;
  return [count, sum / count, Math.sqrt(squares / count), ordered / count];
}

function near(found: readonly number[], wanted: readonly number[], what: string): void {
  assert.equal(found.length, wanted.length, what);
  for (const [k, value] of wanted.entries()) {
    const off = Math.abs((found[k] ?? Number.NaN) - value);
    assert.ok(off <= 2e-6 + 1e-4 * Math.abs(value), `${what}: ${found} instead of ${wanted}`);
  }
}

function numbers(geometry: THREE.BufferGeometry, name: string): ArrayLike<number> {
  return name === "triangles"
    ? (geometry.getIndex()?.array ?? [])
    : geometry.getAttribute(name).array;
}

function sameMesh(
  geometry: THREE.BufferGeometry,
  golden: Record<string, number[]>,
  names: Record<string, string>,
  what: string,
): void {
  for (const [own, name] of Object.entries(names)) {
    near(digest(numbers(geometry, name)), golden[own] ?? [], `${own} of ${what}`);
  }
}

test("forms of stones and corals", () => {
  const names = { places: "position", normals: "normal", looks: "look", triangles: "triangles" };
  for (const [k, golden] of GOLDEN.forms.entries()) {
    const form = Math.floor(k / LEVELS.length);
    assert.equal(FORMS[form]?.kind, golden.kind);
    sameMesh(formGeometry(form, golden.level), golden, names, `${golden.kind} ${golden.level}`);
  }
  assert.equal(GOLDEN.forms.length, FORMS.length * LEVELS.length);
});

interface Clusters {
  clusters: {
    sphere: THREE.Sphere;
    rows: { form: number; size: number; row: Float32Array }[];
  }[];
}

function sameClusters(stands: Stands, golden: Record<string, number[]>[]): void {
  const { clusters } = stands as unknown as Clusters;
  assert.equal(clusters.length, golden.length);
  for (const [k, { sphere, rows }] of clusters.entries()) {
    const wanted = golden[k] ?? {};
    assert.deepEqual(
      rows.map(({ form }) => form),
      wanted.forms,
    );
    near([...sphere.center.toArray(), sphere.radius], wanted.sphere ?? [], `cluster ${k}`);
    near(digest(rows.flatMap(({ row }) => [...row])), wanted.rows ?? [], `rows of ${k}`);
    near(digest(rows.map(({ size }) => size)), wanted.sizes ?? [], `sizes of ${k}`);
  }
}

test("what stands in a habitat, and on the sand of open water", () => {
  sameClusters(new Obstacles(SEA, LIGHT), GOLDEN.clusters);
  const rocks = new Rocks(LIGHT);
  rocks.update(new THREE.Vector3(3, 0, -7));
  sameClusters(rocks, GOLDEN.rocks);
});

test("the ground, and the shadows on it", () => {
  const tiles = new Ground(SEA, GOLDEN.habitat.weeds, LIGHT).object.children as THREE.Mesh[];
  const { geometry } = tiles[0] as THREE.Mesh;
  const names = { places: "position", normals: "normal", shades: "shade" };
  sameMesh(geometry, GOLDEN.ground, names, "the ground");
  const corners = tiles.flatMap((tile) => Array.from(numbers(tile.geometry, "triangles")));
  assert.equal(corners.length, GOLDEN.ground.triangles);
  const squares = corners.reduce((sum, corner) => sum + corner * corner, 0);
  assert.equal(squares, GOLDEN.ground.corners);
  const contact = new Contact(SEA, GOLDEN.habitat.weeds);
  contact.update(SUNWARDS);
  const texels = contact.uniforms.contact.value.image.data as Uint8Array;
  const channel = (which: number) => texels.filter((_, k) => k % 2 === which);
  near(digest(channel(0)), GOLDEN.sky, "light of the sky");
  near(digest(channel(1)), GOLDEN.shadows, "light of the sun");
});

test("the sand of open water", () => {
  const disc = seabed(LIGHT).geometry;
  sameMesh(disc, GOLDEN.sand, { places: "position", triangles: "triangles" }, "sand");
});

test("leaves of seaweeds", () => {
  const { stands } = new Weeds(GOLDEN.habitat.weeds, LIGHT) as unknown as {
    stands: Record<string, { mesh: THREE.Mesh }[]>;
  };
  for (const golden of GOLDEN.leaves) {
    const stand = stands[golden.kind]?.[golden.level];
    assert.ok(stand);
    const names = { blades: "blade", triangles: "triangles" };
    sameMesh(stand.mesh.geometry, golden, names, `${golden.kind} ${golden.level}`);
  }
});

test("hours of the day", () => {
  for (const { hour, sun, light } of GOLDEN.hours) {
    const told = daylight();
    setDaylight({ hour, sun }, told);
    assert.deepEqual(Object.keys(told).sort(), Object.keys(light).sort());
    for (const [name, { value }] of Object.entries(told)) {
      const parts = typeof value === "number" ? [value] : value.toArray();
      near(parts, light[name], `${name} at ${hour}`);
    }
  }
});

test("specks of snow", () => {
  const { geometry } = new Snow(LIGHT).object;
  near(digest(numbers(geometry, "speck")), GOLDEN.motes, "snow");
});

test("textures of grains and caustics", () => {
  near(digest(grainTexture().image.data as Uint8Array), GOLDEN.grains, "grains");
  near(digest(causticTexture().image.data as Uint8Array), GOLDEN.caustics, "caustics");
});

/** Of a surface, however its flat parts are cut into triangles: its area, and the means over it of
 * places, of what looks outwards of them, of gloss and of glow. */
function surfaceDigest(geometry: THREE.BufferGeometry): number[] {
  const places = geometry.getAttribute("position");
  const finish = geometry.getAttribute("finish");
  const index = Array.from(geometry.getIndex()?.array ?? []);
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  const sums = [0, 0, 0, 0, 0, 0];
  let [whole, outwards] = [0, 0];
  for (let at = 0; at < index.length; at += 3) {
    const corners = index.slice(at, at + 3) as [number, number, number];
    for (const [k, corner] of [a, b, c].entries()) {
      corner.fromBufferAttribute(places, corners[k as 0 | 1 | 2]);
    }
    const middle = a.clone().add(b).add(c).divideScalar(3);
    const cross = b.sub(a).cross(c.sub(a));
    const area = cross.length() / 2;
    whole += area;
    outwards += middle.dot(cross) / 6;
    const mean = (get: (k: number) => number) =>
      corners.reduce((sum, corner) => sum + get(corner) / 3, 0);
    // The glass is told no finish.
    const gloss = finish ? mean((k) => finish.getX(k)) : 0.5;
    const glow = finish ? mean((k) => finish.getY(k)) : 0;
    for (const [k, value] of [...middle.toArray(), gloss, glow].entries()) {
      sums[k] = (sums[k] ?? 0) + value * area;
    }
  }
  return [whole, outwards, ...sums.slice(0, 5).map((sum) => sum / whole)];
}

test("the submarine, and what one fishes with", () => {
  const tackle = new Tackle(LIGHT) as unknown as Record<"hook" | "bait" | "float", THREE.Mesh>;
  const surfaces: Record<string, THREE.BufferGeometry> = {
    hull: hullGeometry(SIZE, new THREE.Color(liveryOf(1).paint)),
    propeller: propellerGeometry(SIZE),
    dome: domeGeometry(SIZE),
    hook: tackle.hook.geometry,
    bait: tackle.bait.geometry,
    float: tackle.float.geometry,
  };
  for (const [name, golden] of Object.entries(GOLDEN.surfaces)) {
    const geometry = surfaces[name] as THREE.BufferGeometry;
    const counts = [geometry.getAttribute("position").count, geometry.getIndex()?.count];
    assert.deepEqual(counts, GOLDEN.counts[name], name);
    near(surfaceDigest(geometry), golden as number[], name);
  }
});
