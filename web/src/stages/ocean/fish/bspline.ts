/** B-spline basis functions on clamped uniform knots (de Boor 1978). */

export interface Basis {
  /** Control point that the first of the `degree + 1` functions belongs to. */
  first: number;
  values: number[];
  /** Derivatives by t. */
  slopes: number[];
}

const TABLES = new Map<string, Map<number, Basis>>();

/** The same from a table that is filled once: all species and levels share its parameters. */
export function tabulatedBasis(degree: number, count: number, t: number): Basis {
  const key = `${degree} ${count}`;
  const table = TABLES.get(key) ?? new Map<number, Basis>();
  if (table.size === 0) TABLES.set(key, table);
  const found = table.get(t) ?? basisAt(degree, count, t);
  table.set(t, found);
  return found;
}

/** The basis functions that are not zero at t in 0..1, for `count` control points. */
export function basisAt(degree: number, count: number, t: number): Basis {
  const spans = count - degree;
  const knot = (index: number) => Math.min(Math.max(index - degree, 0), spans) / spans;
  const inside = Math.min(Math.max(t, 0), 1);
  const span = degree + Math.min(Math.floor(inside * spans), spans - 1);
  const values = functions(degree, span, inside, knot);
  const lower = degree > 0 ? functions(degree - 1, span, inside, knot) : [];
  const first = span - degree;
  // N'(i, p) = p N(i, p-1) / (k(i+p) - k(i)) - p N(i+1, p-1) / (k(i+p+1) - k(i+1))
  const share = (k: number) => {
    const width = knot(first + k + degree) - knot(first + k);
    return width > 0 ? (degree * (lower[k - 1] ?? 0)) / width : 0;
  };
  const slopes = values.map((_, k) => share(k) - share(k + 1));
  return { first, values, slopes };
}

/** N(span - degree .. span) by the Cox-de Boor recursion. */
function functions(
  degree: number,
  span: number,
  t: number,
  knot: (index: number) => number,
): number[] {
  const values = [1];
  for (let p = 1; p <= degree; p++) {
    let carried = 0;
    for (let k = 0; k < p; k++) {
      const low = knot(span + 1 - p + k);
      const high = knot(span + 1 + k);
      const part = (values[k] as number) / (high - low);
      values[k] = carried + (high - t) * part;
      carried = (t - low) * part;
    }
    values[p] = carried;
  }
  return values;
}
