/** The meshes of a species, one for each level of detail, each made when it is first seen. */
import FIN_FRAGMENT from "shaders/ocean/fin.frag.glsl";
import GLASS_FRAGMENT from "shaders/ocean/glass.frag.glsl";
import BODY_FRAGMENT from "shaders/ocean/skin.frag.glsl";
import SKIN_VERTEX from "shaders/ocean/skin.vert.glsl";
import * as THREE from "three";
import { shaderConstant } from "../../../shaderConstants.ts";
import type { SkinPalette, SpeciesInfo } from "../../../wire/messages.ts";
import { Ranks } from "./crowd.ts";
import { type Detail, landmarks, type Parts, type SkinMesh, skinMesh } from "./skinMesh.ts";
import { TERM_TEXTURE_WIDTH } from "./termTexels.ts";

const MOST_BANDS = shaderConstant("MOST_BANDS");

interface Level extends Detail {
  /** Shorter fishes than this on the screen get the next level [pixels]. */
  pixels: number;
  /** Fins in a mesh of their own, through which one sees. */
  clearFins: boolean;
}

/**
 * Surfaces; the control mesh with surfaces for fins; the control mesh (Yu 1999, Table 2 and Fig. 7);
 * and for specks every second of its rows. Below these sizes nobody sees a change: no level is half a
 * pixel off the surface.
 */
export const LEVELS: readonly Level[] = [
  { pixels: 80, clearFins: true, body: 1, fins: 1, eyeSteps: 7 },
  { pixels: 45, clearFins: false, body: "control", fins: 1, eyeSteps: 0 },
  { pixels: 21, clearFins: false, body: "control", fins: "control", eyeSteps: 0 },
  { pixels: 0, clearFins: false, body: "coarse", fins: "coarse", eyeSteps: 0 },
];

/** Where the processor draws, each triangle counts. */
export const PLAIN_LEVELS: readonly Level[] = [
  { pixels: 320, clearFins: true, body: 2, fins: 3, eyeSteps: 5 },
  { pixels: 120, clearFins: false, body: "control", fins: 3, eyeSteps: 0 },
  { pixels: 0, clearFins: false, body: "coarse", fins: "coarse", eyeSteps: 0 },
];

export interface LevelCost {
  species: string;
  level: number;
  triangles: number;
  /** On the GPU, for all fishes of the species together. */
  bytes: number;
}

export function levelCosts(
  species: readonly SpeciesInfo[],
  levels: readonly Level[] = LEVELS,
): LevelCost[] {
  return species.flatMap((one) =>
    levels.map((detail, level) => {
      const { index, places, paint, terms, texels } = skinMesh(one, detail, "all");
      const arrays = [index, places, paint, terms, texels];
      const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
      return { species: one.name, level, triangles: index.length / 3, bytes };
    }),
  );
}

type Mesh = THREE.Mesh<THREE.InstancedBufferGeometry, THREE.RawShaderMaterial>;
type Uniforms = Record<string, THREE.IUniform>;

export class SpeciesSkin {
  readonly object = new THREE.Group();
  /** Who is drawn at which level; `show` follows it. */
  readonly ranks: readonly Ranks[];
  private readonly species: SpeciesInfo;
  private readonly levels: readonly Level[];
  private readonly uniforms: Uniforms;
  private readonly meshes: (Mesh[] | undefined)[] = [];
  /** Of a single fish that one looks into. */
  private glass: Mesh[] = [];
  private readonly glassRow = new Float32Array(1);

  constructor(species: SpeciesInfo, levels: readonly Level[], uniforms: Uniforms) {
    this.species = species;
    this.levels = levels;
    this.ranks = levels.map(() => new Ranks());
    this.uniforms = { ...uniforms, ...paletteUniforms(species) };
  }

  get name(): string {
    return this.species.name;
  }

  /** Whether its photograph has come. */
  get photographed(): boolean {
    return this.uniforms.photographed?.value === 1;
  }

  show(): void {
    for (const [level, { rows, count }] of this.ranks.entries()) {
      if (count === 0 && !this.meshes[level]) continue;
      this.meshes[level] ??= this.makeMeshes(level);
      for (const mesh of this.meshes[level]) {
        mesh.visible = count > 0;
        mesh.geometry.instanceCount = count;
        if (mesh.visible) fillInstances(mesh.geometry, rows, count);
      }
    }
  }

  /** Draws the fish of a row as if of glass; null for none. */
  showGlass(row: number | null): void {
    if (row !== null && this.glass.length === 0) {
      const detail = this.levels[0] as Level;
      this.glass = [
        this.makeMesh(detail, "body", GLASS_FRAGMENT),
        this.makeMesh(detail, "fins", FIN_FRAGMENT),
      ];
      this.object.add(...this.glass);
    }
    this.glassRow[0] = row ?? 0;
    for (const mesh of this.glass) {
      mesh.visible = row !== null;
      mesh.geometry.instanceCount = 1;
      fillInstances(mesh.geometry, this.glassRow, 1);
    }
  }

  dispose(): void {
    for (const mesh of [...this.meshes.flatMap((made) => made ?? []), ...this.glass]) {
      mesh.geometry.dispose();
      mesh.material.uniforms.termTexels?.value.dispose();
      mesh.material.dispose();
    }
    this.uniforms.photo?.value?.dispose();
  }

  private makeMeshes(level: number): Mesh[] {
    const detail = this.levels[level] as Level;
    const made = detail.clearFins
      ? [this.makeMesh(detail, "body", BODY_FRAGMENT), this.makeMesh(detail, "fins", FIN_FRAGMENT)]
      : [this.makeMesh(detail, "all", BODY_FRAGMENT)];
    this.object.add(...made);
    return made;
  }

  private makeMesh(detail: Level, parts: Parts, fragmentShader: string): Mesh {
    const skin = skinMesh(this.species, detail, parts);
    const clear = fragmentShader !== BODY_FRAGMENT;
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: SKIN_VERTEX,
      fragmentShader,
      side: parts === "fins" ? THREE.DoubleSide : THREE.FrontSide,
      transparent: clear,
      depthWrite: fragmentShader !== GLASS_FRAGMENT,
      uniforms: { ...this.uniforms, termTexels: { value: termTexture(skin.texels) } },
    });
    const mesh = new THREE.Mesh(skinGeometry(skin), material);
    // Fishes out of sight are not among the instances.
    mesh.frustumCulled = false;
    return mesh;
  }
}

function skinGeometry(skin: SkinMesh): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(skin.places, 3));
  geometry.setAttribute("paint", new THREE.BufferAttribute(skin.paint, 4));
  geometry.setAttribute("terms", new THREE.BufferAttribute(skin.terms, 3));
  geometry.setIndex(new THREE.BufferAttribute(skin.index, 1));
  return geometry;
}

function fillInstances(geometry: THREE.InstancedBufferGeometry, rows: Float32Array, count: number) {
  let attribute = geometry.getAttribute("fish") as THREE.InstancedBufferAttribute | undefined;
  if (attribute?.array !== rows) {
    // The buffers on the GPU cannot grow.
    geometry.dispose();
    attribute = new THREE.InstancedBufferAttribute(rows, 1);
    attribute.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("fish", attribute);
  }
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, count);
  attribute.needsUpdate = true;
}

function termTexture(texels: Float32Array<ArrayBuffer>): THREE.DataTexture {
  const rows = texels.length / 4 / TERM_TEXTURE_WIDTH;
  const texture = new THREE.DataTexture(
    texels,
    TERM_TEXTURE_WIDTH,
    rows,
    THREE.RGBAFormat,
    THREE.FloatType,
  );
  texture.needsUpdate = true;
  return texture;
}

function paletteUniforms(species: SpeciesInfo): Uniforms {
  const { palette, eye } = species.skin;
  const { edge, margin, courtship, spots, false_eye: falseEye } = palette;
  const marks = landmarks(species);
  const colour = (hex: string) => ({ value: new THREE.Color(hex) });
  const vector = (...numbers: [number, number, number]) => ({
    value: new THREE.Vector3(...numbers),
  });
  return {
    backColour: colour(palette.back),
    flankColour: colour(palette.flank),
    bellyColour: colour(palette.belly),
    finColour: colour(palette.fin),
    accentColour: colour(palette.accent),
    edgeColour: colour(edge ?? palette.accent),
    marginColour: colour(margin ?? palette.accent),
    courtshipColour: { value: courtship ? new THREE.Color(courtship) : blushing(palette.fin) },
    spotColour: colour(spots?.color ?? palette.accent),
    irisColour: colour(eye.iris),
    bands: { value: bandUniform(palette.bands) },
    bandCount: { value: Math.min(palette.bands.length, MOST_BANDS) },
    lined: { value: edge ? 1 : 0 },
    margined: { value: margin ? 1 : 0 },
    stripes: { value: palette.stripes },
    spotted: { value: new THREE.Vector2(spots?.size ?? 1, spots?.density ?? 0) },
    spotRange: spots
      ? { value: new THREE.Vector4(spots.start, spots.end, spots.low, spots.high) }
      : { value: new THREE.Vector4(0, 1, -1, 1) },
    falseEye: falseEye
      ? vector(falseEye.behind_nose, falseEye.height, falseEye.radius)
      : vector(0, 0, 0),
    mottling: { value: palette.mottle },
    scaleRows: { value: palette.scales },
    gillSlits: { value: palette.gill_slits },
    variety: { value: palette.variety },
    silver: { value: silver(palette.flank) },
    eyePlace: vector(marks.eye[0], marks.eye[1], eye.radius),
    mouth: { value: new THREE.Vector4(...marks.mouth) },
    tailFrom: { value: marks.tailFrom },
    ...photoUniforms(species.photo),
  };
}

/** A fish of a photograph wears its marks by procedure until the picture is there. */
function photoUniforms(url: string | null): Uniforms {
  const photo = { value: null as THREE.Texture | null };
  const photographed = { value: 0 };
  if (url === null) return { photo, photographed };
  const texture = new THREE.TextureLoader().load(url, () => {
    photo.value = texture;
    photographed.value = 1;
  });
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.flipY = false;
  texture.anisotropy = 4;
  return { photo, photographed };
}

/** What fins blush to where a species does not say: their own hue, bright and warm. */
function blushing(fin: string): THREE.Color {
  const hue = { h: 0, s: 0, l: 0 };
  new THREE.Color(fin).getHSL(hue);
  // Grey has no hue.
  return new THREE.Color().setHSL(hue.s < 0.2 ? 0.03 : hue.h, 0.85, 0.5);
}

/** How much of a mirror the flanks are: grey ones are silver, coloured ones have pigment. */
function silver(flank: string): number {
  const { r, g, b } = new THREE.Color(flank);
  const most = Math.max(r, g, b, 1e-6);
  return (
    Math.min(1, Math.max(0, 1.25 - 2.5 * (1 - Math.min(r, g, b) / most))) * Math.min(1, 2 * most)
  );
}

function bandUniform(bands: SkinPalette["bands"]): THREE.Vector2[] {
  return Array.from({ length: MOST_BANDS }, (_, k) => new THREE.Vector2(...(bands[k] ?? [-1, -1])));
}
