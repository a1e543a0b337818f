/** Draws forms, many at a time: near ones finer than far ones, unseen ones not at all. */
import CORAL from "shaders/ocean/coral.frag.glsl";
import VERTEX from "shaders/ocean/solid.vert.glsl";
import STONE from "shaders/ocean/stone.frag.glsl";
import * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import { detail, isFrugal } from "../detail.ts";
import { FARTHEST_SEEN } from "../fish/crowd.ts";
import type { Part } from "./colonies.ts";
import { FORMS, formGeometry } from "./forms.ts";
import { LEVELS, type Level } from "./levels.ts";

const MATTER_STONE = shaderConstant("MATTER_STONE");
/** Numbers of an instance, four for each of these. */
const ATTRIBUTES = ["placed", "sized", "turned", "colour", "tipColour"] as const;
const STRIDE = 4 * ATTRIBUTES.length;
/** Nearer than this many of its own radii a form is drawn finely, and beyond so many coarsely; or so,
 * where there are many, or where a processor draws. */
const REACHES = [8, 32] as const;
const REACHES_OF_MANY = [6, 24] as const;
const REACHES_FRUGAL = [1.5, 14] as const;
const MANY = 60;
/** Where a processor draws, what is farther than so many of its radii is not drawn. */
const GONE_FRUGAL = 60;
/** Stones are plainer than what lives. */
const PLAIN = 0.5;

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
  /** How large it is for choosing a level [m]. */
  size: number;
  row: Float32Array;
}

interface Seen {
  sphere: THREE.Sphere;
  rows: readonly Rows[];
  /** From the eye [m]. */
  distance: number;
}

export class Stands {
  readonly object = new THREE.Group();
  /** Draws all of them in full, seen or not: to measure what culling saves. */
  everything = false;
  private readonly stone: THREE.RawShaderMaterial;
  private readonly coral: THREE.RawShaderMaterial;
  private readonly stands = new Map<string, Stand>();
  private clusters: Seen[] = [];
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
      distance: 0,
      rows: parts.map((part) => {
        counts.set(part.form, (counts.get(part.form) ?? 0) + 1);
        return { form: part.form, size: sizeOf(part), row: rowOf(part) };
      }),
    }));
    for (const [form, count] of counts) {
      for (const level of LEVELS) this.makeRoom(form, level, count);
    }
  }

  /** Chooses what a camera sees. */
  face(camera: THREE.PerspectiveCamera): void {
    this.seen.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.seen);
    for (const { mesh } of this.stands.values()) mesh.geometry.instanceCount = 0;
    for (const one of this.clusters) {
      one.distance = camera.position.distanceTo(one.sphere.center) - one.sphere.radius;
    }
    // The near ones first: what they hide is not shaded.
    this.clusters.sort((a, b) => a.distance - b.distance);
    for (const { sphere, rows, distance } of this.clusters) {
      const hidden = distance > FARTHEST_SEEN || !this.frustum.intersectsSphere(sphere);
      if (hidden && !this.everything) continue;
      for (const { form, size, row } of rows) {
        const level = this.levelAt(distance / size);
        if (level === null) continue;
        const stand = this.stands.get(`${form} ${level}`);
        if (!stand) continue;
        const { mesh } = stand;
        // What stands on a stone comes before it.
        const behind = mesh.material === this.stone ? 0.2 : 0;
        if (mesh.geometry.instanceCount === 0)
          mesh.renderOrder = -1 / (1 + behind + Math.max(0, distance));
        stand.rows.array.set(row, STRIDE * mesh.geometry.instanceCount++);
      }
    }
    for (const { mesh, rows } of this.stands.values()) {
      mesh.visible = mesh.geometry.instanceCount > 0;
      rows.clearUpdateRanges();
      rows.addUpdateRange(0, STRIDE * mesh.geometry.instanceCount);
      rows.needsUpdate = mesh.visible;
    }
  }

  /** Of what is so many of its radii away; null if it is not worth drawing. */
  private levelAt(distance: number): Level | null {
    if (this.everything) return 0;
    const many = this.clusters.length > MANY;
    const [fine, coarse] = isFrugal() ? REACHES_FRUGAL : many ? REACHES_OF_MANY : REACHES;
    if (isFrugal() && distance > GONE_FRUGAL) return null;
    return distance < fine ? 0 : distance < coarse ? 1 : 2;
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

function sizeOf({ form, scale }: Part): number {
  const plain = FORMS[form]?.matter === MATTER_STONE ? PLAIN : 1;
  return plain * Math.max(scale.x, scale.y, scale.z);
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
