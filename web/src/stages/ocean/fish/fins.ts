/** The fins at rest: sheets of rays in (s, up, left), bent with the body by the vertex shader. */
import { REST_TAIL_HALF_HEIGHT } from "../../../wire/body.ts";
import { backAt, bellyAt, type Detail, surfaceLeft } from "./anatomy.ts";
import { curveThrough } from "./curve.ts";
import { MeshBuilder, type SkinMesh, type SkinVertex } from "./meshBuilder.ts";

/** How a fin is moved: with the spine alone, or by its own hinge as well. */
export const FIN_FIXED = 0;
export const FIN_PECTORAL = 1;
export const FIN_PELVIC = 2;

const SIDEWAYS = [0, 0, 1] as const;

export function finMesh({ finCells: cells }: Detail): SkinMesh {
  const builder = new MeshBuilder();
  addCaudal(builder, cells);
  addDorsal(builder, cells);
  addAnal(builder, cells);
  for (const side of [1, -1]) {
    addPectoral(builder, side, cells);
    addPelvic(builder, side, cells);
  }
  return builder.build();
}

/** Paint of a fin: (how it is moved, base to edge 0..1, across in rays, side). */
function finPaint(kind: number, outwards: number, rays: number, side: number): SkinVertex["paint"] {
  return [kind, outwards, rays, side];
}

function addCaudal(builder: MeshBuilder, cells: number): void {
  const rays = 22;
  builder.grid(2 * cells, cells, (i, j) => {
    const across = (i / (2 * cells)) * 2 - 1;
    const outwards = j / cells;
    const far = Math.abs(across);
    const rim = 0.928 + (1 - 0.928) * far ** 1.5;
    const baseUp = 0.03 * across;
    const tipUp = REST_TAIL_HALF_HEIGHT * Math.sign(across) * far ** 0.95;
    const bulge = 0.016 * Math.sin(Math.PI * outwards) * far ** 3 * Math.sign(across);
    const s = 0.872 + (rim - 0.872) * outwards;
    return {
      position: [s, baseUp + (tipUp - baseUp) * outwards ** 1.15 + bulge, 0],
      normal: SIDEWAYS,
      paint: finPaint(FIN_FIXED, outwards, (across * 0.5 + 0.5) * rays, 0),
    };
  });
}

function addDorsal(builder: MeshBuilder, cells: number): void {
  const height = curveThrough([
    [0, 0.012],
    [0.08, 0.05],
    [0.2, 0.066],
    [0.4, 0.052],
    [0.55, 0.044],
    [0.7, 0.05],
    [0.85, 0.044],
    [1, 0.014],
  ]);
  addMedianFin(builder, cells, { from: 0.29, to: 0.74, rays: 26, sweep: 0.055, up: 1 }, height);
}

function addAnal(builder: MeshBuilder, cells: number): void {
  const height = curveThrough([
    [0, 0.01],
    [0.15, 0.05],
    [0.35, 0.056],
    [0.7, 0.034],
    [1, 0.012],
  ]);
  addMedianFin(builder, cells, { from: 0.59, to: 0.78, rays: 13, sweep: 0.05, up: -1 }, height);
}

interface MedianFin {
  from: number;
  to: number;
  rays: number;
  /** How far the rays lean back at their tips. */
  sweep: number;
  up: 1 | -1;
}

function addMedianFin(
  builder: MeshBuilder,
  cells: number,
  fin: MedianFin,
  height: (along: number) => number,
): void {
  const profile = fin.up > 0 ? backAt : bellyAt;
  builder.grid(2 * cells, Math.max(2, cells / 2), (i, j) => {
    const along = i / (2 * cells);
    const outwards = j / Math.max(2, cells / 2);
    const base = fin.from + (fin.to - fin.from) * along;
    const rise = height(along) * outwards;
    return {
      position: [
        base + fin.sweep * (height(along) / 0.06) * outwards,
        fin.up * (profile(base) - 0.007 + rise),
        0,
      ],
      normal: SIDEWAYS,
      paint: finPaint(FIN_FIXED, outwards, along * fin.rays, 0),
    };
  });
}

function addPectoral(builder: MeshBuilder, side: number, cells: number): void {
  const hinge = [0.235, -0.035, side * surfaceLeft(0.235, -0.035) * 0.93] as const;
  addFan(builder, cells, { kind: FIN_PECTORAL, side, hinge, reach: 0.125, droop: 0.34, fan: 0.5 });
}

function addPelvic(builder: MeshBuilder, side: number, cells: number): void {
  const up = -bellyAt(0.37) * 0.86;
  const hinge = [0.37, up, side * surfaceLeft(0.37, up) * 0.8] as const;
  addFan(builder, cells, { kind: FIN_PELVIC, side, hinge, reach: 0.085, droop: 0.62, fan: 0.36 });
}

interface FanFin {
  kind: number;
  side: number;
  hinge: readonly [number, number, number];
  reach: number;
  /** Middle direction of the rays below the axis, and half the angle they span [rad]. */
  droop: number;
  fan: number;
}

function addFan(builder: MeshBuilder, cells: number, fin: FanFin): void {
  const rays = 11;
  builder.grid(cells, cells, (i, j) => {
    const across = (i / cells) * 2 - 1;
    const outwards = j / cells;
    const angle = fin.droop + fin.fan * across;
    // The upper rays are the longest, so that the fin tapers to a point.
    const reach = fin.reach * (1 - 0.16 * (across + 1) - 0.12 * across * across);
    const root = 0.013 * across;
    return {
      position: [
        fin.hinge[0] + reach * outwards * Math.cos(angle),
        fin.hinge[1] - root - reach * outwards * Math.sin(angle),
        fin.hinge[2],
      ],
      normal: SIDEWAYS,
      paint: finPaint(fin.kind, outwards, (across * 0.5 + 0.5) * rays, fin.side),
      hinge: fin.hinge,
    };
  });
}
