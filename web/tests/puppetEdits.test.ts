import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDocument, type Place } from "../src/puppet/document.ts";
import { Draft } from "../src/puppet/draft.ts";
import {
  addJoint,
  addPart,
  addPoint,
  addRod,
  jointOf,
  movePart,
  movePoint,
  removed,
  renamePoint,
  replaced,
  scalePart,
  setPath,
  toggleFollowed,
} from "../src/puppet/edits.ts";
import { thingNamed } from "../src/stages/puppet/things.ts";
import type { PuppetDocument } from "../src/wire/puppetry.ts";

/** Three points in a row, two rods, a joint, a part around the first two, a path. */
function leg(): PuppetDocument {
  const places: Place[] = [
    [0, 0, 2],
    [0, 0, 1],
    [0, 0, 0],
  ];
  let made = places.reduce(addPoint, emptyDocument(2));
  made = addRod(addRod(made, 0, 1), 1, 2);
  made = addJoint(made, [0, 1, 2]);
  const outline = [
    [-0.2, 0.8],
    [0.2, 0.8],
    [0.2, 2.2],
    [-0.2, 2.2],
  ];
  made = addPart(made, { color: "#aa5500", outline });
  return setPath(made, 2, [
    [0, 0, 0],
    [1, 1, 0],
  ]);
}

test("points get fresh names and coordinates of the plane", () => {
  const { point } = leg();
  assert.deepEqual(
    point.map(({ name, at }) => [name, at]),
    [
      ["point 1", [0, 2]],
      ["point 2", [0, 1]],
      ["point 3", [0, 0]],
    ],
  );
  const without = removed(leg(), { kind: "point", index: 0 });
  const names = addPoint(without, [1, 0, 1]).point.map(({ name }) => name);
  assert.equal(new Set(names).size, 3);
});

test("rods are between two points, once", () => {
  const made = leg();
  assert.equal(addRod(made, 1, 0), made);
  assert.equal(addRod(made, 1, 1), made);
  assert.equal(addRod(made, 0, 2).rod.length, 3);
});

test("a new joint bends around how it is at rest", () => {
  const [{ angle } = { angle: null }] = leg().joint;
  assert.deepEqual(angle, [-1.0472, 1.0472]);
  assert.deepEqual(jointOf(leg(), 0, 1), [0, 1, 2]);
  assert.equal(jointOf(leg(), 0, 0), null);
});

test("a part follows what it is drawn around", () => {
  assert.deepEqual(leg().part[0]?.follows, ["point 1", "point 2"]);
  const toggled = toggleFollowed(toggleFollowed(leg(), 0, "point 3"), 0, "point 1");
  assert.deepEqual(toggled.part[0]?.follows, ["point 2", "point 3"]);
  const moved = movePart(leg(), 0, [1, 0, -0.5]).part[0]?.outline?.[0];
  assert.deepEqual(moved, [0.8, 0.3]);
  const outline = scalePart(leg(), 0, 2).part[0]?.outline;
  assert.deepEqual(outline?.[0], [-0.4, 0.1]);
  assert.deepEqual(outline?.[2], [0.4, 2.9]);
});

test("a moved point takes the set lengths of its rods along", () => {
  const set = replaced(leg(), "rod", 0, { length: [0.9, 1.1] });
  const moved = movePoint(set, 0, [0, 0, 3]);
  assert.deepEqual(moved.rod[0]?.length, [1.8, 2.2]);
  assert.equal(moved.rod[1]?.length, null);
  assert.deepEqual(set.point[0]?.at, [0, 2]);
});

test("what cannot be without a point goes with it", () => {
  const without = removed(leg(), { kind: "point", index: 1 });
  assert.deepEqual([without.rod.length, without.joint.length, without.point.length], [0, 0, 2]);
  assert.deepEqual(without.part[0]?.follows, ["point 1"]);
  assert.equal(removed(leg(), { kind: "point", index: 2 }).path.length, 0);
  const bare = removed(removed(leg(), { kind: "point", index: 0 }), { kind: "point", index: 0 });
  assert.equal(bare.part.length, 0);
});

test("another name counts wherever a point is meant", () => {
  const renamed = renamePoint(leg(), 2, "foot");
  assert.deepEqual(renamed.rod[1]?.ends, ["point 2", "foot"]);
  assert.deepEqual(renamed.joint[0]?.points, ["point 1", "point 2", "foot"]);
  assert.equal(renamed.path[0]?.point, "foot");
  assert.ok(!JSON.stringify(renamed).includes("point 3"));
});

test("a draft is shown until the studio has answered all of it", () => {
  const [first, second, third] = [leg(), addPoint(leg(), [1, 0, 1]), addPoint(leg(), [2, 0, 1])];
  const draft = new Draft();
  draft.settle(first, 0);
  assert.equal(draft.document, first);
  draft.propose(second, 10);
  draft.propose(third, 20);
  draft.settle(second, 30);
  assert.equal(draft.document, third);
  draft.settle(third, 40);
  assert.ok(!draft.isWaiting);
  assert.equal(draft.document, third);
});

test("what is refused is gone, and what the studio has is back", () => {
  const [first, second] = [leg(), addPoint(leg(), [1, 0, 1])];
  const draft = new Draft();
  draft.settle(first, 0);
  draft.propose(second, 10);
  assert.equal(draft.refuse(), second);
  assert.equal(draft.document, first);
  assert.equal(draft.refuse(), null);
});

test("an answer that never comes is not waited for for ever", () => {
  const [first, second] = [leg(), addPoint(leg(), [1, 0, 1])];
  const draft = new Draft();
  draft.settle(first, 0);
  draft.propose(second, 10);
  draft.propose(second, 20);
  draft.settle(first, 9000);
  assert.equal(draft.document, first);
});

test("problems name what they are about", () => {
  assert.deepEqual(thingNamed("rod[3].ends"), { kind: "rod", index: 3 });
  assert.deepEqual(thingNamed("point[12]"), { kind: "point", index: 12 });
  assert.equal(thingNamed("stage.low"), null);
  assert.equal(thingNamed(""), null);
});
