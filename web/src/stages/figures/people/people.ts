/** Everybody in the town, drawn at once: a draw call a level, poses from a texture. */
import PEOPLE_FRAGMENT from "shaders/figures/people.frag.glsl";
import PEOPLE_VERTEX from "shaders/figures/people.vert.glsl";
import PEOPLE_SHADOW_VERTEX from "shaders/figures/people_shadow.vert.glsl";
import * as THREE from "three";
import type { LevelCrowd } from "../../../figures/crowd.ts";
import { FLOATS_PER_SEGMENT } from "../../../figures/crowd.ts";
import type { Daylight } from "../daylight.ts";
import { shadowMaterial } from "../town/plain.ts";
import { Blobs } from "./blobs.ts";
import { type BodyModel, bodyGeometry } from "./body.ts";
import { LEVEL_COLOURS } from "./levels.ts";
import { Wardrobe } from "./wardrobe.ts";

/** Of what is round in clothes, by level. */
const SIDES = [18, 10, 6];
/** Nobody reaches farther from where he stands [m]. */
const REACH = 1.4;
const TINT = 0.82;

/** What people need to know of where they are. */
export interface Setting {
  groundHeight(x: number, y: number): number;
  isUniformed(kind: number): boolean;
}

class LevelPeople {
  readonly mesh: THREE.Mesh;
  readonly caster: THREE.Mesh;
  readonly tint = { value: new THREE.Vector4() };
  private readonly geometry: THREE.InstancedBufferGeometry;
  private readonly poses = { value: null as THREE.DataTexture | null };
  private readonly wardrobe: { value: THREE.DataTexture };
  private who = new THREE.InstancedBufferAttribute(new Float32Array(0), 4);
  private version = -1;

  constructor(model: BodyModel, level: LevelCrowd, wardrobe: Wardrobe, daylight: Daylight) {
    this.geometry = bodyGeometry(model, level.segments, SIDES[level.level] ?? 6);
    this.wardrobe = { value: wardrobe.texture };
    const posed = { poses: this.poses, wardrobe: this.wardrobe };
    this.mesh = new THREE.Mesh(
      this.geometry,
      daylight.material(PEOPLE_VERTEX, PEOPLE_FRAGMENT, {
        uniforms: { ...posed, levelTint: this.tint },
        side: THREE.DoubleSide,
      }),
    );
    this.caster = new THREE.Mesh(this.geometry, shadowMaterial(PEOPLE_SHADOW_VERTEX, posed));
    for (const mesh of [this.mesh, this.caster]) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
    }
  }

  /** How many are drawn. */
  get count(): number {
    return this.geometry.instanceCount;
  }

  update(level: LevelCrowd, wardrobe: Wardrobe, setting: Setting, isSeen: IsSeen): void {
    this.fitTexture(level);
    const { array } = this.who;
    let drawn = 0;
    for (let row = 0; row < level.count; row++) {
      const root = row * level.bones * FLOATS_PER_SEGMENT;
      const x = level.transforms[root] ?? 0;
      const y = level.transforms[root + 1] ?? 0;
      const share = level.shares[row] ?? 0;
      if (share <= 0 || !isSeen(x, y, REACH)) continue;
      const seed = level.looks[row] ?? 0;
      const outfit = setting.isUniformed(level.kinds[row] ?? 0) ? "soldier" : "pedestrian";
      const start = 4 * drawn++;
      array[start] = row;
      array[start + 1] = share;
      array[start + 2] = wardrobe.slotOf(seed, outfit, level.armed[row] === 1);
      array[start + 3] = setting.groundHeight(x, y);
    }
    this.wardrobe.value = wardrobe.texture;
    this.geometry.instanceCount = drawn;
    this.mesh.visible = this.caster.visible = drawn > 0;
    this.who.needsUpdate = true;
    if (level.version !== this.version && this.poses.value) {
      this.version = level.version;
      this.poses.value.needsUpdate = true;
    }
  }

  /** Whoever changes to a coarser level has the other half of the pixels here. */
  complement(isCoarser: (row: number) => boolean): void {
    const { array } = this.who;
    for (let k = 0; k < this.count; k++) {
      const share = array[4 * k + 1] ?? 1;
      if (share < 1 && isCoarser(array[4 * k] ?? 0)) array[4 * k + 1] = -share;
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.poses.value?.dispose();
    for (const mesh of [this.mesh, this.caster]) (mesh.material as THREE.Material).dispose();
  }

  private fitTexture({ transforms, bones, capacity }: LevelCrowd): void {
    if (this.poses.value?.image.data === transforms) return;
    this.poses.value?.dispose();
    const texture = new THREE.DataTexture(
      transforms,
      2 * bones,
      Math.max(1, capacity),
      THREE.RGBAFormat,
      THREE.FloatType,
    );
    texture.needsUpdate = true;
    this.poses.value = texture;
    this.who = new THREE.InstancedBufferAttribute(new Float32Array(4 * Math.max(1, capacity)), 4);
    this.who.setUsage(THREE.DynamicDrawUsage);
    this.geometry.setAttribute("who", this.who);
  }
}

/** Whether a circle on the ground is in the picture. */
export type IsSeen = (x: number, y: number, reach: number) => boolean;

export class People {
  readonly object = new THREE.Group();
  private readonly wardrobe = new Wardrobe();
  private readonly blobs = new Blobs();
  private levels: LevelPeople[] = [];
  private readonly daylight: Daylight;
  private heads: readonly number[] = [];
  private tinted = false;

  constructor(daylight: Daylight) {
    this.daylight = daylight;
    this.object.add(this.blobs.object);
  }

  /** The three bodies, in the order of the levels. */
  setBodies(models: readonly BodyModel[], crowd: readonly LevelCrowd[]): void {
    this.forget();
    this.heads = models.map(({ head }) => head);
    this.levels = crowd.flatMap((level) => {
      const model = models[level.level];
      return model ? [new LevelPeople(model, level, this.wardrobe, this.daylight)] : [];
    });
    for (const { mesh, caster } of this.levels) {
      this.object.add(mesh);
      this.daylight.addMoving(caster);
    }
    this.showLevels(this.tinted);
  }

  /** Tints everybody by level. */
  showLevels(on: boolean): void {
    this.tinted = on;
    for (const [k, { tint }] of this.levels.entries()) {
      const { r, g, b } = new THREE.Color(LEVEL_COLOURS[k]);
      tint.value.set(r, g, b, on ? TINT : 0);
    }
  }

  update(crowd: readonly LevelCrowd[], setting: Setting, isSeen: IsSeen): void {
    for (const [k, people] of this.levels.entries()) {
      const level = crowd[k];
      if (level) people.update(level, this.wardrobe, setting, isSeen);
    }
    const finest = new Map<number, number>();
    for (const { level, count, ids, shares } of crowd) {
      for (let row = 0; row < count; row++) {
        const id = ids[row] ?? 0;
        if ((shares[row] ?? 1) < 1 && !finest.has(id)) finest.set(id, level);
      }
    }
    for (const [k, people] of this.levels.entries()) {
      const level = crowd[k];
      if (level && finest.size > 0) {
        people.complement((row) => finest.get(level.ids[row] ?? 0) !== level.level);
      }
    }
    this.blobs.update(crowd, this.heads, setting, isSeen);
  }

  /** How many rows of each level are drawn. */
  get counts(): number[] {
    return this.levels.map(({ count }) => count);
  }

  dispose(): void {
    this.forget();
    this.wardrobe.dispose();
    this.blobs.dispose();
  }

  private forget(): void {
    for (const people of this.levels) {
      people.mesh.removeFromParent();
      people.caster.removeFromParent();
      people.dispose();
    }
    this.levels = [];
  }
}
