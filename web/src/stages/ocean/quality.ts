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
    // Very slow frames count thrice; a tab that was hidden is one of them and changes nothing.
    const weight = Math.min(3, milliseconds / PixelBudget.SLOW_MS);
    this.slow = weight > 1 ? this.slow + weight : Math.max(0, this.slow - 1);
    this.quick = milliseconds < PixelBudget.QUICK_MS ? this.quick + 1 : 0;
    if (this.slow >= PixelBudget.SLOW_FRAMES) {
      // Each relapse makes the next attempt rarer, so that the picture does not flicker between two sizes.
      this.patience = Math.min(this.patience * 2, 16 * PixelBudget.QUICK_FRAMES);
      // Time goes with the square of the ratio; half at a time is enough.
      const enough = Math.sqrt(PixelBudget.SLOW_MS / milliseconds);
      return this.change(this.ratio * Math.max(0.5, Math.min(0.8, enough)));
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
