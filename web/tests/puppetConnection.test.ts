import assert from "node:assert/strict";
import { test } from "node:test";
import { type FromPuppetWorker, PuppetConnection } from "../src/puppet/connection.ts";
import { Backoff } from "../src/wire/backoff.ts";
import type { Socket } from "../src/wire/life.ts";
import { PUPPET_PROTOCOL } from "../src/wire/puppetry.ts";

/** As a browser tells of a server that has vanished. */
const GONE = { code: 1006, reason: "" };

function stand() {
  const sockets: (Socket & { sent: string[] })[] = [];
  const events: FromPuppetWorker[] = [];
  const timers: { delay: number; action: () => void }[] = [];
  const connection = new PuppetConnection(
    "ws://studio/puppet",
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
          close: () => socket.onclose?.(GONE),
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
  const say = (message: object) => newest().onmessage?.({ data: JSON.stringify(message) });
  return {
    connection,
    sockets,
    events,
    timers,
    newest,
    say,
    welcome: (protocol = PUPPET_PROTOCOL) => say({ type: "theatre", protocol, puppets: [] }),
    phases: () =>
      events.flatMap((event) => (event.kind === "connection" ? [event.state.phase] : [])),
  };
}

test("a lost stage is tried again, ever more patiently, until it greets", () => {
  const { newest, timers, sockets, welcome, phases } = stand();
  welcome();
  newest().onclose?.(GONE);
  timers[0]?.action();
  newest().onclose?.(GONE);
  timers[1]?.action();
  assert.equal(sockets.length, 3);
  assert.ok((timers[1]?.delay ?? 0) > (timers[0]?.delay ?? 0));
  welcome();
  newest().onclose?.(GONE);
  assert.equal(timers[2]?.delay, timers[0]?.delay);
  assert.deepEqual(phases(), ["open", "reconnecting", "reconnecting", "open", "reconnecting"]);
});

test("a wrong token or version is not tried again", () => {
  for (const strange of ["token", "version"]) {
    const { newest, timers, welcome, phases } = stand();
    if (strange === "version") welcome(PUPPET_PROTOCOL + 1);
    else newest().onclose?.({ code: 1008, reason: "the token is missing or wrong" });
    assert.deepEqual(phases(), ["stopped"]);
    assert.equal(timers.length, 0);
  }
});

test("what cannot be read is left out and told", () => {
  const { newest, events, say } = stand();
  say({ type: "playing" });
  newest().onmessage?.({ data: new ArrayBuffer(3) });
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ["complaint", "complaint"],
  );
});

test("wishes go out as JSON while the socket is open, and nowhere else", () => {
  const { connection, newest } = stand();
  connection.send({ type: "rest" });
  assert.deepEqual(newest().sent, ['{"type":"rest"}']);
  newest().readyState = 3;
  connection.send({ type: "undo" });
  assert.equal(newest().sent.length, 1);
});
