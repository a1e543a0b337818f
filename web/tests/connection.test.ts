import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff } from "../src/wire/backoff.ts";
import { socketUrl } from "../src/wire/client.ts";
import { Connection } from "../src/wire/connection.ts";
import type { Socket } from "../src/wire/life.ts";
import type { FromWorker } from "../src/wire/link.ts";
import { PROTOCOL } from "../src/wire/messages.ts";
import { hello, packet, recorded } from "./packets.ts";
import { someSpecies } from "./species.ts";

/** As a browser tells of a server that has vanished. */
const GONE = { code: 1006, reason: "" };

function stand() {
  const sockets: (Socket & { sent: string[]; closed: boolean })[] = [];
  const events: FromWorker[] = [];
  const timers: { delay: number; action: () => void }[] = [];
  const connection = new Connection(
    "ws://studio/socket",
    {
      openSocket: () => {
        const socket = {
          binaryType: "",
          readyState: 1,
          onopen: null,
          onmessage: null as Socket["onmessage"],
          onclose: null as Socket["onclose"],
          sent: [] as string[],
          closed: false,
          send(text: string) {
            this.sent.push(text);
          },
          close() {
            this.closed = true;
            this.onclose?.(GONE);
          },
        };
        sockets.push(socket);
        return socket;
      },
      later: (delay, action) => timers.push({ delay, action }),
      emit: (event) => events.push(event),
    },
    new Backoff(() => 0.5),
  );
  connection.open();
  const newest = () => sockets.at(-1) as (typeof sockets)[number];
  return {
    connection,
    sockets,
    events,
    timers,
    newest,
    say: (data: unknown) => newest().onmessage?.({ data }),
    hello: (change: object = {}) => newest().onmessage?.({ data: JSON.stringify(hello(change)) }),
    phases: () =>
      events.flatMap((event) => (event.kind === "connection" ? [event.state.phase] : [])),
  };
}

test("waits grow to five seconds and start anew after a reset", () => {
  const backoff = new Backoff(() => 0.5);
  const delays = Array.from({ length: 9 }, () => backoff.nextDelay());
  assert.equal(delays[0], 250);
  for (let k = 1; k < 9; k++) assert.ok((delays[k] ?? 0) >= (delays[k - 1] ?? 0));
  assert.equal(delays[8], 5000);
  backoff.reset();
  assert.equal(backoff.nextDelay(), 250);
});

test("waits are spread so that pages do not return all at once", () => {
  assert.equal(new Backoff(() => 0).nextDelay(), 200);
  assert.equal(new Backoff(() => 1).nextDelay(), 300);
});

test("a lost studio is tried again, ever more patiently, until it says hello", () => {
  const { hello, newest, timers, sockets, phases } = stand();
  hello();
  newest().onclose?.(GONE);
  timers[0]?.action();
  newest().onclose?.(GONE);
  timers[1]?.action();
  assert.equal(sockets.length, 3);
  assert.ok((timers[1]?.delay ?? 0) > (timers[0]?.delay ?? 0));
  hello();
  newest().onclose?.(GONE);
  assert.equal(timers[2]?.delay, timers[0]?.delay);
  assert.deepEqual(phases(), ["open", "reconnecting", "reconnecting", "open", "reconnecting"]);
});

test("an open socket without a hello does not count as connected", () => {
  const { newest, timers } = stand();
  for (let k = 0; k < 3; k++) {
    newest().onclose?.(GONE);
    timers[k]?.action();
  }
  assert.ok((timers[2]?.delay ?? 0) > (timers[0]?.delay ?? 0));
});

test("another protocol stops for good, by hello or by snapshot", () => {
  for (const break_ of [
    (it: ReturnType<typeof stand>) => it.hello({ protocol: 1 }),
    (it: ReturnType<typeof stand>) => it.say(packet({ protocol: 1 })),
  ]) {
    const it = stand();
    break_(it);
    assert.deepEqual(it.phases(), ["stopped"]);
    assert.equal(it.timers.length, 0);
    assert.ok(it.newest().closed);
    it.connection.open();
    assert.equal(it.sockets.length, 1);
  }
});

test("unreadable data is reported and left out", () => {
  const { say, hello, events } = stand();
  hello();
  events.length = 0;
  const rubbish = [
    "{",
    "null",
    "[]",
    "7",
    '{"type":"toString"}',
    '{"type":"status","running":1}',
    '{"type":"roster","revision":1,"ids":[1],"species":[],"sizes":[],"seeds":[],"groups":[]}',
    `{"type":"hello","protocol":${PROTOCOL}}`,
    JSON.stringify(hello({ species: [{ ...someSpecies(), nodes: [1] }] })),
    '{"type":"roster","revision":1,"ids":[1],"species":[4],"sizes":[1],"seeds":[1],"groups":[0]}',
    new ArrayBuffer(3),
  ];
  for (const data of rubbish) say(data);
  assert.equal(events.length, rubbish.length);
  assert.ok(events.every((event) => event.kind === "complaint"));
});

test("snapshots become frames; a page that gives none back gets no more", () => {
  const { say, hello, events, connection } = stand();
  hello();
  const frames = () => events.flatMap((event) => (event.kind === "frame" ? [event.frame] : []));
  for (let tick = 0; tick < 100; tick++) say(packet({ tick }));
  const delivered = frames().length;
  assert.ok(delivered > 0 && delivered < 100);
  for (const frame of frames()) connection.recycle(frame);
  say(packet({ tick: 101 }));
  assert.equal(frames().at(-1)?.tick, 101);
});

test("a page that was busy gets the newest, for of a held world no other may come", () => {
  const { say, hello, events, connection } = stand();
  hello();
  const frames = () => events.flatMap((event) => (event.kind === "frame" ? [event.frame] : []));
  for (let tick = 0; tick < 100; tick++) say(packet({ tick }));
  const [first] = frames();
  assert.ok(first);
  connection.recycle(first);
  assert.equal(frames().at(-1)?.tick, 99);
  const delivered = frames().length;
  for (const frame of frames()) connection.recycle(frame);
  assert.equal(frames().length, delivered);
  // What was left of one world is not shown in the next.
  for (let tick = 100; tick < 200; tick++) say(packet({ tick }));
  hello();
  const last = frames().at(-1);
  assert.ok(last);
  connection.recycle(last);
  assert.equal(frames().at(-1), last);
});

test("a second hello brings another world with other species", () => {
  const it = stand();
  it.hello({ species: [someSpecies(), someSpecies("wide")] });
  const roster =
    '{"type":"roster","revision":4,"ids":[1],"species":[1],"sizes":[1],"seeds":[1],"groups":[0]}';
  it.say(roster);
  assert.equal(it.events.at(-1)?.kind, "message");
  it.hello({ species: [someSpecies()] });
  it.say(roster);
  assert.equal(it.events.at(-1)?.kind, "complaint");
});

test("a recording is introduced whole or not at all", () => {
  const it = stand();
  it.hello({ recording: recorded() });
  assert.equal(it.events.at(-1)?.kind, "message");
  for (const wrong of [
    undefined,
    {},
    { ...recorded(), rates: [1] },
    { ...recorded(), seconds: "long" },
    { ...recorded(), marks: [{ at: 1 }] },
  ]) {
    it.hello({ recording: wrong });
    assert.equal(it.events.at(-1)?.kind, "complaint");
  }
});

test("messages are sent only while the socket is open", () => {
  const { connection, newest } = stand();
  connection.send({ type: "step", back: false });
  assert.deepEqual(newest().sent, ['{"type":"step","back":false}']);
  newest().readyState = 3;
  connection.send({ type: "step", back: false });
  assert.equal(newest().sent.length, 1);
});

test("the socket is beside the page, and a token goes with it", () => {
  assert.equal(socketUrl(new URL("http://localhost:8460/")), "ws://localhost:8460/socket");
  assert.equal(
    socketUrl(new URL("https://sea.example/?token=a%20b&x=1#y")),
    "wss://sea.example/socket?token=a+b",
  );
});
