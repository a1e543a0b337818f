import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Company } from "../src/figures/company.ts";
import { FigureConnection, type FromFigureWorker } from "../src/figures/connection.ts";
import { readModels } from "../src/figures/models.ts";
import { parseFigureMessage } from "../src/figures/parse.ts";
import type { Toasts } from "../src/shell/toasts.ts";
import { Backoff } from "../src/wire/backoff.ts";
import { stageSocketUrl } from "../src/wire/client.ts";
import { FIGURES_PROTOCOL } from "../src/wire/figures.ts";
import type { Socket } from "../src/wire/life.ts";
import { WireError } from "../src/wire/snapshot.ts";

const golden = JSON.parse(
  readFileSync(new URL("../../tests/wire/figures/golden_figures.json", import.meta.url), "utf8"),
);

function frame(number: number): ArrayBuffer {
  return new Uint8Array(Buffer.from(golden.frames[number] ?? "", "base64")).buffer;
}

function stand() {
  const sockets: (Socket & { sent: string[] })[] = [];
  const events: FromFigureWorker[] = [];
  const connection = new FigureConnection(
    "ws://studio/figures",
    {
      openSocket: () => {
        const socket: Socket & { sent: string[] } = {
          binaryType: "",
          readyState: 1,
          onopen: null,
          onmessage: null,
          onclose: null,
          sent: [],
          send: (text) => void socket.sent.push(text),
          close: () => socket.onclose?.({ code: 1006, reason: "" }),
        };
        sockets.push(socket);
        return socket;
      },
      later: (_, action) => action(),
      emit: (event) => events.push(event),
    },
    new Backoff(() => 0.5),
  );
  connection.open();
  const newest = () => sockets.at(-1) as (typeof sockets)[number];
  return {
    sockets,
    events,
    newest,
    say: (message: object) => newest().onmessage?.({ data: JSON.stringify(message) }),
    show: (number: number) => newest().onmessage?.({ data: frame(number) }),
    kinds: () => events.map(({ kind }) => kind),
  };
}

test("frames are read with the skeletons that were introduced, and not before", () => {
  const { say, show, kinds } = stand();
  show(0);
  say(golden.hello);
  show(0);
  show(1);
  assert.deepEqual(kinds(), ["complaint", "connection", "message", "frame", "frame"]);
});

test("whoever loses his way says so once, and reads on when all is told anew", () => {
  const { say, show, kinds, newest } = stand();
  say(golden.hello);
  show(0);
  show(2);
  show(1);
  show(2);
  assert.deepEqual(newest().sent, ['{"type":"anew"}']);
  show(0);
  show(1);
  assert.deepEqual(kinds().slice(2), ["frame", "complaint", "frame", "frame"]);
});

test("another connection begins with frames of its own", () => {
  const { say, show, kinds, newest } = stand();
  say(golden.hello);
  show(0);
  newest().close();
  say(golden.hello);
  show(0);
  assert.equal(kinds().filter((kind) => kind === "frame").length, 2);
  assert.equal(kinds().filter((kind) => kind === "complaint").length, 0);
});

test("another version is not tried again", () => {
  const { say, sockets, events } = stand();
  say({ ...golden.hello, protocol: FIGURES_PROTOCOL + 1 });
  const last = events.at(-1);
  assert.ok(last?.kind === "connection" && last.state.phase === "stopped");
  assert.match(last.state.reason, /figures' protocol/);
  assert.equal(sockets.length, 1);
});

test("the socket is beside the page", () => {
  const page = new URL("http://box:8460/?token=a%20b#stage");
  assert.equal(stageSocketUrl(page, "figures"), "ws://box:8460/figures?token=a+b");
});

function company() {
  const shown: string[] = [];
  const toasts = { show: (_: string, text: string) => shown.push(text) } as unknown as Toasts;
  const one = new Company(toasts);
  const say = (message: object) =>
    one.hear({ kind: "message", message: message as never }, performance.now() / 1000);
  return { one, say, shown };
}

const CHOSEN = {
  type: "chosen",
  id: 0,
  posture: "",
  doing: "",
  why: "",
  level: 0,
  taken: false,
  speed: 1.4,
  heading: 0,
  course: 0,
  aim_turn: 0,
  aim_rise: 0,
  aim: 0,
};

test("what somebody was asked for is told with him, or the message is refused", () => {
  assert.deepEqual(parseFigureMessage(JSON.stringify(CHOSEN)), CHOSEN);
  for (const field of ["speed", "heading", "course", "aim_turn", "aim_rise", "aim"]) {
    const text = JSON.stringify({ ...CHOSEN, [field]: undefined });
    assert.throws(() => parseFigureMessage(text), new RegExp(`field "${field}" is missing`));
  }
});

test("the page knows who is there, and forgets whom it chose when he goes", () => {
  const { one, say, shown } = company();
  const ann = { id: 8, kind: "soldier", name: "Ann", armed: true, look: 3, source: "client" };
  say(golden.hello);
  say({ type: "roster", revision: 1, residents: [ann] });
  one.choose(8);
  say({ ...CHOSEN, id: 7 });
  assert.equal(one.state.value.chosen?.posture, undefined);
  say({ ...CHOSEN, id: 8, posture: "dead" });
  assert.equal(one.state.value.chosen?.posture, "dead");
  assert.equal(one.resident(8)?.name, "Ann");
  say({ type: "roster", revision: 2, residents: [] });
  assert.equal(one.state.value.chosenId, null);
  say({ type: "refusal", message: "nobody has id 8" });
  assert.deepEqual(shown, ["nobody has id 8"]);
});

test("progress is shown until it is over", () => {
  const { one, say } = company();
  say({ type: "progress", label: "motions", done: 1, total: 3 });
  assert.equal(one.state.value.progress?.done, 1);
  say({ type: "progress", label: "figures", done: 1, total: 1 });
  assert.equal(one.state.value.progress, null);
});

/** A safetensors file with one vertex of each. */
function modelsFile(change: (header: Record<string, unknown>) => void = () => {}): ArrayBuffer {
  const header: Record<string, unknown> = {};
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const name of ["human-low", "rifle-low"]) {
    const tensors = {
      vertices: ["F32", Float32Array.of(1, 2, 3)],
      normals: ["F32", Float32Array.of(0, 0, 1)],
      colors: ["F32", Float32Array.of(1, 0.5, 0)],
      triangles: ["U16", Uint16Array.of(0, 0, 0)],
      segments: ["U8", Uint8Array.of(4)],
      materials: ["U8", Uint8Array.of(0)],
    } as const;
    for (const [part, [dtype, array]] of Object.entries(tensors)) {
      const bytes = new Uint8Array(array.buffer);
      header[`${name} ${part}`] = { dtype, shape: [], data_offsets: [at, at + bytes.length] };
      parts.push(bytes);
      at += bytes.length;
    }
  }
  header.__metadata__ = { motorium: JSON.stringify({ materials: { "human-low": ["skin"] } }) };
  change(header);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + at);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  let place = 8 + text.length;
  for (const part of parts) {
    file.set(part, place);
    place += part.length;
  }
  return file.buffer;
}

test("models are read, wherever their tensors lie", () => {
  const [model] = readModels(modelsFile(), ["human-low"]);
  assert.deepEqual([...(model?.flesh.vertices ?? [])], [1, 2, 3]);
  assert.deepEqual([...(model?.rifle.segments ?? [])], [4]);
  assert.deepEqual(model?.flesh.materialNames, ["skin"]);
});

test("models that are not whole are refused with a sentence", () => {
  const missing = modelsFile((header) => delete header["rifle-low segments"]);
  const outside = modelsFile((header) => {
    header["human-low colors"] = { dtype: "F32", shape: [], data_offsets: [0, 4096] };
  });
  for (const [data, reason] of [
    [new ArrayBuffer(4), /not whole/],
    [modelsFile().slice(0, 50), /not whole/],
    [missing, /without rifle-low segments/],
    [outside, /lies outside/],
  ] as const) {
    assert.throws(() => readModels(data, ["human-low"]), reason);
  }
  assert.throws(() => readModels(modelsFile(), ["human-high"]), WireError);
});
