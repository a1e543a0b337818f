/** A puppet in space: lit meshes, and rods that no mesh covers as sticks. */
import FELT from "shaders/puppet/felt.glsl";
import FELT_HEAD from "shaders/puppet/felt_head.glsl";
import * as THREE from "three";
import type { Figure } from "./figure.ts";
import { SmoothOutline } from "./outline.ts";
import { sizeOf } from "./paper.ts";

const STICK = 0.009;
const STICK_COLOR = "#a9744a";
const UP = new THREE.Vector3(0, 1, 0);

export class SolidPuppet {
  readonly object = new THREE.Group();
  private readonly figure: Figure;
  private readonly meshes: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>[];
  private readonly sticks: THREE.InstancedMesh;
  private readonly knobs: THREE.InstancedMesh;
  private readonly wood = new THREE.MeshStandardMaterial({ color: STICK_COLOR, roughness: 0.7 });

  constructor(figure: Figure) {
    this.figure = figure;
    const size = sizeOf(figure);
    this.meshes = figure.parts.map((part) => meshOf(figure, part));
    const width = STICK * size;
    this.sticks = new THREE.InstancedMesh(
      new THREE.CylinderGeometry(width, width, 1, 12),
      this.wood,
      Math.max(1, figure.bare.length),
    );
    this.knobs = new THREE.InstancedMesh(
      new THREE.SphereGeometry(1.5 * width, 16, 12),
      this.wood,
      Math.max(1, 2 * figure.bare.length),
    );
    this.object.add(...this.meshes, this.sticks, this.knobs);
    for (const object of this.object.children as THREE.Mesh[]) {
      object.castShadow = true;
      object.receiveShadow = true;
      object.frustumCulled = false;
    }
  }

  show(skin: boolean, opacity: number): void {
    this.object.visible = skin;
    for (const { material } of this.meshes) {
      material.opacity = opacity;
      material.transparent = opacity < 1;
      material.depthWrite = opacity === 1;
    }
  }

  update(): void {
    const { figure } = this;
    for (const [k, { geometry }] of this.meshes.entries()) {
      const { first, count } = figure.parts[k] as Figure["parts"][number];
      const position = geometry.getAttribute("position") as THREE.BufferAttribute;
      position.array.set(figure.vertices.subarray(3 * first, 3 * (first + count)));
      position.needsUpdate = true;
      geometry.computeVertexNormals();
    }
    this.layRods();
  }

  private layRods(): void {
    const { figure } = this;
    const matrix = new THREE.Matrix4();
    for (const [k, [a, b]] of figure.bare.entries()) {
      const start = new THREE.Vector3(...figure.placeOf(a));
      const end = new THREE.Vector3(...figure.placeOf(b));
      const way = end.clone().sub(start);
      const length = way.length() || 1e-6;
      const turn = new THREE.Quaternion().setFromUnitVectors(UP, way.divideScalar(length));
      const middle = start.clone().add(end).multiplyScalar(0.5);
      this.sticks.setMatrixAt(k, matrix.compose(middle, turn, new THREE.Vector3(1, length, 1)));
      this.knobs.setMatrixAt(2 * k, matrix.makeTranslation(start));
      this.knobs.setMatrixAt(2 * k + 1, matrix.makeTranslation(end));
    }
    this.sticks.count = figure.bare.length;
    this.knobs.count = 2 * figure.bare.length;
    this.sticks.instanceMatrix.needsUpdate = true;
    this.knobs.instanceMatrix.needsUpdate = true;
  }

  /** The nearest part that a ray meets. */
  partAt(ray: THREE.Ray): number | null {
    const caster = new THREE.Raycaster(ray.origin, ray.direction);
    for (const { geometry } of this.meshes) geometry.computeBoundingSphere();
    const hit = caster.intersectObjects(this.meshes, false)[0];
    return hit ? this.meshes.indexOf(hit.object as (typeof this.meshes)[number]) : null;
  }

  dispose(): void {
    for (const { geometry, material } of this.meshes) {
      geometry.dispose();
      material.dispose();
    }
    this.sticks.geometry.dispose();
    this.knobs.geometry.dispose();
    this.wood.dispose();
  }
}

function meshOf(
  { restVertices }: Figure,
  { first, count, faces, color }: Figure["parts"][number],
): THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial> {
  const geometry = new THREE.BufferGeometry();
  const rest = restVertices.slice(3 * first, 3 * (first + count));
  geometry.setAttribute(
    "position",
    new THREE.BufferAttribute(rest, 3).setUsage(THREE.DynamicDrawUsage),
  );
  geometry.setAttribute("woven", new THREE.BufferAttribute(rest.slice(), 3));
  geometry.setIndex(faces.length > 0 ? faces.flat() : trianglesOf(rest));
  const material = new THREE.MeshPhysicalMaterial({
    color,
    roughness: 0.62,
    sheen: 0.4,
    sheenRoughness: 0.5,
    sheenColor: new THREE.Color(color).lerp(new THREE.Color(0xffffff), 0.5),
    side: THREE.DoubleSide,
  });
  material.onBeforeCompile = sew;
  return new THREE.Mesh(geometry, material);
}

/** Adds stitches to what three.js knows of a surface. */
function sew(shader: THREE.WebGLProgramParametersWithUniforms): void {
  const { vertexShader, fragmentShader } = shader;
  shader.vertexShader = `attribute vec3 woven;\nvarying vec3 vWoven;\n${vertexShader}`.replace(
    "#include <begin_vertex>",
    "#include <begin_vertex>\nvWoven = woven;",
  );
  shader.fragmentShader = `${FELT_HEAD}\n${fragmentShader}`.replace(
    "#include <color_fragment>",
    `#include <color_fragment>\n${FELT}`,
  );
}

/** Of an outline in space, seen from where it is widest; without new vertices. */
function trianglesOf(rest: Float32Array): number[] {
  const box = new THREE.Box3().setFromArray(rest);
  const size = box.getSize(new THREE.Vector3());
  const deep = [size.x, size.y, size.z].indexOf(Math.min(size.x, size.y, size.z));
  const axes = [0, 1, 2].filter((axis) => axis !== deep) as [number, number];
  const flat = new Float32Array(rest.length);
  for (let k = 0; k < rest.length; k += 3) {
    flat[k] = rest[k + axes[0]] ?? 0;
    flat[k + 2] = rest[k + axes[1]] ?? 0;
  }
  return new SmoothOutline(flat, 1).triangles().flat();
}
