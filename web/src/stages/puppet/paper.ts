/** A flat puppet as cut felt: filled outlines with sewn, rounded edges, lying over each other. */
import PAPER_FRAGMENT from "shaders/puppet/paper.frag.glsl";
import PAPER_VERTEX from "shaders/puppet/paper.vert.glsl";
import STITCH_FRAGMENT from "shaders/puppet/stitch.frag.glsl";
import STITCH_VERTEX from "shaders/puppet/stitch.vert.glsl";
import * as THREE from "three";
import { type Dot, isInside } from "../../puppet/geometry.ts";
import { Brads } from "./brads.ts";
import type { Figure } from "./figure.ts";
import { SmoothOutline } from "./outline.ts";

/** Silhouettes are drawn from this layer for their shadow. */
export const SHADOW_LAYER = 1;

/** Where light comes from, as seen: from above, a little from the left. */
const LIGHT = new THREE.Vector2(-0.5, 0.87);
/** Of rounded edges and of shadows on what lies below, as a share of the puppet's size. */
const BEVEL = 0.017;
const DROP = 0.014;
/** Of a stitch and of its thread, as a share of the puppet's size; parts smaller than that have none. */
const STITCH = 0.016;
const THREAD = 0.0026;
const LEAST_SEWN = 0.0026;
const STICK = 0.011;
const STICK_COLOR = "#a9744a";
const STICK_CORNERS = 12;

/** One part: its fill, its lit and shaded edge, and its shadow on what lies below. */
class Sheet {
  readonly objects: THREE.Mesh[];
  readonly outline: SmoothOutline;
  private readonly fill = new THREE.BufferGeometry();
  private readonly edge = new THREE.BufferGeometry();
  private readonly drop = new THREE.BufferGeometry();
  private readonly seam = new THREE.BufferGeometry();
  private readonly material: THREE.ShaderMaterial;
  private readonly thread: THREE.ShaderMaterial | null = null;
  private readonly threadWidth: number;
  private readonly bevel: number;
  private readonly reach: number;

  constructor(rest: Float32Array, color: string, order: number, size: number) {
    this.outline = new SmoothOutline(rest);
    const { count, area } = this.outline;
    this.bevel = Math.min(BEVEL * size, 0.28 * Math.sqrt(area));
    this.reach = Math.min(DROP * size, 0.5 * Math.sqrt(area));
    const paper = Float32Array.from(this.outline.dots);
    this.fill.setAttribute("position", dynamic(count));
    this.fill.setAttribute("paper", new THREE.BufferAttribute(paper, 2));
    const corners = new THREE.BufferAttribute(new Uint16Array(3 * count), 1);
    this.fill.setIndex(corners.setUsage(THREE.DynamicDrawUsage));
    for (const strip of [this.edge, this.drop]) {
      strip.setAttribute("position", dynamic(2 * count));
      strip.setAttribute(
        "color",
        new THREE.BufferAttribute(new Float32Array(8 * count), 4).setUsage(THREE.DynamicDrawUsage),
      );
      strip.setIndex(stripOf(count));
    }
    const [r, g, b] = rgbOf(color);
    const stencilRef = (order % 254) + 1;
    this.material = new THREE.ShaderMaterial({
      vertexShader: PAPER_VERTEX,
      fragmentShader: PAPER_FRAGMENT,
      uniforms: { color: { value: new THREE.Vector3(r, g, b) }, opacity: { value: 1 } },
      ...OVER,
      stencilWrite: true,
      stencilRef,
      stencilZPass: THREE.ReplaceStencilOp,
    });
    const soft = new THREE.MeshBasicMaterial({ vertexColors: true, toneMapped: false, ...OVER });
    const inside = soft.clone();
    inside.setValues({ stencilWrite: true, stencilRef, stencilFunc: THREE.EqualStencilFunc });
    this.objects = [
      new THREE.Mesh(this.drop, soft),
      new THREE.Mesh(this.fill, this.material),
      new THREE.Mesh(this.edge, inside),
    ];
    this.threadWidth = THREAD * size;
    if (area > LEAST_SEWN * size * size) {
      this.seam.setAttribute("position", dynamic(2 * count));
      this.seam.setAttribute("along", new THREE.BufferAttribute(this.stitches(STITCH * size), 1));
      // Between the last stitch and the first there is a gap.
      this.seam.setIndex(stripOf(count).slice(0, -6));
      this.thread = new THREE.ShaderMaterial({
        vertexShader: STITCH_VERTEX,
        fragmentShader: STITCH_FRAGMENT,
        uniforms: {
          color: { value: new THREE.Vector3(r, g, b).multiplyScalar(0.5) },
          opacity: { value: 1 },
        },
        ...OVER,
        stencilWrite: true,
        stencilRef,
        stencilFunc: THREE.EqualStencilFunc,
      });
      this.objects.push(new THREE.Mesh(this.seam, this.thread));
    }
    for (const [k, object] of this.objects.entries()) {
      object.renderOrder = 10 + 4 * order + k;
      object.frustumCulled = false;
    }
    this.objects[1]?.layers.enable(SHADOW_LAYER);
  }

  set opacity(value: number) {
    for (const material of [this.material, this.thread]) {
      if (material) (material.uniforms.opacity as { value: number }).value = value;
    }
    for (const object of [this.objects[0], this.objects[2]]) {
      (object?.material as THREE.Material).opacity = value;
    }
  }

  update(places: ArrayLike<number>, first: number): void {
    const { outline, bevel, reach } = this;
    outline.update(places, first);
    const { dots, count, sense } = outline;
    const fill = this.fill.getAttribute("position") as THREE.BufferAttribute;
    const edge = this.edge.getAttribute("position") as THREE.BufferAttribute;
    const drop = this.drop.getAttribute("position") as THREE.BufferAttribute;
    const edgeColor = this.edge.getAttribute("color") as THREE.BufferAttribute;
    const dropColor = this.drop.getAttribute("color") as THREE.BufferAttribute;
    const seam = this.thread && (this.seam.getAttribute("position") as THREE.BufferAttribute);
    const sewn = [1.05 * bevel, 1.05 * bevel + this.threadWidth] as const;
    for (let k = 0; k < count; k++) {
      const x = dots[2 * k] as number;
      const z = dots[2 * k + 1] as number;
      const before = 2 * ((k + count - 1) % count);
      const behind = 2 * ((k + 1) % count);
      const tx = (dots[behind] as number) - (dots[before] as number);
      const tz = (dots[behind + 1] as number) - (dots[before + 1] as number);
      const length = Math.hypot(tx, tz) || 1;
      // Outwards.
      const nx = (sense * tz) / length;
      const nz = (-sense * tx) / length;
      fill.setXYZ(k, x, 0, z);
      edge.setXYZ(2 * k, x, 0, z);
      edge.setXYZ(2 * k + 1, x - bevel * nx, 0, z - bevel * nz);
      seam?.setXYZ(2 * k, x - sewn[0] * nx, 0, z - sewn[0] * nz);
      seam?.setXYZ(2 * k + 1, x - sewn[1] * nx, 0, z - sewn[1] * nz);
      const lit = nx * LIGHT.x + nz * LIGHT.y;
      const shade = lit > 0 ? 1 : 0;
      edgeColor.setXYZW(2 * k, shade, shade, shade, lit > 0 ? 0.34 * lit : -0.36 * lit);
      edgeColor.setXYZW(2 * k + 1, shade, shade, shade, 0);
      const [sx, sz] = [x - 0.5 * reach * LIGHT.x, z - 0.5 * reach * LIGHT.y];
      drop.setXYZ(2 * k, sx - 0.4 * reach * nx, 0, sz - 0.4 * reach * nz);
      drop.setXYZ(2 * k + 1, sx + reach * nx, 0, sz + reach * nz);
      dropColor.setXYZW(2 * k, 0.05, 0.02, 0.02, 0.4);
      dropColor.setXYZW(2 * k + 1, 0.05, 0.02, 0.02, 0);
    }
    this.layTriangles();
    for (const changed of [fill, edge, drop, edgeColor, dropColor]) changed.needsUpdate = true;
    if (seam) seam.needsUpdate = true;
  }

  /** How many stitches, each so long [m], it is from the first dot to each one at rest. */
  private stitches(length: number): Float32Array {
    const { dots, count } = this.outline;
    const along = new Float32Array(2 * count);
    let way = 0;
    for (let k = 0; k < count; k++) {
      if (k > 0) {
        const [x = 0, z = 0, bx = 0, bz = 0] = dots.subarray(2 * k - 2, 2 * k + 2);
        way += Math.hypot(bx - x, bz - z);
      }
      along.fill(way / length, 2 * k, 2 * k + 2);
    }
    return along;
  }

  private layTriangles(): void {
    const index = this.fill.index as THREE.BufferAttribute;
    let at = 0;
    for (const [a = 0, b = 0, c = 0] of this.outline.triangles()) {
      if (at + 3 > index.count) break;
      index.setX(at++, a);
      index.setX(at++, b);
      index.setX(at++, c);
    }
    this.fill.setDrawRange(0, at);
    index.needsUpdate = true;
  }

  dispose(): void {
    for (const { geometry, material } of this.objects) {
      geometry.dispose();
      (material as THREE.Material).dispose();
    }
  }
}

export class PaperPuppet {
  readonly object = new THREE.Group();
  private readonly figure: Figure;
  private readonly sheets: Sheet[];
  private readonly sticks: Sheet[];
  private readonly brads: Brads;
  private readonly stick = new Float32Array(3 * STICK_CORNERS);
  private readonly width: number;

  constructor(figure: Figure) {
    this.figure = figure;
    const size = sizeOf(figure);
    this.width = STICK * size;
    const { restVertices, parts, bare } = figure;
    this.sticks = bare.map(([a, b], k) => {
      this.layStick(figure.restPoints, a, b);
      return new Sheet(this.stick, STICK_COLOR, k, size);
    });
    this.sheets = parts.map(({ first, count, color }, k) => {
      const rest = restVertices.slice(3 * first, 3 * (first + count));
      return new Sheet(rest, color, bare.length + k, size);
    });
    for (const { objects } of [...this.sticks, ...this.sheets]) this.object.add(...objects);
    this.brads = new Brads(figure, size, 10 + 4 * (bare.length + parts.length));
    this.object.add(this.brads.object);
  }

  show(skin: boolean, opacity: number): void {
    this.brads.show(skin, opacity);
    for (const sheet of this.sheets) {
      sheet.opacity = opacity;
      for (const object of sheet.objects) object.visible = skin;
    }
    for (const sheet of this.sticks) {
      for (const object of sheet.objects) object.visible = skin;
      sheet.opacity = opacity;
    }
  }

  update(): void {
    const { figure } = this;
    for (const [k, sheet] of this.sheets.entries()) {
      sheet.update(figure.vertices, figure.parts[k]?.first ?? 0);
    }
    for (const [k, sheet] of this.sticks.entries()) {
      const [a, b] = figure.bare[k] as readonly [number, number];
      this.layStick(figure.points, a, b);
      sheet.update(this.stick, 0);
    }
    this.brads.update();
  }

  /** The topmost part under a place. */
  partAt(dot: Dot): number | null {
    for (let k = this.sheets.length - 1; k >= 0; k--) {
      if (isInside(dot, (this.sheets[k] as Sheet).outline.polygon())) return k;
    }
    return null;
  }

  dispose(): void {
    for (const sheet of [...this.sticks, ...this.sheets]) sheet.dispose();
    this.brads.dispose();
  }

  /** A rod as an outline with round ends. */
  private layStick(points: Float32Array, a: number, b: number): void {
    const [ax, az] = [points[3 * a] ?? 0, points[3 * a + 2] ?? 0];
    const [bx, bz] = [points[3 * b] ?? 0, points[3 * b + 2] ?? 0];
    const angle = Math.atan2(bz - az, bx - ax);
    const half = STICK_CORNERS / 2;
    for (let k = 0; k < STICK_CORNERS; k++) {
      const atEnd = k < half;
      const turn = angle + (atEnd ? -0.5 : 0.5) * Math.PI + (Math.PI * (k % half)) / (half - 1);
      this.stick[3 * k] = (atEnd ? bx : ax) + this.width * Math.cos(turn);
      this.stick[3 * k + 2] = (atEnd ? bz : az) + this.width * Math.sin(turn);
    }
  }
}

const OVER = {
  transparent: true,
  depthTest: false,
  depthWrite: false,
  side: THREE.DoubleSide,
} as const;

/** The longer side of a puppet at rest [m]. */
export function sizeOf({ restPoints, restVertices }: Figure): number {
  const box = new THREE.Box3();
  for (const rows of [restPoints, restVertices]) {
    for (let k = 0; k < rows.length; k += 3) {
      box.expandByPoint(new THREE.Vector3(rows[k], rows[k + 1], rows[k + 2]));
    }
  }
  const size = box.getSize(new THREE.Vector3());
  return box.isEmpty() ? 1 : Math.max(0.3, size.x, size.y, size.z);
}

function dynamic(count: number): THREE.BufferAttribute {
  const attribute = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
  return attribute.setUsage(THREE.DynamicDrawUsage);
}

/** Triangles between an outline (even numbers) and another along it (odd ones). */
function stripOf(count: number): number[] {
  return Array.from({ length: count }, (_, k) => {
    const [a, b] = [2 * k, 2 * ((k + 1) % count)];
    return [a, b, a + 1, a + 1, b, b + 1];
  }).flat();
}

function rgbOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}
