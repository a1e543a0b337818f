/** What the levels look like: a file of tensors (safetensors), read once. */
import { WireError } from "../wire/snapshot.ts";

/** Vertices that ride on segments, and triangles between them; of a figure, or of its rifle. */
export interface Flesh {
  /** In their segments' frames [m]; three numbers each. */
  vertices: Float32Array;
  normals: Float32Array;
  segments: Uint8Array;
  materials: Uint8Array;
  /** Numbers of vertices, three each, against the clock seen from outside. */
  triangles: Uint16Array;
  /** Red, green, blue of each material, 0 to 1. */
  colors: Float32Array;
  materialNames: readonly string[];
}

/** One level: its body and its rifle, as fine as itself. */
export interface LevelModel {
  name: string;
  flesh: Flesh;
  rifle: Flesh;
}

const KINDS = { F32: Float32Array, U8: Uint8Array, U16: Uint16Array } as const;

interface Entry {
  dtype: keyof typeof KINDS;
  data_offsets: [number, number];
}

/** Of the levels by these names, like "human-high". */
export async function fetchModels(url: string, names: readonly string[]): Promise<LevelModel[]> {
  const answer = await fetch(url);
  if (!answer.ok) throw new WireError(`${url}: ${answer.status} ${answer.statusText}`);
  return readModels(await answer.arrayBuffer(), names);
}

export function readModels(data: ArrayBuffer, names: readonly string[]): LevelModel[] {
  const size = data.byteLength < 8 ? 0 : Number(new DataView(data).getBigUint64(0, true));
  if (size === 0 || size + 8 > data.byteLength) throw new WireError("models that are not whole");
  const header = parse(new TextDecoder().decode(new Uint8Array(data, 8, size)));
  const about = parse((header.__metadata__ as { motorium?: string } | undefined)?.motorium ?? "{}");
  const materials = (about.materials ?? {}) as Record<string, string[]>;

  const tensor = (name: string, kind: keyof typeof KINDS) => {
    const entry = header[name] as Entry | undefined;
    if (entry?.dtype !== kind) throw new WireError(`models without ${name} of ${kind}`);
    const [from, to] = entry.data_offsets;
    if (!(from >= 0 && to >= from && 8 + size + to <= data.byteLength)) {
      throw new WireError(`models whose ${name} lies outside`);
    }
    // Copied, as it may lie anywhere.
    return new KINDS[kind](data.slice(8 + size + from, 8 + size + to));
  };
  const flesh = (name: string): Flesh => ({
    vertices: tensor(`${name} vertices`, "F32") as Float32Array,
    normals: tensor(`${name} normals`, "F32") as Float32Array,
    segments: tensor(`${name} segments`, "U8") as Uint8Array,
    materials: tensor(`${name} materials`, "U8") as Uint8Array,
    triangles: tensor(`${name} triangles`, "U16") as Uint16Array,
    colors: tensor(`${name} colors`, "F32") as Float32Array,
    materialNames: materials[name] ?? [],
  });
  return names.map((name) => ({
    name,
    flesh: flesh(name),
    rifle: flesh(name.replace("human", "rifle")),
  }));
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError("models with a header that is not JSON");
  }
}
