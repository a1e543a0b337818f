/** A double as a person whose clothes show his balance, and his performer as a ghost. */
import PEOPLE_VERTEX from "shaders/figures/people.vert.glsl";
import PEOPLE_SHADOW_VERTEX from "shaders/figures/people_shadow.vert.glsl";
import DOUBLE_FRAGMENT from "shaders/performance/double.frag.glsl";
import GHOST_FRAGMENT from "shaders/performance/ghost.frag.glsl";
import GHOST_VERTEX from "shaders/performance/ghost.vert.glsl";
import * as THREE from "three";
import type { LevelModel } from "../../figures/models.ts";
import { FLOATS } from "../../performance/body.ts";
import type { ShownDouble } from "../../performance/shown.ts";
import type { PerformerInfo, SegmentInfo } from "../../wire/performing.ts";
import type { Daylight } from "../figures/daylight.ts";
import { approach } from "../figures/groundCamera.ts";
import { bodyGeometry, type Flesh } from "../figures/people/body.ts";
import type { Wardrobe } from "../figures/people/wardrobe.ts";
import { shadowMaterial, still } from "../figures/town/plain.ts";
import { colourOfBalance } from "./balance.ts";

/** Of what is round in clothes. */
const SIDES = 18;
/** How much of the colour of balance is shown: of who is in balance, and of who is out of it. */
const CALM_TINT = 0.66;
const ALARMED_TINT = 0.95;
const TINT_HALF_LIFE = 0.09;
/** Nearer to his double nobody sees a performer [m]. */
const LEAST_APART = 0.008;

const NOTHING: Flesh = {
  vertices: [],
  normals: [],
  segments: [],
  materials: [],
  triangles: [],
  materialNames: [],
};

export class Actor {
  readonly object = new THREE.Group();
  readonly tint = new THREE.Vector4();
  private readonly ghost = new THREE.Group();
  private readonly daylight: Daylight;
  private readonly geometry: THREE.InstancedBufferGeometry;
  private readonly caster: THREE.Mesh;
  private readonly materials: readonly THREE.Material[];
  private readonly textures: readonly [THREE.DataTexture, THREE.DataTexture];
  private readonly colour = new THREE.Color();
  private isNew = true;

  constructor(
    model: LevelModel,
    segments: readonly SegmentInfo[],
    who: PerformerInfo,
    double: ShownDouble,
    wardrobe: Wardrobe,
    daylight: Daylight,
  ) {
    this.daylight = daylight;
    this.geometry = geometryOf(model, segments, who);
    const slot = wardrobe.slotOf(who.look, "performer", false);
    const instance = new Float32Array([0, 1, slot, 0]);
    this.geometry.setAttribute("who", new THREE.InstancedBufferAttribute(instance, 4));
    this.geometry.instanceCount = 1;
    this.textures = [poses(double.transforms), poses(double.ghost)];
    const [own, performed] = this.textures.map((value) => ({ value })) as [Uniform, Uniform];
    const worn = { wardrobe: { value: wardrobe.texture } };
    const flesh = daylight.material(PEOPLE_VERTEX, DOUBLE_FRAGMENT, {
      uniforms: { ...worn, poses: own, balanceTint: { value: this.tint } },
      side: THREE.DoubleSide,
    });
    const ghostly = (more: THREE.ShaderMaterialParameters) =>
      daylight.material(GHOST_VERTEX, GHOST_FRAGMENT, {
        uniforms: { ...worn, poses: performed, doubled: own },
        transparent: true,
        ...more,
      });
    // Of the ghost only what is nearest is seen, whatever of it is drawn first.
    const ghost = [ghostly({ colorWrite: false }), ghostly({ depthWrite: false })];
    const shadow = shadowMaterial(PEOPLE_SHADOW_VERTEX, { ...worn, poses: own });
    this.caster = still(this.geometry, shadow);
    for (const [order, material] of ghost.entries()) {
      const mesh = still(this.geometry, material);
      mesh.renderOrder = 5 + order;
      this.ghost.add(mesh);
    }
    this.object.add(still(this.geometry, flesh), this.ghost);
    this.materials = [flesh, ...ghost, shadow];
    daylight.addMoving(this.caster);
  }

  /** `seconds`: since it was shown last. */
  show(double: ShownDouble, tinted: boolean, ghost: boolean, seconds: number): void {
    for (const texture of this.textures) texture.needsUpdate = true;
    const wanted = colourOfBalance(double.balance, double.fallen, this.colour);
    const share = this.isNew ? 1 : approach(seconds, TINT_HALF_LIFE);
    this.isNew = false;
    const { tint } = this;
    tint.x += share * (wanted.r - tint.x);
    tint.y += share * (wanted.g - tint.y);
    tint.z += share * (wanted.b - tint.z);
    const alarm = double.fallen ? 1 : 1 - double.balance;
    const amount = tinted ? CALM_TINT + alarm * (ALARMED_TINT - CALM_TINT) : 0;
    tint.w += share * (amount - tint.w);
    this.ghost.visible = ghost && double.apart > LEAST_APART;
  }

  dispose(): void {
    this.daylight.removeMoving(this.caster);
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
    for (const texture of this.textures) texture.dispose();
  }
}

type Uniform = { value: THREE.DataTexture };

/** Transforms of segments as shaders read them. */
export function poses(transforms: Float32Array<ArrayBuffer>): THREE.DataTexture {
  const bones = transforms.length / FLOATS;
  return new THREE.DataTexture(transforms, 2 * bones, 1, THREE.RGBAFormat, THREE.FloatType);
}

/** Flesh and clothes of the standard figure, stretched to somebody's bones. */
export function geometryOf(
  { flesh }: LevelModel,
  segments: readonly SegmentInfo[],
  { scales }: PerformerInfo,
): THREE.InstancedBufferGeometry {
  const head = segments.findIndex(({ name }) => name === "head");
  const rest = segments.flatMap((segment) => segment.rest);
  const geometry = bodyGeometry({ flesh, rifle: NOTHING, rest, head }, segments.length, SIDES);
  const { position, normal, rides } = geometry.attributes;
  const facing = new THREE.Vector3();
  for (let k = 0; position && normal && rides && k < position.count; k++) {
    const [x, y, z] = scales[rides.getX(k)] ?? [1, 1, 1];
    position.setXYZ(k, x * position.getX(k), y * position.getY(k), z * position.getZ(k));
    facing.set(normal.getX(k) / x, normal.getY(k) / y, normal.getZ(k) / z).normalize();
    normal.setXYZ(k, facing.x, facing.y, facing.z);
  }
  return geometry;
}
