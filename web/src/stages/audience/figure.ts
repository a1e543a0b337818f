/** Somebody on the stage, in his own clothes: no colour says how he stands. */
import * as THREE from "three";
import type { WatchedDouble } from "../../audience/watched.ts";
import type { LevelModel } from "../../figures/models.ts";
import type { PerformerInfo, SegmentInfo } from "../../wire/performing.ts";
import {
  PEOPLE_SHADOW_VERTEX,
  PEOPLE_VERTEX,
  peopleFragment,
} from "../figures/people/people.glsl.ts";
import type { Wardrobe } from "../figures/people/wardrobe.ts";
import { shadowMaterial, still } from "../figures/town/plain.ts";
import { geometryOf, poses } from "../performance/actor.ts";
import type { Evening } from "./evening.ts";

/** Lights behind him draw his outline. */
const FRAGMENT = peopleFragment(/* glsl */ `
vec3 tinted(vec3 colour) {
  return colour;
}
vec3 glow(float rim) {
  vec3 n = normalize(facing);
  if (dot(n, at - eye) > 0.25 * length(at - eye)) n = -n;
  return backlight(n) * (0.4 * paint + (0.07 + 0.3 * paint) * 2.4 * rim);
}
`);

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
    const flesh = evening.material(PEOPLE_VERTEX, FRAGMENT, { uniforms, side: THREE.DoubleSide });
    const shadow = shadowMaterial(PEOPLE_SHADOW_VERTEX);
    Object.assign(shadow.uniforms, uniforms);
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
