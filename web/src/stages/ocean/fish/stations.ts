/**
 * Where surfaces are cut into cells. There is one finest set of parameters, at which basis functions
 * are tabulated; coarser ones are parts of it (Yu 1999, section 7.2). Three cells a span hold all
 * that control points stand for, so that a control mesh is a part of it, too.
 */

/** Every so many of the finest cells; one for each control point; or for every second of these. */
export type Tessellation = number | "control" | "coarse";

const CELLS_A_SPAN = 3;
/** A single cubic bends as much as all spans of another fin. */
const LEAST_CELLS = 12;

function finestCells(degree: number, count: number): number {
  const cells = CELLS_A_SPAN * (count - degree);
  return degree > 1 ? Math.max(cells, LEAST_CELLS) : cells;
}

/** Parameters from 0 to 1, along one direction of a patch. */
export function stations(degree: number, count: number, tessellation: Tessellation): number[] {
  const cells = finestCells(degree, count);
  return indices(degree, count, cells, tessellation).map((index) => index / cells);
}

function indices(
  degree: number,
  count: number,
  cells: number,
  tessellation: Tessellation,
): number[] {
  if (typeof tessellation === "number") {
    if (cells % tessellation !== 0) {
      throw new Error(`${cells} cells cannot be taken ${tessellation} at a time`);
    }
    return Array.from({ length: cells / tessellation + 1 }, (_, k) => k * tessellation);
  }
  const control = Array.from({ length: count }, (_, k) =>
    Math.round(cells * greville(degree, count, k)),
  );
  if (tessellation === "control" || count < 5) return control;
  return control.filter((_, k) => k % 2 === 0 || k === count - 1);
}

/** The parameter that a control point stands for: the mean of its inner knots. */
function greville(degree: number, count: number, index: number): number {
  const spans = count - degree;
  let sum = 0;
  for (let k = 1; k <= degree; k++) sum += Math.min(Math.max(index + k - degree, 0), spans);
  return sum / (degree * spans);
}
