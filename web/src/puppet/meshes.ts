/** Meshes of OBJ and GLB files as parts of a puppet of three dimensions. */
import * as THREE from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { PuppetDocument } from "../wire/puppetry.ts";
import { isFlat, MOST_PARTS, MOST_VERTICES, restPlaces, verticesOf } from "./document.ts";
import { addPart } from "./edits.ts";
import { FileError } from "./files.ts";

interface Mesh {
  name: string;
  color: string;
  /** z up, in the file's unit. */
  vertices: number[][];
  faces: [number, number, number][];
}

const WHITE = "#ffffff";
const USUAL_COLOR = "#d9b48f";

export async function withMesh(
  document: PuppetDocument,
  data: ArrayBuffer,
  name: string,
): Promise<PuppetDocument> {
  if (isFlat(document)) {
    throw new FileError(`${name} is a mesh; it needs a puppet of three dimensions.`);
  }
  const meshes = meshesOf(await objectOf(data, name)).filter(({ faces }) => faces.length > 0);
  if (meshes.length === 0) throw new FileError(`${name} has no triangle that could be a part.`);
  if (document.part.length + meshes.length > MOST_PARTS) {
    throw new FileError(
      `${name} has ${meshes.length} meshes; a puppet has at most ${MOST_PARTS} parts.`,
    );
  }
  const before = document.part.reduce((sum, part) => sum + verticesOf(part).length, 0);
  const count = meshes.reduce((sum, { vertices }) => sum + vertices.length, 0);
  if (before + count > MOST_VERTICES) {
    throw new FileError(
      `${name} has ${count.toLocaleString("en")} vertices, and a puppet at most ` +
        `${MOST_VERTICES.toLocaleString("en")}: simplify it first.`,
    );
  }
  return fitted(meshes, document).reduce(
    (next, { name: part, color, vertices, faces }) =>
      addPart(next, {
        ...(part && !next.part.some((other) => other.name === part) ? { name: part } : {}),
        color,
        vertices,
        faces,
      }),
    document,
  );
}

async function objectOf(data: ArrayBuffer, name: string): Promise<THREE.Object3D> {
  try {
    if (name.toLowerCase().endsWith(".obj")) {
      return new OBJLoader().parse(new TextDecoder().decode(data));
    }
    return (await new GLTFLoader().parseAsync(withoutPictures(data), "")).scene;
  } catch (error) {
    // What a reader stumbles over in the middle means nothing to whoever chose the file.
    const damaged = error instanceof RangeError || error instanceof TypeError;
    const why = damaged ? "it is damaged" : error instanceof Error ? error.message : String(error);
    throw new FileError(`${name} cannot be read: ${why}.`);
  }
}

/** Both formats have y up. */
function meshesOf(object: THREE.Object3D): Mesh[] {
  const found: Mesh[] = [];
  object.updateMatrixWorld(true);
  object.traverse((one) => {
    if (!(one instanceof THREE.Mesh)) return;
    const plain = new THREE.BufferGeometry();
    plain.setAttribute("position", one.geometry.getAttribute("position").clone());
    if (one.geometry.index) plain.setIndex(one.geometry.index.clone());
    plain.applyMatrix4(one.matrixWorld);
    const merged = mergeVertices(plain, 1e-6);
    const position = merged.getAttribute("position");
    const vertices = Array.from({ length: position.count }, (_, k) => [
      position.getX(k),
      -position.getZ(k),
      position.getY(k),
    ]);
    const index = merged.index?.array ?? [];
    const faces: [number, number, number][] = [];
    for (let k = 0; k + 2 < index.length; k += 3) {
      const face = [index[k] ?? 0, index[k + 1] ?? 0, index[k + 2] ?? 0] as [
        number,
        number,
        number,
      ];
      if (new Set(face).size === 3) faces.push(face);
    }
    if (vertices.every((row) => row.every(Number.isFinite))) {
      found.push({ name: one.name, color: colorOf(one.material), vertices, faces });
    }
  });
  return found;
}

function colorOf(material: THREE.Material | THREE.Material[]): string {
  const one = Array.isArray(material) ? material[0] : material;
  const { color } = (one ?? {}) as { color?: THREE.Color };
  const text = color ? `#${color.getHexString()}` : WHITE;
  return text === WHITE ? USUAL_COLOR : text;
}

/** Around the skeleton, or as large as fits on the stage, standing on its floor. */
function fitted(meshes: readonly Mesh[], document: PuppetDocument): Mesh[] {
  const box = boxOf(meshes.flatMap(({ vertices }) => vertices));
  const bones = restPlaces(document);
  const { low, high } = document.stage;
  const floor = low[2];
  const goal =
    bones.length > 1
      ? boxOf(bones)
      : new THREE.Box3(
          new THREE.Vector3(low[0], low[1], floor),
          new THREE.Vector3(high[0], high[1], floor + (high[2] - floor) * 0.6),
        );
  const height = box.max.z - box.min.z || 1;
  const scale = ((goal.max.z - goal.min.z) * (bones.length > 1 ? 1.06 : 1)) / height;
  const from = box.getCenter(new THREE.Vector3());
  const to = goal.getCenter(new THREE.Vector3());
  const bottom = Math.max(floor, to.z - (height * scale) / 2);
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  return meshes.map((mesh) => ({
    ...mesh,
    vertices: mesh.vertices.map(([x = 0, y = 0, z = 0]) => [
      round(to.x + (x - from.x) * scale),
      round(to.y + (y - from.y) * scale),
      round(bottom + (z - box.min.z) * scale),
    ]),
  }));
}

function boxOf(rows: readonly number[][]): THREE.Box3 {
  const box = new THREE.Box3();
  for (const [x = 0, y = 0, z = 0] of rows) box.expandByPoint(new THREE.Vector3(x, y, z));
  return box;
}

const GLB_JSON = 0x4e4f534a;

/** Textures are of no use here, and this page may not fetch them. */
export function withoutPictures(glb: ArrayBuffer): ArrayBuffer {
  const view = new DataView(glb);
  if (glb.byteLength < 20 || view.getUint32(16, true) !== GLB_JSON) return glb;
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length)));
  for (const name of ["images", "textures", "samplers", "animations"]) delete json[name];
  for (const material of json.materials ?? []) {
    const factor = material.pbrMetallicRoughness?.baseColorFactor;
    for (const key of Object.keys(material)) if (key !== "name") delete material[key];
    if (factor) material.pbrMetallicRoughness = { baseColorFactor: factor };
  }
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const rest = new Uint8Array(glb, 20 + length);
  const out = new Uint8Array(20 + padded + rest.length).fill(0x20);
  out.set(new Uint8Array(glb, 0, 20));
  out.set(text, 20);
  out.set(rest, 20 + padded);
  const head = new DataView(out.buffer);
  head.setUint32(8, out.length, true);
  head.setUint32(12, padded, true);
  return out.buffer;
}
