/** How long to wait before the next attempt to connect: quick at first, then patient. */
export class Backoff {
  private attempts = 0;
  private readonly random: () => number;

  static readonly FIRST_MS = 250;
  static readonly GROWTH = 1.7;
  static readonly LONGEST_MS = 5000;
  /** Pages that lost one studio at the same time should not come back at the same time. */
  static readonly SPREAD = 0.2;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  get attempt(): number {
    return this.attempts;
  }

  nextDelay(): number {
    const plain = Math.min(Backoff.LONGEST_MS, Backoff.FIRST_MS * Backoff.GROWTH ** this.attempts);
    this.attempts++;
    return plain * (1 + Backoff.SPREAD * (2 * this.random() - 1));
  }

  reset(): void {
    this.attempts = 0;
  }
}
