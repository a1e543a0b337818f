export type Curve = (at: number) => number;

/** A smooth curve through points of rising abscissa (Hermite, tangents by finite differences). */
export function curveThrough(points: readonly (readonly [number, number])[]): Curve {
  const x = points.map((point) => point[0]);
  const y = points.map((point) => point[1]);
  const last = points.length - 1;
  const value = (list: number[], k: number) => list[Math.min(Math.max(k, 0), last)] as number;
  const slope = (k: number) =>
    (value(y, k + 1) - value(y, k - 1)) / (value(x, k + 1) - value(x, k - 1));
  return (at) => {
    const inside = Math.min(Math.max(at, value(x, 0)), value(x, last));
    let k = 0;
    while (k < last - 1 && value(x, k + 1) < inside) k++;
    const width = value(x, k + 1) - value(x, k);
    const t = (inside - value(x, k)) / width;
    const u = 1 - t;
    return (
      u * u * (1 + 2 * t) * value(y, k) +
      t * t * (3 - 2 * t) * value(y, k + 1) +
      width * t * u * (u * slope(k) - t * slope(k + 1))
    );
  };
}
