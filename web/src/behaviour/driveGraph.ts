/** Curves of the drives, with what they are acted on above, and under them what was intended. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { History } from "./history.ts";
import { CURVES, colourOf, inkOn } from "./palette.ts";

const HEIGHT = 152;
const STRIP = 16;
const GAP = 4;
const QUIET = "#9cc4cd";
const LINE = { width: 2, points: { show: false } };
const THRESHOLD = { width: 1, dash: [5, 5], points: { show: false } };

export class DriveGraph {
  private readonly plot: uPlot;
  private readonly resizing: ResizeObserver;
  private readonly history: History;
  private shownSeconds: number;

  constructor(host: HTMLElement, history: History, seconds: number) {
    this.history = history;
    this.shownSeconds = seconds;
    const curve = ({ colour, dash }: (typeof CURVES)["fear"]) => ({
      ...LINE,
      stroke: colour,
      dash,
    });
    this.plot = new uPlot(
      {
        width: Math.max(80, host.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        padding: [8, 2, STRIP + GAP, 0],
        scales: {
          x: { time: false, range: (_plot, _low, high) => [high - this.shownSeconds, high] },
          y: { range: [0, 1] },
        },
        axes: [
          { show: false },
          {
            stroke: QUIET,
            size: 26,
            font: "10px system-ui",
            ticks: { show: false },
            grid: { stroke: "#ffffff14", width: 1 },
            splits: () => [0, 0.5, 1],
            values: () => ["0", "½", "1"],
          },
        ],
        series: [
          {},
          curve(CURVES.hunger),
          curve(CURVES.libido),
          curve(CURVES.fear),
          { ...THRESHOLD, stroke: "#ffffffa0" },
          { ...THRESHOLD, stroke: CURVES.fear.colour },
        ],
        hooks: { draw: [(plot) => this.drawWords(plot), (plot) => this.drawStrip(plot)] },
      },
      [history.times, ...history.columns],
      host,
    );
    this.resizing = new ResizeObserver(() => {
      if (host.clientWidth > 0) this.plot.setSize({ width: host.clientWidth, height: HEIGHT });
    });
    this.resizing.observe(host);
  }

  /** What the history holds now. */
  draw(): void {
    this.plot.setData([this.history.times, ...this.history.columns]);
  }

  show(seconds: number): void {
    this.shownSeconds = seconds;
    this.draw();
  }

  destroy(): void {
    this.resizing.disconnect();
    this.plot.destroy();
  }

  /** At which ends of them what thresholds mean is written, so that near ones can be read. */
  private drawWords(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const acts = this.history.columns[3].at(-1);
    const flees = this.history.columns[4].at(-1);
    const write = (text: string, value: number, x: number) => {
      // Below where there is no room above.
      const under = value > 0.85 ? 11 : -3;
      const y = plot.valToPos(value, "y", true) + under * uPlot.pxRatio;
      // Dark around it: curves run through it.
      ctx.strokeText(text, x, y);
      ctx.fillText(text, x, y);
    };
    ctx.save();
    ctx.font = `${10 * uPlot.pxRatio}px system-ui`;
    ctx.lineWidth = 3 * uPlot.pxRatio;
    ctx.strokeStyle = "#04202eb0";
    ctx.fillStyle = "#ffffffc0";
    ctx.textAlign = "left";
    if (acts != null) write("eats, courts above", acts, bbox.left + 3 * uPlot.pxRatio);
    ctx.fillStyle = CURVES.fear.colour;
    ctx.textAlign = "right";
    if (flees != null) write("flees above", flees, bbox.left + bbox.width - 3 * uPlot.pxRatio);
    ctx.restore();
  }

  private drawStrip(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const { times, intentions } = this.history;
    const ratio = uPlot.pxRatio;
    const top = bbox.top + bbox.height + GAP * ratio;
    const at = (index: number) => Math.max(bbox.left, plot.valToPos(times[index] ?? 0, "x", true));
    ctx.save();
    ctx.font = `600 ${10 * ratio}px system-ui`;
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    for (let begin = 0, end = 1; begin < times.length; begin = end, end++) {
      const name = intentions[begin];
      while (end < times.length && intentions[end] === name) end++;
      const left = at(begin);
      const wide = at(Math.min(end, times.length - 1)) - left;
      if (!name || wide <= 0) continue;
      ctx.fillStyle = colourOf(name);
      ctx.fillRect(left, top, wide, STRIP * ratio);
      if (ctx.measureText(name).width + 6 * ratio > wide) continue;
      ctx.fillStyle = inkOn(name);
      ctx.fillText(name, left + 3 * ratio, top + (STRIP / 2) * ratio);
    }
    ctx.restore();
  }
}
