import assert from "node:assert/strict";
import { test } from "node:test";
import { TextureConnection } from "../src/texture/connection.ts";
import {
  BORDER,
  farther,
  fileName,
  isInside,
  isSame,
  meshPaths,
  type Node,
  nameOf,
  nearestNode,
  placeOf,
} from "../src/texture/geometry.ts";
import { parseTextureMessage } from "../src/texture/parse.ts";
import { readPhoto } from "../src/texture/photos.ts";
import type { Socket } from "../src/wire/life.ts";
import { MESH_COLUMNS, MESH_ROWS, TEXTURE_PROTOCOL } from "../src/wire/texturing.ts";

/** Ten pixels from node to node. */
const REGULAR = Array.from({ length: MESH_ROWS * MESH_COLUMNS }, (_, index) => [
  10 * (index % MESH_COLUMNS),
  10 * Math.floor(index / MESH_COLUMNS),
]).flat();

test("the border goes once around, a step at a time", () => {
  assert.equal(BORDER.length, 2 * (MESH_ROWS + MESH_COLUMNS) - 4);
  assert.equal(new Set(BORDER.map(({ row, column }) => `${row} ${column}`)).size, BORDER.length);
  BORDER.forEach((node, index) => {
    const next = BORDER[(index + 1) % BORDER.length] as Node;
    assert.equal(Math.abs(next.row - node.row) + Math.abs(next.column - node.column), 1);
  });
});

test("nodes are counted row by row", () => {
  assert.deepEqual(placeOf(REGULAR, { row: 3, column: 7 }), { x: 70, y: 30 });
});

test("a pointer takes the nearest node of the border, never one inside", () => {
  assert.deepEqual(nearestNode(REGULAR, { x: 71, y: 2 }, 5), { row: 0, column: 7 });
  assert.equal(nearestNode(REGULAR, { x: 70, y: 30 }, 5), null);
  assert.equal(nearestNode(REGULAR, { x: 71, y: -6 }, 5), null);
});

test("what is within the border moves the whole mesh", () => {
  assert.ok(isInside(REGULAR, { x: 55, y: 33 }));
  assert.ok(!isInside(REGULAR, { x: -1, y: 33 }));
  assert.ok(!isInside(REGULAR, { x: 55, y: 81 }));
});

test("around the border one comes back to where one was", () => {
  const start = BORDER[0] as Node;
  assert.ok(isSame(farther(start, BORDER.length), start));
  assert.ok(isSame(farther(start, -1), BORDER.at(-1) as Node));
  assert.ok(isSame(farther(farther(start, 5), -5), start));
});

test("the inside is drawn without the border, the border closed", () => {
  const { inner, border } = meshPaths(REGULAR);
  assert.equal(inner.match(/M/g)?.length, MESH_ROWS - 2 + MESH_COLUMNS - 2);
  assert.equal(border.match(/M/g)?.length, 1);
  assert.ok(border.startsWith("M0.00 0.00L10.00 0.00") && border.endsWith("Z"));
});

test("nodes have names that can be read out", () => {
  assert.equal(nameOf({ row: 4, column: 0 }), "nose, row 5");
  assert.equal(nameOf({ row: 0, column: 10 }), "back, middle, column 11");
  assert.equal(nameOf({ row: 8, column: 15 }), "belly, rear, column 16");
});

test("any label makes a name that the studio takes, or none", () => {
  for (const [label, name] of [
    ["My fish", "my-fish"],
    ["  Äsche, 2. Ordnung ", "asche-2-ordnung"],
    ["../../etc/passwd", "etc-passwd"],
    ["3 Fishes", "fishes"],
    ["魚", ""],
  ] as const)
    assert.equal(fileName(label), name);
  assert.ok(fileName("a".repeat(99)).length <= 40);
});

const MESH = {
  type: "mesh",
  nodes: REGULAR,
  anchors: [{ row: 0, column: 0, x: 1, y: 2 }],
  relaxing: false,
  rested: false,
  moved: 0,
  template: "",
};

test("a mesh has all its nodes, or is refused", () => {
  assert.equal(parseTextureMessage(JSON.stringify(MESH)).type, "mesh");
  for (const wrong of [
    { ...MESH, nodes: REGULAR.slice(1) },
    { ...MESH, nodes: REGULAR.map(() => null) },
    { ...MESH, anchors: [{ row: 0 }] },
    { type: "cut", picture: "https://elsewhere.example/a.png", far: [] },
    { type: "cut", picture: "data:image/png;base64,", far: [{ template: "herring" }] },
  ])
    assert.throws(() => parseTextureMessage(JSON.stringify(wrong)), /missing or of a wrong type/);
});

test("of a picture that no browser reads it is said whether it is too large", async (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, "createImageBitmap"));
  Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error("no")) });
  const png = (side: number) => {
    const header = new DataView(new ArrayBuffer(24));
    header.setUint32(0, 0x89504e47);
    header.setUint32(16, side);
    header.setUint32(20, side);
    return new Blob([header]);
  };
  await assert.rejects(readPhoto(png(30_000)), /too large/);
  for (const file of [png(300), new Blob(["no picture"])])
    await assert.rejects(readPhoto(file), /no picture that this browser can read/);
});

test("a studio of another version is not talked to", () => {
  const phases: string[] = [];
  let socket: Socket | null = null;
  const connection = new TextureConnection("ws://studio/texture", {
    openSocket: () => {
      socket = {
        binaryType: "",
        readyState: 1,
        onopen: null,
        onmessage: null,
        onclose: null,
        send: () => {},
        close: () => {},
      };
      return socket;
    },
    later: () => {},
    emit: (event) => {
      if (event.kind === "connection") phases.push(event.state.phase);
    },
  });
  connection.open();
  const say = (protocol: number) =>
    (socket as Socket | null)?.onmessage?.({
      data: JSON.stringify({ type: "fish_maker", protocol, templates: [], ocean: true }),
    });
  say(TEXTURE_PROTOCOL);
  say(TEXTURE_PROTOCOL + 1);
  assert.deepEqual(phases, ["open", "stopped"]);
});
