/** Chooses how many pixels are drawn, by how long frames take. Pure, so that tests can run it. */
export class PixelBudget {
  /** Longer frames than this are too slow, shorter ones leave room for more pixels [ms]. */
  static readonly SLOW_MS = 30;
  static readonly QUICK_MS = 18;
  static readonly SLOW_FRAMES = 8;
  static readonly QUICK_FRAMES = 240;

  private readonly most: number;
  private readonly least: number;
  private ratio: number;
  private slow = 0;
  private quick = 0;
  private patience = PixelBudget.QUICK_FRAMES;

  constructor(most: number, least = 0.5) {
    this.most = most;
    this.least = Math.min(least, most);
    this.ratio = most;
  }

  get pixelRatio(): number {
    return this.ratio;
  }

  get isReduced(): boolean {
    return this.ratio < this.most;
  }

  /** Returns whether the ratio has changed. */
  frameTook(milliseconds: number): boolean {
    // A tab that was hidden or a debugger's halt says nothing of the drawing.
    if (milliseconds > 1500) return false;
    this.slow = milliseconds > PixelBudget.SLOW_MS ? this.slow + 1 : Math.max(0, this.slow - 1);
    this.quick = milliseconds < PixelBudget.QUICK_MS ? this.quick + 1 : 0;
    if (this.slow >= PixelBudget.SLOW_FRAMES) {
      // Each relapse makes the next attempt rarer, so that the picture does not flicker between two sizes.
      this.patience = Math.min(this.patience * 2, 16 * PixelBudget.QUICK_FRAMES);
      return this.change(this.ratio * 0.8);
    }
    if (this.quick >= this.patience) return this.change(this.ratio * 1.15);
    return false;
  }

  private change(wanted: number): boolean {
    this.slow = 0;
    this.quick = 0;
    const ratio = Math.min(this.most, Math.max(this.least, wanted));
    if (Math.abs(ratio - this.ratio) < 0.01) return false;
    this.ratio = ratio;
    return true;
  }
}
