/** Says the newest of what changes often, but not too often. */
const EVERY_MS = 40;

export class Paced<What> {
  private readonly say: (what: What) => void;
  private newest: What | null = null;
  private timer = 0;

  constructor(say: (what: What) => void) {
    this.say = say;
  }

  tell(what: What): void {
    this.newest = what;
    if (!this.timer) this.sayNewest();
  }

  forget(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.newest = null;
  }

  private sayNewest(): void {
    this.timer = 0;
    if (this.newest === null) return;
    this.say(this.newest);
    this.newest = null;
    this.timer = window.setTimeout(() => this.sayNewest(), EVERY_MS);
  }
}
