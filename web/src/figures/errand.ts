/** Takes who is chosen to a place on the ground: turns him there, and stops him when he arrives. */
import type { Company } from "./company.ts";

/** How near is there [m]; how far he may head past it [rad]; how often he is told [ms]. */
const THERE = 0.45;
const ASTRAY = 0.06;
const EVERY_MS = 150;

export class Errand {
  private readonly company: Company;
  private under: { id: number; x: number; y: number; speed: number } | null = null;
  private told = { at: Number.NEGATIVE_INFINITY, heading: 0 };

  constructor(company: Company) {
    this.company = company;
  }

  /** Where he goes [m]; null while nobody does. */
  get goal(): readonly [number, number] | null {
    return this.under && [this.under.x, this.under.y];
  }

  send(id: number, [x, y]: readonly [number, number], speed: number): void {
    this.under = { id, x, y, speed };
    this.told.at = Number.NEGATIVE_INFINITY;
  }

  /** He stays where he is. */
  stop(): void {
    if (!this.under) return;
    const { id } = this.under;
    this.under = null;
    const { heading } = this.told;
    this.company.send({ type: "motion", id, speed: 0, heading, course: 0 });
  }

  /** He goes on as he likes: somebody else has told him something. */
  forget(): void {
    this.under = null;
  }

  /** Called with every frame that is drawn; `now` [ms]. */
  update(now: number): void {
    const { under, told } = this;
    if (!under) return;
    const at = this.company.crowd.whereabouts(under.id);
    if (!at) {
      this.under = null;
      return;
    }
    const [dx, dy] = [under.x - at.x, under.y - at.y];
    if (Math.hypot(dx, dy) < THERE) {
      this.stop();
      return;
    }
    const heading = Math.atan2(dy, dx);
    const off = Math.abs(
      Math.atan2(Math.sin(heading - told.heading), Math.cos(heading - told.heading)),
    );
    const first = told.at === Number.NEGATIVE_INFINITY;
    if (now - told.at < EVERY_MS || (!first && off < ASTRAY)) return;
    this.told = { at: now, heading };
    this.company.send({ type: "motion", id: under.id, speed: under.speed, heading, course: 0 });
  }
}
