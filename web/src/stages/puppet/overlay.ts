/** What is drawn over the picture, in pixels: bones, arcs, handles, hands, and what is being drawn. */
import { type Chosen, indexOfPoint, placeOf } from "../../puppet/document.ts";
import type { Dot } from "../../puppet/geometry.ts";
import type { TheatreState } from "../../puppet/theatre.ts";
import { arcOf, onArc } from "./arcs.ts";
import type { Scenery } from "./looking.ts";
import type { Preview } from "./sketch.ts";

const BONE = "#f4fbfb";
const BONE_EDGE = "rgb(6 32 44 / 85%)";
const ACCENT = "#14b8a4";
const WARM = "#ff9b3d";
const FULL = 2 * Math.PI;

export interface Shown {
  state: TheatreState;
  /** Points in somebody's hand. */
  held: readonly number[];
  /** A point that a press would take. */
  hover: number | null;
  preview: Preview | null;
}

export class Overlay {
  readonly canvas = document.createElement("canvas");
  private readonly pen: CanvasRenderingContext2D;
  /** Whether anything is drawn; browsers may keep the last picture of a canvas that is only cleared. */
  private isUsed = false;

  constructor() {
    this.canvas.className = "puppet-overlay";
    this.pen = this.canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  draw(scenery: Scenery, shown: Shown): void {
    const { pen, canvas } = this;
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineCap = pen.lineJoin = "round";
    this.isUsed = false;
    const { state } = shown;
    const drawing = state.mode === "draw";
    if (drawing || state.skeleton) {
      if (drawing) this.drawParts(scenery, state);
      this.drawPaths(scenery, state.chosen);
      this.drawRods(scenery, state.chosen);
      this.drawJoints(scenery, state.chosen, drawing);
    }
    this.drawPoints(scenery, shown, drawing || state.skeleton);
    if (drawing && shown.preview) this.drawPreview(scenery, shown.preview);
    canvas.style.visibility = this.isUsed ? "" : "hidden";
  }

  private drawRods({ view, figure }: Scenery, chosen: Chosen | null): void {
    for (const [k, [a, b]] of figure.rods.entries()) {
      const ends = [view.dotOf(figure.points, 3 * a), view.dotOf(figure.points, 3 * b)] as const;
      const mine = chosen?.kind === "rod" && chosen.index === k;
      this.line(ends, BONE_EDGE, mine ? 8 : 6);
      this.line(ends, mine ? WARM : BONE, mine ? 4 : 2.6);
      // One that gives way is dashed.
      const length = figure.document.rod[k]?.length;
      if (length && length[1] > length[0] * 1.001) this.line(ends, BONE_EDGE, 2.6, [2, 7]);
    }
  }

  private drawPoints({ view, figure }: Scenery, shown: Shown, all: boolean): void {
    const { pen } = this;
    const { chosen, document, mode } = shown.state;
    const followed =
      mode === "draw" && chosen?.kind === "part"
        ? document?.part[chosen.index]?.follows
        : undefined;
    for (const [k, { pinned, name }] of figure.document.point.entries()) {
      const at = view.dotOf(figure.points, 3 * k);
      const mine = chosen?.kind === "point" && chosen.index === k;
      const held = shown.held.includes(k);
      if (held || (shown.hover === k && mode === "play")) this.ring(at, held ? 17 : 14, held);
      if (pinned) this.pin(at);
      if (!all) continue;
      this.isUsed = true;
      if (followed?.includes(name)) this.ring(at, 11, true);
      pen.beginPath();
      pen.arc(at.x, at.y, mine ? 7 : 5, 0, FULL);
      pen.fillStyle = mine ? WARM : pinned ? WARM : BONE;
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = BONE_EDGE;
      pen.stroke();
    }
  }

  private ring(at: Dot, radius: number, strong: boolean): void {
    this.isUsed = true;
    const { pen } = this;
    pen.beginPath();
    pen.arc(at.x, at.y, radius, 0, FULL);
    pen.lineWidth = strong ? 3 : 2;
    pen.strokeStyle = strong ? "rgb(95 224 208 / 95%)" : "rgb(255 255 255 / 75%)";
    pen.fillStyle = strong ? "rgb(95 224 208 / 22%)" : "rgb(255 255 255 / 12%)";
    pen.fill();
    pen.stroke();
  }

  /** A drawing-pin, its tip at the point. */
  private pin({ x, y }: Dot): void {
    this.isUsed = true;
    const { pen } = this;
    pen.save();
    pen.translate(x, y);
    pen.rotate(0.45);
    pen.fillStyle = "rgb(30 16 8 / 30%)";
    pen.beginPath();
    pen.ellipse(3, 2, 7, 3, 0, 0, FULL);
    pen.fill();
    pen.strokeStyle = "#d8dfe2";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(0, -9);
    pen.stroke();
    const head = pen.createRadialGradient(-2, -16, 1, 0, -14, 8);
    head.addColorStop(0, "#ffd3bf");
    head.addColorStop(0.5, "#e8543a");
    head.addColorStop(1, "#a52f1c");
    pen.fillStyle = head;
    pen.beginPath();
    pen.arc(0, -14, 6.5, 0, FULL);
    pen.fill();
    pen.restore();
  }

  private drawJoints({ view, figure }: Scenery, chosen: Chosen | null, drawing: boolean): void {
    if (!drawing) return;
    const { pen } = this;
    const { document } = figure;
    for (const [k, joint] of document.joint.entries()) {
      const arc = arcOf(document, joint, view);
      if (!arc) continue;
      const mine = chosen?.kind === "joint" && chosen.index === k;
      const { centre, radius, start, end, now } = arc;
      pen.beginPath();
      pen.moveTo(centre.x, centre.y);
      pen.arc(centre.x, centre.y, radius, -start, -end, true);
      pen.closePath();
      pen.fillStyle = mine ? "rgb(255 155 61 / 30%)" : "rgb(20 184 164 / 20%)";
      pen.fill();
      pen.beginPath();
      pen.arc(centre.x, centre.y, radius, -start, -end, true);
      pen.lineWidth = mine ? 3 : 2;
      pen.strokeStyle = mine ? WARM : ACCENT;
      pen.stroke();
      if (!mine) continue;
      this.line([centre, onArc(arc, now)], "rgb(255 255 255 / 80%)", 1.5, [3, 4]);
      for (const angle of [start, end]) this.handle(onArc(arc, angle), 6);
    }
  }

  private handle({ x, y }: Dot, radius: number): void {
    this.isUsed = true;
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, FULL);
    pen.fillStyle = "#fff";
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = WARM;
    pen.stroke();
  }

  /** The outline of the chosen part, with its corners. */
  private drawParts({ view, figure }: Scenery, { chosen }: TheatreState): void {
    if (chosen?.kind !== "part") return;
    const part = figure.document.part[chosen.index];
    const dots = (part?.outline ?? []).map((at) => view.dotOf(placeOf(at)));
    if (dots.length === 0) return;
    this.line([...dots, dots[0] as Dot], WARM, 2);
    if (dots.length < 120) for (const dot of dots) this.handle(dot, 3.2);
  }

  private drawPaths({ view, figure }: Scenery, chosen: Chosen | null): void {
    for (const [k, { keys, point, loop }] of figure.document.path.entries()) {
      if (!loop) continue;
      const dots = keys.map(([, ...at]) => view.dotOf(placeOf(at)));
      const mine = chosen?.kind === "path" && chosen.index === k;
      this.line(dots, "rgb(6 32 44 / 55%)", 4);
      this.line(dots, mine ? WARM : "#8fe9ff", 2, [6, 6]);
      const start = figure.placeOf(Math.max(0, indexOfPoint(figure.document, point)));
      if (dots[0]) this.line([view.dotOf(start), dots[0]], "#8fe9ff", 1, [2, 4]);
    }
  }

  private drawPreview({ view, figure }: Scenery, { line, closes, picked, hover }: Preview): void {
    for (const { kind, index } of picked) {
      if (kind === "point") this.ring(view.dotOf(figure.points, 3 * index), 13, true);
      const ends = kind === "rod" ? figure.rods[index] : undefined;
      if (ends) {
        this.line(
          ends.map((end) => view.dotOf(figure.points, 3 * end)),
          WARM,
          5,
        );
      }
    }
    if (hover?.kind === "point") this.ring(view.dotOf(figure.points, 3 * hover.index), 12, false);
    const ends = hover?.kind === "rod" ? figure.rods[hover.index] : undefined;
    if (ends) {
      const dots = ends.map((end) => view.dotOf(figure.points, 3 * end));
      this.line(dots, "rgb(255 155 61 / 55%)", 6);
    }
    if (line.length === 0) return;
    const dots = line.map((place) => view.dotOf(place));
    if (closes && dots.length > 2) {
      const { pen } = this;
      pen.beginPath();
      for (const { x, y } of dots) pen.lineTo(x, y);
      pen.closePath();
      pen.fillStyle = "rgb(255 155 61 / 22%)";
      pen.fill();
      this.line([dots.at(-1) as Dot, dots[0] as Dot], "rgb(255 155 61 / 60%)", 1.5, [4, 5]);
    }
    this.line(dots, WARM, 2.5);
    this.handle(dots[0] as Dot, 5);
    if (closes && dots.length < 40) for (const dot of dots.slice(1)) this.handle(dot, 3);
  }

  private line(dots: readonly Dot[], color: string, width: number, dash: number[] = []): void {
    this.isUsed = true;
    const { pen } = this;
    pen.beginPath();
    for (const { x, y } of dots) pen.lineTo(x, y);
    pen.setLineDash(dash);
    pen.lineWidth = width;
    pen.strokeStyle = color;
    pen.stroke();
    pen.setLineDash([]);
  }
}
