/** A rectangle along a line: carriageways, pavements, crossings and paths are such. */
/** East and north [m]. */
export type Point = readonly [number, number];

const HARDLY = 1e-6;

export class Strip {
  readonly start: Point;
  readonly end: Point;
  /** Half its width [m]. */
  readonly half: number;

  constructor(start: Point, end: Point, half: number) {
    this.start = start;
    this.end = end;
    this.half = half;
  }

  /** `longer`: by so much at both ends [m]. */
  static between(start: Point, end: Point, width: number, longer = 0): Strip {
    const bare = new Strip(start, end, width / 2);
    return longer === 0
      ? bare
      : new Strip(bare.at(-longer), bare.at(bare.length + longer), width / 2);
  }

  get length(): number {
    return Math.hypot(this.end[0] - this.start[0], this.end[1] - this.start[1]);
  }

  /** [rad], left of the x axis. */
  get heading(): number {
    return Math.atan2(this.end[1] - this.start[1], this.end[0] - this.start[0]);
  }

  /** A unit vector from start to end. */
  get ahead(): Point {
    const { start, end, length } = this;
    return [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  }

  /** So far from its start, and so far to the left. */
  at(along: number, left = 0): Point {
    const [x, y] = this.ahead;
    return [this.start[0] + along * x - left * y, this.start[1] + along * y + left * x];
  }

  /** To the left around, from the start's right. */
  get corners(): [Point, Point, Point, Point] {
    const { length, half } = this;
    return [this.at(0, -half), this.at(length, -half), this.at(length, half), this.at(0, half)];
  }

  covers([x, y]: Point, margin = 0): boolean {
    const [ahead, aside] = this.ahead;
    const [dx, dy] = [x - this.start[0], y - this.start[1]];
    const along = dx * ahead + dy * aside;
    const left = dy * ahead - dx * aside;
    const inside = Math.abs(left) < this.half + margin;
    return inside && along > -margin && along < this.length + margin;
  }

  /** If its sides are along x and y. */
  get area(): { low: Point; high: Point } | null {
    const [dx, dy] = [this.end[0] - this.start[0], this.end[1] - this.start[1]];
    if (Math.min(Math.abs(dx), Math.abs(dy)) > HARDLY * this.length) return null;
    const xs = this.corners.map(([x]) => x);
    const ys = this.corners.map(([, y]) => y);
    return {
      low: [Math.min(...xs), Math.min(...ys)],
      high: [Math.max(...xs), Math.max(...ys)],
    };
  }
}
