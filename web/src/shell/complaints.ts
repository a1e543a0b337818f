const PAUSE_MS = 5000;

/** What could not be read is told, but not again and again. */
export class Complaints {
  private readonly tell: (text: string) => void;
  private last = Number.NEGATIVE_INFINITY;

  constructor(tell: (text: string) => void) {
    this.tell = tell;
  }

  add(text: string): void {
    const now = performance.now();
    if (now - this.last < PAUSE_MS) return;
    this.last = now;
    this.tell(`Something unreadable came from the studio: ${text}.`);
  }
}
