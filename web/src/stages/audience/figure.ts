/** Somebody on the stage, in his own clothes: no colour says how he stands. */
import FIGURE_FRAGMENT from "shaders/audience/figure.frag.glsl";
import PEOPLE_VERTEX from "shaders/figures/people.vert.glsl";
import PEOPLE_SHADOW_VERTEX from "shaders/figures/people_shadow.vert.glsl";
import * as THREE from "three";
import type { WatchedDouble } from "../../audience/watched.ts";
import type { LevelModel } from "../../figures/models.ts";
import type { PerformerInfo, SegmentInfo } from "../../wire/performing.ts";
import type { Wardrobe } from "../figures/people/wardrobe.ts";
import { shadowMaterial, still } from "../figures/town/plain.ts";
import { geometryOf, poses } from "../performance/actor.ts";
import type { Evening } from "./evening.ts";

export class Figure {
  readonly object: THREE.Mesh;
  private readonly evening: Evening;
  private readonly caster: THREE.Mesh;
  private readonly texture: THREE.DataTexture;

  constructor(
    model: LevelModel,
    segments: readonly SegmentInfo[],
    who: PerformerInfo,
    double: WatchedDouble,
    wardrobe: Wardrobe,
    evening: Evening,
  ) {
    this.evening = evening;
    const geometry = geometryOf(model, segments, who);
    const slot = wardrobe.slotOf(who.look, "performer", false);
    const instance = new Float32Array([0, 1, slot, 0]);
    geometry.setAttribute("who", new THREE.InstancedBufferAttribute(instance, 4));
    geometry.instanceCount = 1;
    this.texture = poses(double.transforms);
    const uniforms = { wardrobe: { value: wardrobe.texture }, poses: { value: this.texture } };
    const flesh = evening.material(PEOPLE_VERTEX, FIGURE_FRAGMENT, {
      uniforms,
      side: THREE.DoubleSide,
    });
    const shadow = shadowMaterial(PEOPLE_SHADOW_VERTEX, uniforms);
    this.object = still(geometry, flesh);
    this.caster = still(geometry, shadow);
    evening.addMoving(this.caster);
  }

  /** What has been written to its transforms is drawn. */
  show(): void {
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.evening.removeMoving(this.caster);
    this.object.geometry.dispose();
    for (const { material } of [this.object, this.caster]) (material as THREE.Material).dispose();
    this.texture.dispose();
  }
}
