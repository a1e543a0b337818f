/** `window.motorium`: what is drawn, for tests and the curious. Coordinates are the studio's. */
import * as THREE from "three";
import {
  contractionOf,
  finsOf,
  isAutomatic,
  isShown,
  levelOf,
  mix,
  nodeBetween,
  positionOf,
  type Vector,
} from "../../wire/decode.ts";
import { RETINA_HEIGHT, RETINA_WIDTH } from "../../wire/eyes.ts";
import { type Driven, type Led, NODES_PER_BLOCK, type Thinking } from "../../wire/messages.ts";
import { ORIGIN_TEXEL } from "./fish/poseTexels.ts";
import { type LevelCost, levelCosts } from "./fish/speciesSkin.ts";
import type { Area } from "./painter.ts";
import type { Ocean } from "./stage.ts";
import { stereoAreas } from "./stereo/layout.ts";
import { fishTraits } from "./traits.ts";

export interface Drawn {
  tick: number;
  alpha: number;
  roster: number;
  ids: number[];
  /** Body frames' origins in the world, z up [m]. */
  positions: Vector[];
  /** Nodes of the first fishes in the world, z up [m]. */
  nodes: Vector[][];
}

export interface DrawnHabitat {
  /** Nodes of each leaf, from its root. */
  leaves: Vector[][];
  plankton: Vector[];
  bubbles: Vector[];
  food: Vector[];
  /** How much light there is. */
  sunshine: number;
}

export interface Probe {
  /** Whether fishes are being drawn. */
  readonly ready: boolean;
  /** connecting, open, reconnecting or stopped */
  readonly connection: string;
  /** Computed from the buffers that the GPU was given, by the twin of its shader. */
  drawn(fishesWithNodes?: number): Drawn | null;
  /** The same nodes as the GPU computed them. */
  drawnByGpu(fishesWithNodes?: number): Promise<Pick<Drawn, "positions" | "nodes"> | null>;
  /** Where a fish's body frame is on the canvas [CSS pixels]; null when it is not in the roster. */
  screenOf(id: number): { x: number; y: number; inView: boolean } | null;
  /** Draws the newest snapshot, exactly, until `release`; returns its tick. */
  hold(): number | null;
  /** Holds the first snapshot that has reached `tick`. */
  settle(tick: number): Promise<number>;
  release(): void;
  /** Draws every pixel from now on, however long it takes; for pictures. */
  sharpen(): void;
  /** Keeps the picture as it is, or lets it go on. */
  freeze(on: boolean): void;
  /** Asks for a fish to drive. */
  pilot(id: number): void;
  /** Asks for the reasons of a fish, or of none. */
  ask(id: number | null): void;
  /** The reasons that are shown, as the studio last said. */
  readonly thinking: Thinking | null;
  /** The fish that this page drives, as the studio last said. */
  readonly driven: Driven | null;
  /** Pectoral fins [rad] and contractions of the muscles of a fish, as its snapshot has them. */
  bodyOf(id: number): { fins: number[]; contraction: number[] } | null;
  /** Ids of fishes that are drawn, by the level that the simulation runs them on. */
  levels(): Record<string, number[]> | null;
  /** Ids of fishes whose level is chosen for them. */
  automatic(): number[];
  /** What moves in the habitat as it is drawn, z up [m]; null in open water. */
  habitat(): DrawnHabitat | null;
  /** Overlays of the chosen fish that are drawn: how many arrows, and what is written. */
  overlays(): Ocean["overlays"]["shown"] & { muscles: number | null };
  /** How many obstacles are drawn. */
  standing(): number;
  /** Where a place is on the canvas [CSS pixels]. */
  screenAt(place: Vector): { x: number; y: number };
  /** The submarine as it is drawn, z up [m]; null where there is none. */
  submarine(): { position: Vector; hull: boolean; aboard: boolean } | null;
  /** All submarines as they are drawn, z up [m], by their numbers. */
  submarines(): { number: number; position: Vector; shown: boolean }[];
  /** Where the camera is and where it looks to, z up [m]. */
  camera(): { position: Vector; ahead: Vector };
  /** Looks from a place at another, both z up [m]. */
  lookFrom(place: Vector, at: Vector): void;
  /** Names of the species that wear a photograph. */
  photographed(): string[];
  /**
   * What a fish sees in the picture that is shown, at a time of the water [s]: both eyes side by
   * side, from the top; null if it is not there.
   */
  retina(id: number, look?: RetinaLook): Promise<RetinaPixels | null>;
  /** What is shown at a time of the water [s], as the address of a PNG: all but panels. */
  pictureAt(time: number): string;
  /** What the channels of a panorama show, as this page last heard it. */
  readonly led: Led | null;
  /** What stands as far aside of the camera as it is ahead is so many half heights from the middle. */
  focal(): number;
  /** Draws at once what waves as it does at a time [s], or as it does now. */
  drawAtTime(time?: number): void;
  /** The eyes of a headset, z up [m]; null without. */
  headset(): { eyes: { position: Vector }[] } | null;
  /** Of some places in the next picture of each eye of a headset red, green and blue. */
  eyePixels(): Promise<number[][]>;
  /** Where each eye has a place on the canvas [CSS pixels]; null without stereo. */
  eyesAt(place: Vector): { x: number; y: number }[] | null;
  /** Draws all fishes at a level of detail, or as their sizes ask for. */
  drawAt(level: number | null): void;
  /** Triangles and bytes of all species at all levels of detail. */
  levelCosts(): LevelCost[];
  /**
   * Draws what is held so many times, with levels and culling or without; the shortest time [ms],
   * and how many fishes and triangles that were.
   */
  timeDraws(draws: number, everything: boolean): DrawCost;
}

export interface RetinaLook {
  /** To the left and upwards [rad]. */
  pan?: number;
  tilt?: number;
  width?: number;
  height?: number;
  time?: number;
}

export interface RetinaPixels {
  width: number;
  height: number;
  /** Three a pixel. */
  rgb: number[];
  identity: number[];
  /** [m]; of water alone 0. */
  range: number[];
  brightness: number;
}

export interface DrawCost {
  milliseconds: number;
  fishes: number;
  triangles: number;
}

declare global {
  interface Window {
    motorium?: Probe;
  }
}

const FISHES_WITH_NODES = 16;

export function exposeProbe(ocean: Ocean): void {
  const { studio } = ocean.around;
  const drawn = (fishesWithNodes = FISHES_WITH_NODES): Drawn | null => {
    const { pair } = ocean;
    const { hello } = studio.state.value;
    const roster = pair && studio.rosterOf(pair.to);
    if (!pair || !hello || !roster) return null;
    const { from, to, alpha } = pair;
    const { lengths } = fishTraits(roster, hello);
    const fishes = Array.from({ length: to.count }, (_, fish) => fish);
    return {
      tick: from.tick * (1 - alpha) + to.tick * alpha,
      alpha,
      roster: to.roster,
      ids: [...roster.ids],
      positions: fishes.map((fish) => mix(positionOf(from, fish), positionOf(to, fish), alpha)),
      nodes: fishes
        .slice(0, fishesWithNodes)
        .map((fish) =>
          Array.from({ length: NODES_PER_BLOCK }, (_, node) =>
            nodeBetween(pair, fish, node, lengths[fish] ?? 0),
          ),
        ),
    };
  };

  window.motorium = {
    get ready() {
      const { connection, drawing } = studio.state.value;
      return connection.phase === "open" && drawing;
    },
    get connection() {
      return studio.state.value.connection.phase;
    },
    drawn,
    async drawnByGpu(fishesWithNodes = FISHES_WITH_NODES) {
      const fishes = Math.min(fishesWithNodes, ocean.pair?.to.count ?? 0);
      if (fishes === 0) return null;
      const { texels, texelsPerFish } = await ocean.school.readPoses(ocean.renderer, fishes);
      const at = (fish: number, texel: number): Vector => {
        const first = (fish * texelsPerFish + texel) * 4;
        return [texels[first] ?? 0, -(texels[first + 2] ?? 0), texels[first + 1] ?? 0];
      };
      const fromOrigin = (fish: number, node: number): Vector => {
        const [x, y, z] = at(fish, ORIGIN_TEXEL);
        const arm = at(fish, node);
        return [x + arm[0], y + arm[1], z + arm[2]];
      };
      const range = (length: number) => Array.from({ length }, (_, index) => index);
      return {
        positions: range(fishes).map((fish) => at(fish, ORIGIN_TEXEL)),
        nodes: range(fishes).map((fish) =>
          range(NODES_PER_BLOCK).map((node) => fromOrigin(fish, node)),
        ),
      };
    },
    screenOf(id) {
      const now = drawn(0);
      const place = now?.positions[now.ids.indexOf(id)];
      if (!place) return null;
      const onScreen = pageVector(place).project(ocean.camera);
      const { clientWidth, clientHeight } = ocean.renderer.domElement;
      return {
        x: (onScreen.x * 0.5 + 0.5) * clientWidth,
        y: (0.5 - onScreen.y * 0.5) * clientHeight,
        inView: Math.abs(onScreen.x) <= 1 && Math.abs(onScreen.y) <= 1 && Math.abs(onScreen.z) <= 1,
      };
    },
    hold() {
      const tick = studio.hold();
      ocean.draw();
      return tick;
    },
    async settle(tick) {
      const reached = await studio.settle(tick);
      ocean.draw();
      return reached;
    },
    release: () => studio.release(),
    sharpen: () => ocean.sharpen(),
    freeze: (on) => ocean.freeze(on),
    pilot: (id) => ocean.around.pilot.begin(id),
    ask(id) {
      if (id === null) ocean.around.curiosity.letGo();
      else ocean.around.curiosity.ask(id);
    },
    get thinking() {
      return ocean.around.curiosity.state.value.fish;
    },
    get driven() {
      return ocean.around.pilot.state.value.fish;
    },
    bodyOf(id) {
      const { pair } = ocean;
      const row = (pair && studio.rosterOf(pair.to)?.ids.indexOf(id)) ?? -1;
      if (!pair || row < 0) return null;
      return { fins: finsOf(pair.to, row), contraction: contractionOf(pair.to, row) };
    },
    levels() {
      const { pair } = ocean;
      const roster = pair && studio.rosterOf(pair.to);
      if (!pair || !roster) return null;
      const found: Record<string, number[]> = { muscles: [], playback: [], hidden: [] };
      for (const [row, id] of roster.ids.entries()) {
        found[isShown(pair, row) ? levelOf(pair.to, row) : "hidden"]?.push(id);
      }
      return found;
    },
    automatic() {
      const { pair } = ocean;
      const ids = (pair && studio.rosterOf(pair.to)?.ids) ?? [];
      return ids.filter((_, row) => pair && isAutomatic(pair.to, row));
    },
    standing: () => ocean.habitat?.sea.obstacles.length ?? 0,
    habitat() {
      const { habitat } = ocean;
      if (!habitat) return null;
      const { nodes, leafNodes, leaves } = habitat.weeds;
      return {
        leaves: Array.from({ length: leaves }, (_, leaf) =>
          placesIn(nodes.subarray(leaf * leafNodes * 4, (leaf + 1) * leafNodes * 4)),
        ),
        plankton: placesIn(habitat.plankton.specks.array, true),
        bubbles: placesIn(habitat.bubbles.specks.array, true),
        food: placesIn(habitat.food.specks.array, true),
        sunshine: ocean.sunshine,
      };
    },
    overlays: () => ({ ...ocean.overlays.shown, muscles: ocean.school.openedRow }),
    screenAt(place) {
      const onScreen = pageVector(place).project(ocean.camera);
      const { clientWidth, clientHeight } = ocean.renderer.domElement;
      return {
        x: (onScreen.x * 0.5 + 0.5) * clientWidth,
        y: (0.5 - onScreen.y * 0.5) * clientHeight,
      };
    },
    submarine() {
      const { submarine } = ocean.voyage;
      if (!submarine) return null;
      const position = studioVector(submarine.place);
      return { position, hull: submarine.hullShown, aboard: ocean.around.boat.aboard };
    },
    submarines: () =>
      Array.from(ocean.voyage.fleet.all, ({ number, place, hullShown }) => ({
        number,
        position: studioVector(place),
        shown: hullShown,
      })),
    camera() {
      const { camera } = ocean;
      return {
        position: studioVector(camera.position),
        ahead: studioVector(camera.getWorldDirection(new THREE.Vector3())),
      };
    },
    lookFrom(place, at) {
      ocean.orbit.taken();
      ocean.rig.cut();
      ocean.orbit.lookFrom(pageVector(place), pageVector(at));
    },
    photographed: () => ocean.school.photographed,
    async retina(id, look = {}) {
      const { pan = 0, tilt = 0, width = RETINA_WIDTH, height = RETINA_HEIGHT, time } = look;
      ocean.drawAtTime(time);
      const seen = await ocean.seenBy({ id, pan, tilt }, [width, height]);
      return (
        seen && {
          width,
          height,
          rgb: Array.from(seen.colours).filter((_, at) => at % 4 < 3),
          identity: Array.from(seen.identity),
          range: Array.from(seen.range, (far) => (Number.isFinite(far) ? far : 0)),
          brightness: seen.brightness,
        }
      );
    },
    pictureAt(time) {
      ocean.drawAtTime(time);
      // At once: when the browser has shown it, it is gone.
      return ocean.renderer.domElement.toDataURL("image/png");
    },
    get led() {
      return ocean.around.panorama.led;
    },
    focal: () => ocean.camera.projectionMatrix.elements[5] as number,
    drawAtTime: (time) => ocean.drawAtTime(time),
    headset() {
      const eyes = ocean.headset.seen;
      return (
        eyes && { eyes: eyes.map(({ camera }) => ({ position: studioVector(camera.position) })) }
      );
    },
    eyePixels: () =>
      new Promise((resolve) => {
        ocean.headset.drawn = (eyes) => {
          ocean.headset.drawn = null;
          resolve(eyes.map(({ area }) => pixelsOf(ocean.renderer.getContext(), area)));
        };
      }),
    eyesAt(place) {
      const { clientWidth, clientHeight } = ocean.renderer.domElement;
      const areas = stereoAreas(ocean.around.stereo.kind, clientWidth, clientHeight);
      return (
        areas?.map(({ x, width }, k) => {
          const seen = pageVector(place).project(ocean.eyes[k as 0 | 1]);
          return {
            x: x + (seen.x * 0.5 + 0.5) * width,
            y: (0.5 - seen.y * 0.5) * clientHeight,
          };
        }) ?? null
      );
    },
    drawAt(level) {
      ocean.school.level = level;
    },
    levelCosts: () => levelCosts(studio.state.value.hello?.species ?? []),
    timeDraws: (draws, everything) => timeDraws(ocean, draws, everything),
  };
}

/** Of a part of what has just been drawn, here and there. */
function pixelsOf(
  gl: WebGLRenderingContext | WebGL2RenderingContext,
  { x, y, width, height }: Area,
): number[] {
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const step = Math.max(1, Math.floor(width / 64));
  const some: number[] = [];
  for (let row = 0; row < height; row += step) {
    for (let column = 0; column < width; column += step) {
      const at = 4 * (row * width + column);
      some.push(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    }
  }
  return some;
}

function studioVector({ x, y, z }: THREE.Vector3): Vector {
  return [x, -z, y];
}

function pageVector([x, y, z]: Vector): THREE.Vector3 {
  return new THREE.Vector3(x, z, -y);
}

/** Of four numbers each; those whose fourth is 0 are left out if it is a size. */
function timeDraws(ocean: Ocean, draws: number, everything: boolean): DrawCost {
  const gl = ocean.renderer.getContext();
  const pixel = new Uint8Array(4);
  const draw = (): number => {
    const begun = performance.now();
    ocean.draw();
    // Whoever reads a pixel waits until all of them are drawn.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return performance.now() - begun;
  };
  ocean.school.everything = everything;
  if (ocean.habitat) ocean.habitat.everything = everything;
  // The first makes the meshes.
  draw();
  const milliseconds = Math.min(...Array.from({ length: draws }, draw));
  const cost = {
    milliseconds,
    fishes: ocean.school.drawn,
    triangles: ocean.renderer.info.render.triangles,
  };
  ocean.school.everything = false;
  if (ocean.habitat) ocean.habitat.everything = false;
  return cost;
}

function placesIn(numbers: ArrayLike<number>, sized = false): Vector[] {
  const places: Vector[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    if (sized && !numbers[at + 3]) continue;
    places.push([numbers[at] ?? 0, -(numbers[at + 2] ?? 0), numbers[at + 1] ?? 0]);
  }
  return places;
}
