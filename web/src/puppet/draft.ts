/**
 * A document that is being drawn: what the page shows before the studio has agreed, and what it
 * goes back to when the studio has not.
 */
import type { Problem, PuppetDocument } from "../wire/puppetry.ts";

/** A sentence of the studio, at what it is about. */
export interface Complaint {
  message: string;
  problems: Problem[];
  /** What the problems' numbers count in: the document that was refused. */
  about: PuppetDocument;
}

/** When no answer has come for so long, the studio's document counts again [ms]. */
const PATIENCE_MS = 4000;

export class Draft {
  /** What the studio has. */
  settled: PuppetDocument | null = null;
  private wanted: PuppetDocument | null = null;
  private unanswered = 0;
  private proposed = Number.NEGATIVE_INFINITY;

  /** What to show. */
  get document(): PuppetDocument | null {
    return this.wanted ?? this.settled;
  }

  get isWaiting(): boolean {
    return this.unanswered > 0;
  }

  propose(document: PuppetDocument, now: number): void {
    this.wanted = document;
    this.unanswered++;
    this.proposed = now;
  }

  /** The studio has a document: that of the oldest proposal, or somebody else's. */
  settle(document: PuppetDocument, now: number): void {
    this.settled = document;
    const late = now - this.proposed > PATIENCE_MS;
    this.unanswered = late ? 0 : Math.max(0, this.unanswered - 1);
    // What has been drawn since is still on its way.
    if (this.unanswered === 0) this.wanted = null;
  }

  /** Returns what was refused; null if nothing had been proposed. */
  refuse(): PuppetDocument | null {
    const refused = this.wanted;
    this.wanted = null;
    this.unanswered = 0;
    return refused;
  }
}
