/** All props of a scene: those that are alike are drawn at once. */
import PROP_VERTEX from "shaders/performance/prop.vert.glsl";
import PROP_SHADOW_VERTEX from "shaders/performance/prop_shadow.vert.glsl";
import * as THREE from "three";
import type { PropInfo, SceneShown } from "../../../wire/performing.ts";
import type { Daylight } from "../../figures/daylight.ts";
import { plainMaterial, shadowMaterial, still } from "../../figures/town/plain.ts";
import { ballForm, barForm, blockForm, boardForm, boulderForm, tackleForm } from "./forms.ts";
import { standsOf } from "./stands.ts";
import { STUFFS, type Stuff } from "./stuff.ts";

/** What is lower or farther away is not on the stage [m]. */
const LOWEST = -0.5;
const FARTHEST = 36;
/** Half of the height of what hides nobody [m]. */
const LOW_WALL = 0.3;
/** Coloured boxes are of wood, grey ones of concrete. */
const LEAST_SATURATION = 0.2;

export function isOnStage(x: number, y: number, z: number): boolean {
  return z > LOWEST && Math.hypot(x, y) < FARTHEST;
}

/** Whether it may come between the camera and somebody. */
export function isWall({ moves, shape, size }: PropInfo): boolean {
  return !moves && shape === "box" && (size[2] ?? 0) > LOW_WALL;
}

/** Props with one shape, size and colour. */
class Alike {
  readonly object = new THREE.Group();
  readonly casters = new THREE.Group();
  private readonly members: readonly number[];
  private readonly places: THREE.InstancedBufferAttribute;
  private readonly turns: THREE.InstancedBufferAttribute;
  private readonly geometries: THREE.InstancedBufferGeometry[] = [];
  private readonly materials: THREE.Material[] = [];

  /** members: numbers of the props in the scene. */
  constructor(
    prop: PropInfo,
    members: readonly number[],
    watched: THREE.Vector3,
    daylight: Daylight,
  ) {
    this.members = members;
    this.places = dynamic(3, members.length);
    this.turns = dynamic(4, members.length);
    const colour = { value: new THREE.Color(prop.color) };
    const size = { value: new THREE.Vector3(...prop.size) };
    const hides = isWall(prop);
    for (const [form, stuff] of formsOf(prop)) {
      const geometry = this.instanced(form);
      const material = daylight.material(PROP_VERTEX, STUFFS[stuff], {
        defines: hides ? { SEEN_THROUGH: 1 } : {},
        uniforms: { colour, size, watched: { value: watched } },
        transparent: hides,
      });
      const shadow = shadowMaterial(PROP_SHADOW_VERTEX);
      const mesh = still(geometry, material);
      // What is seen through a wall is drawn before.
      if (hides) mesh.renderOrder = 7;
      this.object.add(mesh);
      this.casters.add(still(geometry, shadow));
      this.geometries.push(geometry);
      this.materials.push(material, shadow);
    }
  }

  /** transforms: place and turn (w, x, y, z) of all props of the scene, seven numbers each. */
  show(transforms: Float32Array): void {
    let count = 0;
    for (const prop of this.members) {
      const [x = 0, y = 0, z = 0, w = 1, a = 0, b = 0, c = 0] = transforms.subarray(
        7 * prop,
        7 * prop + 7,
      );
      if (!isOnStage(x, y, z)) continue;
      this.places.setXYZ(count, x, y, z);
      this.turns.setXYZW(count, a, b, c, w);
      count++;
    }
    this.places.needsUpdate = this.turns.needsUpdate = true;
    for (const geometry of this.geometries) geometry.instanceCount = count;
    this.object.visible = this.casters.visible = count > 0;
  }

  dispose(): void {
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of this.materials) material.dispose();
  }

  private instanced(form: THREE.BufferGeometry): THREE.InstancedBufferGeometry {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute("position", form.getAttribute("position"));
    geometry.setAttribute("normal", form.getAttribute("normal"));
    geometry.setIndex(form.getIndex());
    geometry.setAttribute("place", this.places);
    geometry.setAttribute("turn", this.turns);
    return geometry;
  }
}

export class Props {
  readonly object = new THREE.Group();
  /** Place and turn of all, seven numbers each, in the scene's order. */
  readonly transforms: Float32Array;
  readonly infos: readonly PropInfo[];
  private readonly daylight: Daylight;
  private readonly still: Alike[] = [];
  private readonly moving: Alike[] = [];
  private readonly watched = new THREE.Vector3();
  private readonly frame: { mesh: THREE.Mesh; caster: THREE.Mesh } | null;

  constructor({ props }: SceneShown, daylight: Daylight) {
    this.infos = props;
    this.daylight = daylight;
    this.transforms = Float32Array.from(props.flatMap(({ at, turn }) => [...at, ...turn]));
    for (const members of groups(props)) {
      const prop = props[members[0] ?? 0] as PropInfo;
      const alike = new Alike(prop, members, this.watched, daylight);
      alike.show(this.transforms);
      this.object.add(alike.object);
      if (prop.moves) daylight.addMoving(alike.casters);
      else daylight.addStanding(alike.casters);
      (prop.moves ? this.moving : this.still).push(alike);
    }
    const frame = standsOf(props);
    this.frame = frame && {
      mesh: still(frame, plainMaterial(daylight)),
      caster: still(frame, shadowMaterial()),
    };
    if (this.frame) {
      this.object.add(this.frame.mesh);
      daylight.addStanding(this.frame.caster);
    }
  }

  /** moved: place and turn of those that move, seven numbers each, in the scene's order; watched:
   * a place that no wall is to hide. */
  show(moved: Float32Array, watched: ArrayLike<number> | undefined): void {
    if (watched) this.watched.set(watched[0] ?? 0, watched[1] ?? 0, watched[2] ?? 0);
    let from = 0;
    for (const [k, { moves }] of this.infos.entries()) {
      if (!moves) continue;
      this.transforms.set(moved.subarray(from, from + 7), 7 * k);
      from += 7;
    }
    for (const alike of this.moving) alike.show(this.transforms);
  }

  dispose(): void {
    for (const alike of this.moving) this.daylight.removeMoving(alike.casters);
    for (const alike of this.still) this.daylight.removeStanding(alike.casters);
    for (const alike of [...this.moving, ...this.still]) alike.dispose();
    if (!this.frame) return;
    const { mesh, caster } = this.frame;
    this.daylight.removeStanding(caster);
    mesh.geometry.dispose();
    for (const { material } of [mesh, caster]) (material as THREE.Material).dispose();
  }
}

/** What a prop is drawn as, and of what. */
function formsOf(prop: PropInfo): [THREE.BufferGeometry, Stuff][] {
  const [radius = 0, half = 0] = prop.size;
  const forms: [THREE.BufferGeometry, Stuff][] = [];
  let top = radius;
  if (prop.shape === "ball") {
    const isStone = /boulder|stone|rock/i.test(prop.name);
    forms.push(isStone ? [boulderForm(radius), "stone"] : [ballForm(radius), "rubber"]);
  } else if (prop.shape === "bar") {
    forms.push([barForm(radius, half), "leather"]);
    top = radius + half;
  } else {
    const isWood = prop.moves || saturation(prop.color) > LEAST_SATURATION;
    forms.push(isWood ? [boardForm(prop.size), "wood"] : [blockForm(prop.size), "concrete"]);
    top = prop.size[2] ?? 0;
  }
  if (prop.hangs !== null) forms.push([tackleForm(radius, top, prop.hangs), "steel"]);
  return forms;
}

function saturation(colour: string): number {
  return new THREE.Color(colour).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace).s;
}

/** Numbers of props that are alike. */
function groups(props: readonly PropInfo[]): number[][] {
  const found = new Map<string, number[]>();
  for (const [k, { shape, size, color, moves, hangs, name }] of props.entries()) {
    const kind = name.replace(/ \d+$/, "");
    const key = JSON.stringify([shape, size, color, moves, hangs, kind]);
    found.set(key, [...(found.get(key) ?? []), k]);
  }
  return [...found.values()];
}

function dynamic(size: number, count: number): THREE.InstancedBufferAttribute {
  const attribute = new THREE.InstancedBufferAttribute(new Float32Array(size * count), size);
  return attribute.setUsage(THREE.DynamicDrawUsage);
}
