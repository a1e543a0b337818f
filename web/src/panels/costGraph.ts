import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

const SHOWN_SECONDS = 20;
const HEIGHT = 64;

/** The simulation's cost over the last 20 seconds. */
export class CostGraph {
  private readonly plot: uPlot;
  private readonly resizing: ResizeObserver;
  private times: number[] = [];
  private costs: number[] = [];
  private budgets: (number | null)[] = [];

  constructor(host: HTMLElement) {
    const axis = { stroke: "#7fb0bd", size: 30, font: "10px system-ui", ticks: { show: false } };
    this.plot = new uPlot(
      {
        width: Math.max(80, host.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        padding: [6, 4, 2, 0],
        scales: {
          x: { time: false, range: (_plot, _low, high) => [high - SHOWN_SECONDS, high] },
          y: { range: (_plot, _low, high) => [0, Math.max(1, (high ?? 1) * 1.25)] },
        },
        axes: [
          { show: false },
          {
            ...axis,
            grid: { stroke: "#ffffff14", width: 1 },
            splits: (_plot, _axis, low, high) =>
              [low, high / 2, high].map((v) => Math.round(v * 10) / 10),
          },
        ],
        series: [
          {},
          { stroke: "#5fe0d0", width: 1.5, fill: "#5fe0d022", points: { show: false } },
          { stroke: "#ffb469", width: 1, dash: [5, 4], points: { show: false } },
        ],
      },
      [[], [], []],
      host,
    );
    this.resizing = new ResizeObserver(() => {
      if (host.clientWidth > 0) this.plot.setSize({ width: host.clientWidth, height: HEIGHT });
    });
    this.resizing.observe(host);
  }

  /** `budget`: what a frame may cost [ms], if that is limited. */
  add(time: number, milliseconds: number, budget: number | null): void {
    this.times.push(time);
    this.costs.push(milliseconds);
    this.budgets.push(budget);
    const kept = this.times.findIndex((at) => at >= time - SHOWN_SECONDS - 1);
    if (kept > 0) {
      this.times.splice(0, kept);
      this.costs.splice(0, kept);
      this.budgets.splice(0, kept);
    }
    this.plot.setData([this.times, this.costs, this.budgets]);
  }

  destroy(): void {
    this.resizing.disconnect();
    this.plot.destroy();
  }
}
