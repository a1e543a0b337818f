/** Draws forms, many at a time: near ones finer than far ones, unseen ones not at all. */
import CORAL from "shaders/ocean/coral.frag.glsl";
import VERTEX from "shaders/ocean/solid.vert.glsl";
import STONE from "shaders/ocean/stone.frag.glsl";
import * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import { detail, isFrugal } from "../detail.ts";
import { FARTHEST_SEEN } from "../fish/crowd.ts";
import type { Part } from "./colonies.ts";
import { FORMS, formGeometry, type Level } from "./forms.ts";

const MATTER_STONE = shaderConstant("MATTER_STONE");
/** Numbers of an instance, four for each of these. */
const ATTRIBUTES = ["placed", "sized", "turned", "colour", "tipColour"] as const;
const STRIDE = 4 * ATTRIBUTES.length;
/** Nearer than this many radii of a cluster it is drawn finely; or than this, where there are many,
 * or where a processor draws. */
const NEAR = 4.5;
const NEAR_OF_MANY = 3;
const NEAR_FRUGAL = 1.5;
const MANY = 60;

/** What is seen together, or not. */
export interface Cluster {
  sphere: THREE.Sphere;
  parts: readonly Part[];
}

interface Stand {
  mesh: THREE.Mesh<THREE.InstancedBufferGeometry>;
  rows: THREE.InstancedInterleavedBuffer;
}

interface Rows {
  form: number;
  row: Float32Array;
}

export class Stands {
  readonly object = new THREE.Group();
  /** Draws all of them in full, seen or not: to measure what culling saves. */
  everything = false;
  private readonly stone: THREE.RawShaderMaterial;
  private readonly coral: THREE.RawShaderMaterial;
  private readonly stands = new Map<string, Stand>();
  private clusters: { sphere: THREE.Sphere; rows: readonly Rows[] }[] = [];
  private readonly frustum = new THREE.Frustum();
  private readonly seen = new THREE.Matrix4();

  constructor(light: Record<string, THREE.IUniform>) {
    this.stone = material(STONE, light);
    this.coral = material(CORAL, light);
  }

  set(clusters: readonly Cluster[]): void {
    const counts = new Map<number, number>();
    this.clusters = clusters.map(({ sphere, parts }) => ({
      sphere,
      rows: parts.map((part) => {
        counts.set(part.form, (counts.get(part.form) ?? 0) + 1);
        return { form: part.form, row: rowOf(part) };
      }),
    }));
    for (const [form, count] of counts) {
      for (const level of [0, 1] as const) this.makeRoom(form, level, count);
    }
  }

  /** Chooses what a camera sees. */
  face(camera: THREE.PerspectiveCamera): void {
    this.seen.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.seen);
    for (const { mesh } of this.stands.values()) mesh.geometry.instanceCount = 0;
    const reach = isFrugal() ? NEAR_FRUGAL : this.clusters.length > MANY ? NEAR_OF_MANY : NEAR;
    for (const { sphere, rows } of this.clusters) {
      const distance = camera.position.distanceTo(sphere.center) - sphere.radius;
      const hidden = distance > FARTHEST_SEEN || !this.frustum.intersectsSphere(sphere);
      if (hidden && !this.everything) continue;
      const near = this.everything || distance < reach * sphere.radius;
      for (const { form, row } of rows) {
        if (!near && isFrugal() && FORMS[form]?.kind === "pebble") continue;
        const stand = this.stands.get(`${form} ${near ? 0 : 1}`);
        if (!stand) continue;
        stand.rows.array.set(row, STRIDE * stand.mesh.geometry.instanceCount++);
      }
    }
    for (const { mesh, rows } of this.stands.values()) {
      mesh.visible = mesh.geometry.instanceCount > 0;
      rows.clearUpdateRanges();
      rows.addUpdateRange(0, STRIDE * mesh.geometry.instanceCount);
      rows.needsUpdate = mesh.visible;
    }
  }

  dispose(): void {
    for (const { mesh } of this.stands.values()) mesh.geometry.dispose();
    this.stone.dispose();
    this.coral.dispose();
  }

  private makeRoom(form: number, level: Level, count: number): void {
    const key = `${form} ${level}`;
    const known = this.stands.get(key);
    if (known && known.rows.count >= count) return;
    if (known) {
      this.object.remove(known.mesh);
      known.mesh.geometry.dispose();
    }
    const shape = formGeometry(form, level);
    const geometry = new THREE.InstancedBufferGeometry();
    for (const name of ["position", "normal", "look"]) {
      geometry.setAttribute(name, shape.getAttribute(name).clone());
    }
    geometry.setIndex(shape.getIndex()?.clone() ?? null);
    const rows = new THREE.InstancedInterleavedBuffer(new Float32Array(STRIDE * count), STRIDE, 1);
    rows.setUsage(THREE.DynamicDrawUsage);
    for (const [k, name] of ATTRIBUTES.entries()) {
      geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(rows, 4, 4 * k));
    }
    geometry.instanceCount = 0;
    const mesh = new THREE.Mesh(
      geometry,
      FORMS[form]?.matter === MATTER_STONE ? this.stone : this.coral,
    );
    mesh.frustumCulled = false;
    this.object.add(mesh);
    this.stands.set(key, { mesh, rows });
  }
}

function material(
  fragment: string,
  light: Record<string, THREE.IUniform>,
): THREE.RawShaderMaterial {
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: VERTEX,
    fragmentShader: fragment,
    defines: detail,
    uniforms: light,
  });
}

function rowOf({ form, place, scale, turn, colour, tip, own, ground }: Part): Float32Array {
  const matter = FORMS[form]?.matter ?? 0;
  return Float32Array.from([
    ...place.toArray(),
    ground,
    ...scale.toArray(),
    own,
    ...turn.toArray(),
    ...colour,
    matter,
    ...tip,
    0,
  ]);
}
