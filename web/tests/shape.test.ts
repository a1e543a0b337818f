import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpeciesInfo } from "../src/wire/messages.ts";
import { parseServerMessage } from "../src/wire/parse.ts";
import { shapeMisfit } from "../src/wire/shape.ts";
import { ProtocolError, WireError } from "../src/wire/snapshot.ts";
import { hello } from "./packets.ts";
import { someSpecies } from "./species.ts";

test("the shape that Python made fits", () => {
  assert.equal(shapeMisfit(someSpecies()), undefined);
});

test("a shape that cannot be drawn is refused with a sentence", () => {
  const changes: [(species: SpeciesInfo) => unknown, RegExp][] = [
    [(it) => (it.length = 0), /length is 0/],
    [(it) => it.nodes.pop(), /23 nodes/],
    [(it) => (it.nodes[4] = 1e9), /23 nodes/],
    [(it) => (it.skin.faces[3] = [1, 2, 3, 23]), /faces of four nodes from 0 to 22/],
    [(it) => (it.skin.faces[3] = [1, 2, 3] as never), /faces of four nodes/],
    [(it) => (it.skin.faces = []), /1 to 52 faces/],
    [(it) => (it.skin.faces = Array(53).fill([0, 1, 2, 3])), /1 to 52 faces/],
    [(it) => (it.skin.patches = 3 as never), /patches are no list/],
    [(it) => it.skin.patches.shift(), /no patch "left"/],
    [(it) => patch(it).bindings.pop(), /patch "left" needs 1134 numbers/],
    [(it) => (patch(it).bindings[6] = 26), /patch "left" has a point on face 26/],
    [(it) => (patch(it).bindings[6] = 0.5), /patch "left" has a point on face 0.5/],
    [(it) => (patch(it).bindings[9] = 1e30), /patch "left" has a point on face 0, or far/],
    [(it) => (patch(it).bindings[9] = null as never), /patch "left" needs 1134 numbers/],
    [(it) => (patch(it).rows = 1e9), /patch "left" needs 2 to 64 rows/],
    [(it) => (patch(it).degrees = [9, 3]), /patch "left" has degrees/],
    [(it) => (patch(it).degrees = 3 as never), /patch "left" has degrees/],
    [(it) => (it.skin.palette.belly = "url(x)"), /colour "belly"/],
    [(it) => (it.skin.palette.bands = Array(13).fill([0, 1])), /12 pairs/],
    [(it) => (it.skin.palette.stripes = 41), /0 to 40 stripes/],
    [(it) => (it.skin.palette.edge = "red"), /colour "edge"/],
    [(it) => (it.skin.palette.scales = 61), /0 to 60 rows of scales/],
    [(it) => (it.skin.palette.gill_slits = 0.5), /0 to 7 gill slits/],
    [(it) => (it.skin.palette.variety = 2), /variety is not from 0 to 1/],
    [(it) => (it.skin.palette.spots = {} as never), /spots are incomplete/],
    [(it) => (it.skin.palette.false_eye = { radius: 0 } as never), /false eye is incomplete/],
    [(it) => (it.skin.eye.radius = 0), /no radius/],
    [(it) => (it.skin.eye.left[0] = 99), /eyes are not on its faces/],
    [(it) => (it.skin.eye = null as never), /eye is incomplete/],
    [(it) => it.skin.mouth.uv.pop(), /mouth/],
  ];
  for (const [change, reason] of changes) {
    const species = someSpecies("odd");
    change(species);
    assert.match(shapeMisfit(species) ?? "it fits", reason);
    assert.throws(
      () => parseServerMessage(JSON.stringify(hello({ species: [species] }))),
      (error) => error instanceof WireError && /species "odd" cannot be drawn/.test(error.message),
      String(reason),
    );
  }
});

test("another version is told before its fields are looked at", () => {
  assert.throws(() => parseServerMessage('{"type":"hello","protocol":1}'), ProtocolError);
});

function patch(species: SpeciesInfo): SpeciesInfo["skin"]["patches"][number] {
  return species.skin.patches[0] as SpeciesInfo["skin"]["patches"][number];
}
