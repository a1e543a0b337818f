/** Snapshots for tests, written byte by byte from the layout's description, not from our code. */

import { PROTOCOL, type Recorded } from "../src/wire/messages.ts";
import { someSpecies } from "./species.ts";

/** The studio's first message. */
export function hello(change: object = {}): object {
  return {
    type: "hello",
    protocol: PROTOCOL,
    version: "0.1.0",
    stage: "ocean",
    scenario: "school",
    frame_rate: 60,
    seed: 1,
    species: [someSpecies()],
    limits: {
      population: [0, 100],
      speed: [0, 2],
      viscosity: [0, 2],
      budget: [0.1, 100],
      flow: [0, 4],
      current: 1,
      rate: [0.05, 1],
    },
    comparison: null,
    recording: null,
    habitat: null,
    submarine: null,
    line: false,
    groups: ["all"],
    camera: [],
    kinds: [],
    physics: null,
    ...change,
  };
}

/** What a studio says of a recording. */
export function recorded(change: Partial<Recorded> = {}): Recorded {
  return {
    file: "tide.arrow",
    made: "2026-03-05T14:07:00+00:00",
    first: 0,
    seconds: 10,
    every: 1,
    bodies: true,
    problem: "",
    leavable: false,
    rates: [0.1, 16],
    marks: [{ at: 1, kind: "eaten", count: 2, text: "fish 3: food 1" }],
    ...change,
  };
}

export interface PacketFish {
  /** 21-bit steps */
  x: bigint;
  y: bigint;
  z: bigint;
  /** The word of the quaternion, 10-10-10-2. */
  turn: number;
  /** 23 x 3 steps; left out, the record has no nodes. */
  nodes?: number[];
  /** 4 steps; left out, its fins are at rest. */
  fins?: number[];
  /** 4 steps: mouth, courtship, fear, 0; left out, it shows none. */
  looks?: number[];
  /** 12 steps; left out, its muscles are not shown. */
  muscles?: number[];
  /** 0 muscles, 1 playback, 2 frame only; left out, 0. */
  level?: number;
  automatic?: boolean;
}

export interface PacketHabitat {
  radius: number;
  lowest: number;
  highest: number;
  /** Triples of steps, node by node. */
  leaves?: number[][];
  /** Four steps each. */
  plankton?: number[][];
  bubbles?: number[][];
  food?: number[][];
}

export const UPRIGHT = 512 | (512 << 10) | (512 << 20);

export interface Packet {
  tick?: number;
  roster?: number;
  extent?: number;
  protocol?: number;
  fishes?: PacketFish[];
  habitat?: PacketHabitat;
  /** [s] */
  time?: number;
  /** 14 numbers each: position, orientation, velocity, helm; then its own, from 1 on if left out. */
  submarines?: number[][];
  /** 6 numbers, hook and top, then state and whether somebody is caught. */
  line?: number[];
}

const HEADER = 84;

export function packet(packed: Packet) {
  const {
    tick = 1,
    roster = 1,
    extent = 40,
    protocol = PROTOCOL,
    fishes = [],
    habitat,
    time = 0,
  } = packed;
  const blocks = fishes.filter((fish) => fish.nodes);
  const finned = fishes.filter((fish) => fish.fins);
  const showing = fishes.filter((fish) => fish.looks);
  const opened = fishes.filter((fish) => fish.muscles);
  const nodesAt = HEADER + fishes.length * 16;
  const finsAt = nodesAt + blocks.length * 138;
  const looksAt = finsAt + finned.length * 4;
  const musclesAt = looksAt + showing.length * 4;
  const leavesAt = musclesAt + opened.length * 12;
  const leaves = habitat?.leaves ?? [];
  const small = [habitat?.plankton ?? [], habitat?.bubbles ?? [], habitat?.food ?? []];
  const particlesAt = leavesAt + leaves.flat().length * 2;
  const vesselsAt = particlesAt + small.flat().length * 8;
  const { submarines = [], line = [] } = packed;
  const lineAt = vesselsAt + submarines.length * 60;
  const data = new ArrayBuffer(lineAt + (line.length ? 28 : 0));
  const view = new DataView(data);
  "MTRM".split("").forEach((letter, at) => {
    view.setUint8(at, letter.charCodeAt(0));
  });
  view.setUint16(4, protocol, true);
  view.setUint16(6, HEADER, true);
  view.setUint32(8, tick, true);
  view.setUint32(12, roster, true);
  view.setFloat32(16, extent, true);
  view.setUint32(20, fishes.length, true);
  view.setUint32(24, blocks.length, true);
  view.setUint16(28, 23, true);
  view.setUint16(30, 12, true);
  view.setUint32(32, finned.length, true);
  view.setUint32(36, opened.length, true);
  view.setUint32(80, showing.length, true);
  fishes.forEach(({ x, y, z, turn, nodes, fins, looks, muscles, level = 0, automatic }, fish) => {
    const at = HEADER + fish * 16;
    view.setBigUint64(at, x | (y << 21n) | (z << 42n), true);
    view.setUint32(at + 8, turn, true);
    const flags =
      (nodes ? 1 : 0) |
      (fins ? 2 : 0) |
      (muscles ? 4 : 0) |
      (level << 3) |
      (automatic ? 32 : 0) |
      (looks ? 64 : 0);
    view.setUint32(at + 12, flags << 24, true);
  });
  blocks.forEach(({ nodes = [] }, block) => {
    const at = nodesAt + block * 138;
    nodes.forEach((step, k) => {
      view.setInt16(at + k * 2, step, true);
    });
  });
  finned.forEach(({ fins = [] }, block) => {
    fins.forEach((step, k) => {
      view.setInt8(finsAt + block * 4 + k, step);
    });
  });
  showing.forEach(({ looks = [] }, block) => {
    looks.forEach((step, k) => {
      view.setUint8(looksAt + block * 4 + k, step);
    });
  });
  opened.forEach(({ muscles = [] }, block) => {
    muscles.forEach((step, k) => {
      view.setUint8(musclesAt + block * 12 + k, step);
    });
  });
  view.setUint32(40, leaves.length, true);
  small.forEach((places, kind) => {
    view.setUint32(44 + 4 * kind, places.length, true);
  });
  view.setUint16(56, (leaves[0]?.length ?? 0) / 3, true);
  view.setFloat32(60, habitat?.radius ?? 0, true);
  view.setFloat32(64, habitat?.lowest ?? 0, true);
  view.setFloat32(68, habitat?.highest ?? 0, true);
  leaves.flat().forEach((step, k) => {
    view.setInt16(leavesAt + 2 * k, step, true);
  });
  small.flat(2).forEach((step, k) => {
    view.setUint16(particlesAt + 2 * k, step, true);
  });
  view.setUint8(58, submarines.length);
  view.setUint8(59, line.length ? 1 : 0);
  view.setFloat64(72, time, true);
  submarines.forEach((boat, row) => {
    const at = vesselsAt + 60 * row;
    boat.slice(0, 14).forEach((value, k) => {
      view.setFloat32(at + 4 * k, value, true);
    });
    view.setUint32(at + 56, boat[14] ?? row + 1, true);
  });
  line.forEach((value, k) => {
    if (k < 6) view.setFloat32(lineAt + 4 * k, value, true);
    else view.setUint16(lineAt + 24 + 2 * (k - 6), value, true);
  });
  return data;
}

/** 23 x 3 different numbers. */
export function someNodes(seed = 1): number[] {
  return Array.from({ length: 69 }, (_, k) => ((k * 977 * seed) % 20000) - 10000);
}
