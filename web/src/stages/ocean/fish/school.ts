/** All fishes: poses computed on the GPU, then skins or wires. */
import * as THREE from "three";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { SpeciesInfo } from "../../../wire/messages.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { NO_LEVEL, rankFishes, type View } from "./crowd.ts";
import { LEVEL_COLOUR } from "./levels.ts";
import { Muscles } from "./muscles.ts";
import { type FishTraits, PosePass } from "./pose.ts";
import { LEVELS, PLAIN_LEVELS, SpeciesSkin } from "./speciesSkin.ts";
import { wireObjects } from "./wires.ts";

/** Of whoever looks by the way no levels are held. */
const NOBODY = new Uint8Array(0);

export class School {
  readonly object = new THREE.Group();
  private readonly poses = new PosePass();
  private readonly skins = new THREE.Group();
  private readonly lines: THREE.LineSegments<THREE.InstancedBufferGeometry>;
  private readonly points: THREE.Points<THREE.InstancedBufferGeometry>;
  private readonly simulatedTime = { value: 0 };
  private readonly pointScale = { value: 10 };
  private readonly levelsShown = { value: 0 };
  private readonly uniforms: Record<string, THREE.IUniform>;
  private levels: typeof LEVELS;
  private kinds: readonly SpeciesInfo[] = [];
  private species: SpeciesSkin[] = [];
  /** Draws everybody in full, seen or not: to measure what levels and culling save. */
  everything = false;
  /** Draws everybody at this level of detail; null for as large as they are on the screen. */
  level: number | null = null;
  private held = new Uint8Array(0);
  private readonly muscles: Muscles;
  private opened: number | null = null;
  /** The row of a fish that is not drawn: out of whose eyes one looks. */
  hidden: number | null = null;
  private pair: Pair<SnapshotFrame> | null = null;
  private traits: FishTraits = { lengths: [], seeds: [], species: [] };

  /** `plain`: coarser meshes. */
  constructor(light: Record<string, THREE.IUniform>, plain: boolean) {
    this.levels = plain ? PLAIN_LEVELS : LEVELS;
    this.uniforms = {
      ...light,
      ...this.poses.lookup,
      simulatedTime: this.simulatedTime,
      pointScale: this.pointScale,
      showLevels: this.levelsShown,
      musclesColour: { value: new THREE.Color(LEVEL_COLOUR.muscles) },
      playbackColour: { value: new THREE.Color(LEVEL_COLOUR.playback) },
    };
    const wires = wireObjects(this.uniforms);
    this.lines = wires.lines;
    this.points = wires.points;
    this.muscles = new Muscles(this.uniforms);
    this.skins.userData.thing = "fish";
    this.object.add(this.skins, this.lines, this.points, this.muscles.object);
    this.showWires(false);
  }

  /** Meshes as fine as a GPU gets them, however long they take. */
  refine(): void {
    this.levels = LEVELS;
    this.setSpecies(this.kinds);
  }

  setSpecies(species: readonly SpeciesInfo[]): void {
    this.kinds = species;
    for (const skin of this.species) skin.dispose();
    this.skins.clear();
    this.poses.setFaces(species.map(({ skin }) => skin.faces));
    this.species = species.map((one) => new SpeciesSkin(one, this.levels, this.uniforms));
    for (const skin of this.species) this.skins.add(skin.object);
  }

  setTraits(traits: FishTraits): void {
    this.traits = traits;
    this.held = new Uint8Array(traits.lengths.length).fill(NO_LEVEL);
    this.poses.setTraits(traits);
  }

  showWires(on: boolean): void {
    this.skins.visible = !on;
    this.lines.visible = this.points.visible = on;
  }

  /** Tints fishes by the level that the simulation runs them on. */
  showLevels(on: boolean): void {
    this.levelsShown.value = Number(on);
  }

  /** Shows the muscles of the fish in a row, through a skin of glass; null for nobody's. */
  open(row: number | null): void {
    this.opened = row;
  }

  get openedRow(): number | null {
    return this.opened;
  }

  /** Takes the poses of a moment. */
  update(renderer: THREE.WebGLRenderer, pair: Pair<SnapshotFrame>, seconds: number): void {
    this.simulatedTime.value = seconds;
    this.pointScale.value = renderer.domElement.height * 0.005;
    this.pair = pair;
    for (const part of [this.lines, this.points]) part.geometry.instanceCount = pair.to.count;
    this.object.visible = pair.to.count > 0;
    if (!this.object.visible) return;
    this.poses.render(renderer, pair);
    this.muscles.show(this.opened);
  }

  /** Gets ready the fishes that a camera sees; `height` of its picture [pixels]. */
  face(camera: THREE.PerspectiveCamera, height: number): void {
    this.rank(camera, height, this.hidden ?? this.opened ?? -1, this.held);
  }

  /** The same for whoever only looks by the way, and is the fish of this row. */
  glance(camera: THREE.PerspectiveCamera, height: number, own: number): void {
    this.rank(camera, height, own, NOBODY);
  }

  /** While `draw` runs there are skins as they are: no wires, no tints, nobody of glass. */
  asSeen(draw: () => void): void {
    const { skins, lines, points, levelsShown, opened, muscles } = this;
    const shown = [skins, lines, points, muscles.object].map(({ visible }) => visible);
    const levels = levelsShown.value;
    skins.visible = true;
    lines.visible = points.visible = muscles.object.visible = false;
    levelsShown.value = 0;
    this.opened = null;
    draw();
    for (const [k, part] of [skins, lines, points, muscles.object].entries()) {
      part.visible = shown[k] ?? true;
    }
    levelsShown.value = levels;
    this.opened = opened;
  }

  private rank(
    camera: THREE.PerspectiveCamera,
    height: number,
    apart: number,
    held: Uint8Array,
  ): void {
    const { pair } = this;
    if (!pair || !this.object.visible || !this.skins.visible) return;
    const sizes = this.everything ? [] : this.sizes();
    const ranks = this.species.map((skin) => skin.ranks);
    const view = viewOf(camera, height);
    if (this.everything) Object.assign(view, { sees: () => true, farthest: Infinity });
    rankFishes(pair, this.traits, view, sizes, ranks, apart, held);
    const kind = this.opened === null ? undefined : this.traits.species[this.opened];
    for (const [index, skin] of this.species.entries()) {
      skin.show();
      skin.showGlass(index === kind ? this.opened : null);
    }
  }

  /** Lengths on the screen above which a fish gets each level but the last [pixels]. */
  private sizes(): number[] {
    const { level } = this;
    const forced = (k: number) => (k < (level ?? 0) ? Number.POSITIVE_INFINITY : 0);
    return this.levels.slice(0, -1).map(({ pixels }, k) => (level === null ? pixels : forced(k)));
  }

  /** Names of the species that wear a photograph. */
  get photographed(): string[] {
    return this.species.filter((skin) => skin.photographed).map(({ name }) => name);
  }

  /** How many fishes are drawn. */
  get drawn(): number {
    const ranks = this.species.flatMap((skin) => skin.ranks);
    return ranks.reduce((sum, { count }) => sum + count, 0);
  }

  /** What the GPU computed, with the number of texels that a fish has in it. */
  async readPoses(
    renderer: THREE.WebGLRenderer,
    fishes: number,
  ): Promise<{ texels: Float32Array; texelsPerFish: number }> {
    const { texelsPerFish } = this.poses;
    return { texels: await this.poses.read(renderer, fishes), texelsPerFish };
  }

  dispose(): void {
    this.poses.dispose();
    this.muscles.dispose();
    for (const skin of this.species) skin.dispose();
    for (const part of [this.lines, this.points]) {
      part.geometry.dispose();
      (part.material as THREE.Material).dispose();
    }
  }
}

const frustum = new THREE.Frustum();
const matrix = new THREE.Matrix4();
/** Of a frustum: a normal, inwards, and how far it is from the origin against it. */
const planes = new Float64Array(6 * 4);

function viewOf(camera: THREE.PerspectiveCamera, height: number): View {
  matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  frustum.setFromProjectionMatrix(matrix);
  for (const [k, { normal, constant }] of frustum.planes.entries()) {
    planes.set([normal.x, normal.y, normal.z, constant], 4 * k);
  }
  return {
    eye: camera.position,
    sees,
    pixels: (height / 2) * (camera.projectionMatrix.elements[5] as number),
  };
}

function sees(x: number, y: number, z: number, radius: number): boolean {
  for (let k = 0; k < planes.length; k += 4) {
    const a = planes[k] as number;
    const b = planes[k + 1] as number;
    const c = planes[k + 2] as number;
    if (a * x + b * y + c * z + (planes[k + 3] as number) < -radius) return false;
  }
  return true;
}
