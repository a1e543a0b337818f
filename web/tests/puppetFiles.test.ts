import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDocument } from "../src/puppet/document.ts";
import { readPuppetFrame } from "../src/puppet/frame.ts";
import { signedArea } from "../src/puppet/geometry.ts";
import { withMesh, withoutPictures } from "../src/puppet/meshes.ts";
import { parsePuppetMessage } from "../src/puppet/parse.ts";
import { fitted, isHidden, outlinesOf, withoutHoles } from "../src/puppet/svg.ts";
import { stageSocketUrl } from "../src/wire/client.ts";
import { PUPPET_PROTOCOL } from "../src/wire/puppetry.ts";

const circle = (radius: number, corners = 400) =>
  Array.from({ length: corners + 1 }, (_, k) => ({
    x: radius * Math.cos((2 * Math.PI * k) / corners),
    y: -radius * Math.sin((2 * Math.PI * k) / corners),
  }));

test("shapes of a picture become outlines of few corners, counter-clockwise; specks do not", () => {
  const drawn = [
    { color: "#112233", dots: circle(100) },
    { color: "#445566", dots: circle(0.2) },
    { color: "#778899", dots: circle(100).slice(0, 2) },
  ];
  const [round, ...others] = outlinesOf(drawn);
  assert.equal(others.length, 0);
  assert.ok(round && round.dots.length <= 90 && round.dots.length > 12);
  const area = signedArea(round.dots);
  assert.ok(area > 0 && Math.abs(area / (Math.PI * 1e4) - 1) < 0.02);
});

test("a hole is no part; an island in it is one", () => {
  const reversed = (radius: number) => circle(radius).reverse();
  const counts = (evenOdd: boolean, ...loops: ReturnType<typeof circle>[]) =>
    withoutHoles(loops, evenOdd).length;
  assert.equal(counts(true, circle(3), circle(2), circle(1)), 2);
  assert.equal(counts(false, circle(3), reversed(2), circle(1)), 2);
  // Drawn the same way round, it is filled.
  assert.equal(counts(false, circle(3), circle(2)), 2);
  const beside = circle(1).map(({ x, y }) => ({ x: x + 9, y }));
  assert.equal(counts(true, circle(3), beside), 2);
  assert.equal(counts(false, circle(3), beside.reverse()), 2);
});

test("what is not displayed, or stands in what is not, is hidden", () => {
  const node = (said: Record<string, string>, parentElement: Element | null = null) =>
    ({ getAttribute: (key: string) => said[key] ?? null, parentElement }) as unknown as Element;
  assert.ok(!isHidden(node({})));
  assert.ok(isHidden(node({ display: "none" })));
  assert.ok(isHidden(node({}, node({}, node({ style: "fill: red; display: none" })))));
  assert.ok(!isHidden(node({ style: "display:inline", display: "none" })));
});

test("a picture is fitted into a frame without distortion", () => {
  const frame = { left: 0, right: 4, bottom: 0, top: 2 };
  const [round] = fitted([{ color: "#112233", dots: circle(50) }], frame);
  const xs = round?.dots.map(({ x }) => x) ?? [];
  const ys = round?.dots.map(({ y }) => y) ?? [];
  assert.deepEqual([Math.min(...xs), Math.max(...xs)], [1, 3]);
  assert.deepEqual([Math.min(...ys), Math.max(...ys)], [0, 2]);
});

const BOX = `o box
v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 1 0 1\nv 1 2 1\nv 0 2 1
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8
`;
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

test("a mesh of y up becomes a part of z up that stands on the floor", async () => {
  const { part } = await withMesh(emptyDocument(3), bytes(BOX), "box.obj");
  assert.deepEqual([part[0]?.vertices?.length, part[0]?.faces?.length], [8, 12]);
  const heights = part[0]?.vertices?.map(([, , z]) => z ?? 0) ?? [];
  const wide = part[0]?.vertices?.map(([x]) => x ?? 0) ?? [];
  assert.equal(Math.min(...heights), 0);
  assert.ok(Math.max(...heights) > 1);
  // Twice as high as wide, as in the file.
  const ratio = Math.max(...heights) / (Math.max(...wide) - Math.min(...wide));
  assert.ok(Math.abs(ratio - 2) < 1e-3);
});

test("files that are of no use get a sentence", async () => {
  const space = emptyDocument(3);
  await assert.rejects(withMesh(space, bytes("v 0 0 0\n"), "dot.obj"), /dot\.obj has no triangle/);
  await assert.rejects(withMesh(space, bytes("rubbish"), "a.glb"), /a\.glb cannot be read/);
  await assert.rejects(withMesh(emptyDocument(2), bytes(BOX), "box.obj"), /three dimensions/);
  const rows = Array.from({ length: 20_100 }, (_, k) => `v ${k} ${k % 7} ${k % 3}\n`);
  const faces = Array.from({ length: 20_098 }, (_, k) => `f ${k + 1} ${k + 2} ${k + 3}\n`);
  const large = bytes(rows.join("") + faces.join(""));
  await assert.rejects(withMesh(space, large, "large.obj"), /20,100 vertices.*at most 20,000/);
});

test("a GLB file loses its pictures and keeps its shape", () => {
  const json = JSON.stringify({
    asset: { version: "2.0" },
    images: [{ uri: "http://elsewhere/a.png" }],
    textures: [{ source: 0 }],
    materials: [
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 }, baseColorFactor: [1, 0, 0, 1] } },
    ],
  }).padEnd(400);
  const glb = new ArrayBuffer(20 + 400 + 8);
  const view = new DataView(glb);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(8, glb.byteLength, true);
  view.setUint32(12, 400, true);
  view.setUint32(16, 0x4e4f534a, true);
  new Uint8Array(glb).set(new TextEncoder().encode(json), 20);
  new Uint8Array(glb).set([1, 2, 3, 4, 5, 6, 7, 8], 420);
  const plain = withoutPictures(glb);
  const length = new DataView(plain).getUint32(12, true);
  const kept = JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 20, length)));
  assert.deepEqual(kept, {
    asset: { version: "2.0" },
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
  });
  assert.deepEqual([...new Uint8Array(plain, 20 + length)], [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(new DataView(plain).getUint32(8, true), plain.byteLength);
});

function frame(points: number, vertices: number): ArrayBuffer {
  const data = new ArrayBuffer(24 + 12 * (points + vertices));
  const view = new DataView(data);
  view.setUint32(0, 5, true);
  view.setUint32(4, 77, true);
  view.setFloat64(8, 1.25, true);
  view.setUint32(16, points, true);
  view.setUint32(20, vertices, true);
  new Float32Array(data, 24).forEach((_, k, all) => {
    all[k] = k;
  });
  return data;
}

test("frames are read as they lie on the wire", () => {
  const { roster, tick, seconds, points, vertices } = readPuppetFrame(frame(2, 3));
  assert.deepEqual([roster, tick, seconds], [5, 77, 1.25]);
  assert.deepEqual([...points], [0, 1, 2, 3, 4, 5]);
  assert.equal(vertices[0], 6);
  assert.equal(vertices.length, 9);
});

test("a frame of a wrong length is refused", () => {
  assert.throws(() => readPuppetFrame(frame(2, 3).slice(0, -4)), /take 84/);
  assert.throws(() => readPuppetFrame(new ArrayBuffer(8)), /header/);
});

test("messages that do not fit are named", () => {
  const says = (value: object) => () => parsePuppetMessage(JSON.stringify(value));
  assert.throws(() => parsePuppetMessage("{"), /not JSON/);
  assert.throws(says({ type: "curtain" }), /unknown type "curtain"/);
  assert.throws(says({ type: "theatre", protocol: PUPPET_PROTOCOL + 1 }), /Reload the page/);
  assert.throws(says({ type: "saved", text: "a" }), /field "filename"/);
  const puppet = {
    type: "puppet",
    revision: 1,
    document: emptyDocument(2),
    undoable: false,
    redoable: false,
    parts: [{ name: "a", color: "#112233", first: 0, count: 3, faces: [[0, 1, 3]] }],
  };
  assert.throws(says(puppet), /part "a" has a face/);
  assert.equal(says({ ...puppet, parts: [] })().type, "puppet");
});

test("the socket is beside the page, with its token", () => {
  const page = new URL("https://studio.example/show/?token=abc#puppet");
  assert.equal(stageSocketUrl(page, "puppet"), "wss://studio.example/show/puppet?token=abc");
});
