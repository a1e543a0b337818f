/** The pointer at drawing: what each tool does with presses, moves and lifts. */
import { anglesOf, type Chosen, coordinatesOf, isFlat, type Place } from "../../puppet/document.ts";
import {
  addJoint,
  addPart,
  addPoint,
  addRod,
  jointOf,
  layRod,
  movePart,
  movePoint,
  removed,
  replaced,
  setPath,
} from "../../puppet/edits.ts";
import { type Dot, middle, thinned, thinnedLoop } from "../../puppet/geometry.ts";
import type { Theatre } from "../../puppet/theatre.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";
import { arcOf, bendAt } from "./arcs.ts";
import { followingBone, type Handle, handleAt } from "./handles.ts";
import { hintOf } from "./hints.ts";
import { nearestPoint, nearestRod, type Scenery, thingAt } from "./looking.ts";
import { closedPath, type Moment } from "./paths.ts";

/** What is dragged. */
type Drag =
  | { kind: "point"; index: number; before: PuppetDocument }
  | { kind: "part"; index: number; from: Place; before: PuppetDocument }
  | Handle
  | { kind: "rod"; from: number | null; start: Place }
  | { kind: "outline" }
  | { kind: "path"; point: number };

/** What is being drawn and is not yet part of the document. */
export interface Preview {
  /** An open line [m]. */
  line: readonly Place[];
  /** Whether it will be closed. */
  closes: boolean;
  /** Things that have been picked so far, and what a click would take. */
  picked: readonly Chosen[];
  hover: Chosen | null;
}

const COLORS = ["#d96c4f", "#e5a84b", "#5f9e8f", "#4f7ea8", "#a86a91", "#8a9a4b", "#c9805a"];
/** Freehand lines keep to their way so closely [pixels]. */
const THIN_PIXELS = 1.6;
/** Shorter ones are clicks [pixels]. */
const CLICK_PIXELS = 6;

export class Sketch {
  private readonly theatre: Theatre;
  private readonly scenery: () => Scenery | null;
  private drag: Drag | null = null;
  private pressed: Dot = { x: 0, y: 0 };
  private moved = false;
  private line: Place[] = [];
  private moments: Moment[] = [];
  private picked: Chosen[] = [];
  private hover: Chosen | null = null;

  constructor(theatre: Theatre, scenery: () => Scenery | null) {
    this.theatre = theatre;
    this.scenery = scenery;
  }

  get preview(): Preview {
    const { tool } = this.theatre.state.value;
    return { line: this.line, closes: tool === "outline", picked: this.picked, hover: this.hover };
  }

  get isBusy(): boolean {
    return this.drag !== null;
  }

  /** Whether the pointer does something; else it moves the view. */
  press(dot: Dot, mercy: number, withShift: boolean): boolean {
    const scenery = this.scenery();
    if (!scenery) return false;
    this.pressed = dot;
    this.moved = false;
    this.theatre.state.set({ complaint: null });
    const taken = this.begin(scenery, dot, mercy, withShift);
    this.tellHint();
    return taken;
  }

  private begin(scenery: Scenery, dot: Dot, mercy: number, withShift: boolean): boolean {
    const { tool } = this.theatre.state.value;
    const { document } = scenery.figure;
    const point = nearestPoint(scenery, dot, mercy);
    switch (tool) {
      case "select":
        return this.beginSelect(scenery, dot, mercy, withShift);
      case "point":
        if (point === null) {
          this.theatre.build(addPoint(document, this.placeAt(scenery, dot)));
          this.choose({ kind: "point", index: document.point.length });
        } else {
          this.choose({ kind: "point", index: point });
          this.drag = { kind: "point", index: point, before: document };
        }
        return true;
      case "rod":
        this.beginRod(scenery, dot, point);
        return true;
      case "joint":
        return this.pickForJoint(scenery, dot, mercy, point);
      case "outline":
        if (this.line.length === 0) this.line = [this.placeAt(scenery, dot)];
        this.drag = { kind: "outline" };
        return true;
      case "path":
        if (point === null) return false;
        this.drag = { kind: "path", point };
        this.line = [scenery.figure.placeOf(point)];
        this.moments = [{ time: performance.now() / 1000, place: scenery.figure.placeOf(point) }];
        return true;
      case "erase": {
        const thing = thingAt(scenery, dot, mercy);
        if (!thing) return false;
        this.theatre.state.set({ chosen: null });
        this.theatre.build(removed(document, thing));
        return true;
      }
    }
  }

  private beginSelect(scenery: Scenery, dot: Dot, mercy: number, withShift: boolean): boolean {
    const { document } = scenery.figure;
    const { chosen, following } = this.theatre.state.value;
    if (chosen?.kind === "part" && (following || withShift)) {
      const next = followingBone(scenery, chosen.index, dot, mercy);
      if (next) this.theatre.build(next);
      return next !== null;
    }
    const handle = handleAt(scenery, chosen, dot);
    if (handle) {
      this.drag = handle;
      return true;
    }
    const thing = thingAt(scenery, dot, mercy);
    if (!thing) {
      this.choose(null);
      return false;
    }
    const same = chosen?.kind === thing.kind && chosen.index === thing.index;
    this.choose(thing);
    const { kind, index } = thing;
    if (kind === "point") this.drag = { kind, index, before: document };
    // A part that was not chosen before is not moved by accident.
    else if (kind === "part" && same) {
      this.drag = { kind, index, from: this.placeAt(scenery, dot), before: document };
    }
    return true;
  }

  private beginRod(scenery: Scenery, dot: Dot, point: number | null): void {
    const waiting = this.picked[0];
    if (waiting && point !== null && point !== waiting.index) {
      this.picked = [];
      this.theatre.build(addRod(scenery.figure.document, waiting.index, point));
      return;
    }
    const start = point === null ? this.placeAt(scenery, dot) : scenery.figure.placeOf(point);
    this.drag = { kind: "rod", from: point ?? waiting?.index ?? null, start };
    this.line = waiting ? [scenery.figure.placeOf(waiting.index), start] : [start];
  }

  private pickForJoint(scenery: Scenery, dot: Dot, mercy: number, point: number | null): boolean {
    const { document } = scenery.figure;
    const rod = point === null ? nearestRod(scenery, dot, mercy) : null;
    if (point === null && rod === null) return false;
    const kind = point === null ? "rod" : "point";
    const index = (point ?? rod) as number;
    this.picked = [...this.picked.filter((one) => one.kind === kind), { kind, index }];
    const numbers = this.picked.map((one) => one.index);
    let joint: [number, number, number] | null = null;
    if (kind === "rod" && numbers.length === 2) {
      joint = jointOf(document, numbers[0] ?? 0, numbers[1] ?? 0);
      if (!joint) this.theatre.tell("These two rods have no end in common.");
    } else if (kind === "point" && numbers.length === 3)
      joint = numbers as [number, number, number];
    if (joint) {
      this.theatre.build(addJoint(document, joint));
      this.choose({ kind: "joint", index: document.joint.length });
    }
    if (joint || numbers.length === (kind === "rod" ? 2 : 3)) this.picked = [];
    return true;
  }

  move(dot: Dot, mercy: number): void {
    const scenery = this.scenery();
    if (!scenery) return;
    this.moved ||= Math.hypot(dot.x - this.pressed.x, dot.y - this.pressed.y) > CLICK_PIXELS;
    if (!this.drag) {
      this.hover = thingAt(scenery, dot, mercy);
      return;
    }
    if (!this.moved) return;
    const { drag } = this;
    switch (drag.kind) {
      case "point":
        this.show(movePoint(drag.before, drag.index, this.placeAt(scenery, dot, drag.index)));
        break;
      case "part": {
        const to = this.placeAt(scenery, dot);
        const way = to.map((value, axis) => value - (drag.from[axis] ?? 0)) as Place;
        this.show(movePart(drag.before, drag.index, way));
        break;
      }
      case "corner": {
        const flat = isFlat(drag.before);
        const at = coordinatesOf(this.placeAt(scenery, dot), flat);
        const outline = drag.before.part[drag.part]?.outline ?? [];
        const moved = outline.map((corner, k) => (k === drag.corner ? at : corner));
        this.show(replaced(drag.before, "part", drag.part, { outline: moved }));
        break;
      }
      case "angle":
        this.turnEnd(scenery, drag, dot);
        break;
      case "rod": {
        const point = nearestPoint(scenery, dot, mercy);
        this.hover = point === null ? null : { kind: "point", index: point };
        const end = point === null ? this.placeAt(scenery, dot) : scenery.figure.placeOf(point);
        this.line = [drag.start, end];
        break;
      }
      case "outline":
        this.line = [...this.line, this.placeAt(scenery, dot)];
        break;
      case "path": {
        const place = this.placeAt(scenery, dot, drag.point);
        this.line = [...this.line, place];
        this.moments.push({ time: performance.now() / 1000, place });
        break;
      }
    }
  }

  private turnEnd({ view }: Scenery, drag: Drag & { kind: "angle" }, dot: Dot): void {
    const joint = drag.before.joint[drag.joint];
    const arc = joint && arcOf(drag.before, joint, view);
    if (!joint || !arc) return;
    const bend = Math.round(bendAt(arc, dot) * 1e3) / 1e3;
    const angle: [number, number] = [...anglesOf(drag.before, joint)];
    angle[drag.end] = bend;
    if (angle[0] <= angle[1]) this.show(replaced(drag.before, "joint", drag.joint, { angle }));
  }

  lift(dot: Dot, mercy: number): void {
    const { drag } = this;
    const scenery = this.scenery();
    this.drag = null;
    if (!drag || !scenery) return;
    switch (drag.kind) {
      case "rod":
        this.endRod(scenery, drag, dot, mercy);
        break;
      case "outline":
        this.endOutline(scenery, dot);
        break;
      case "path":
        this.endPath(scenery, drag.point);
        break;
      default: {
        const { document } = this.theatre.state.value;
        this.theatre.state.set({ document: drag.before });
        if (document && this.moved) this.theatre.build(document);
      }
    }
    this.tellHint();
  }

  /** What was begun is left. */
  cancel(): boolean {
    const busy = this.drag !== null || this.line.length > 0 || this.picked.length > 0;
    if (this.drag && "before" in this.drag) {
      this.theatre.state.set({ document: this.drag.before });
    }
    this.drag = null;
    this.line = [];
    this.picked = [];
    this.tellHint();
    return busy;
  }

  private endRod(scenery: Scenery, drag: Drag & { kind: "rod" }, dot: Dot, mercy: number): void {
    const { document } = scenery.figure;
    const point = nearestPoint(scenery, dot, mercy);
    this.line = [];
    this.picked = [];
    if (this.moved) {
      const end = { point, place: this.placeAt(scenery, dot) };
      const next = layRod(document, { point: drag.from, place: drag.start }, end);
      this.theatre.build(next);
      if (next.rod.length > document.rod.length)
        this.choose({ kind: "rod", index: document.rod.length });
      return;
    }
    // Click by click: from here to the next click.
    let from = drag.from;
    if (point === null) {
      const end = { point: null, place: drag.start };
      this.theatre.build(
        from === null
          ? addPoint(document, drag.start)
          : layRod(document, { point: from, place: drag.start }, end),
      );
      from = document.point.length;
    }
    if (from !== null) this.picked = [{ kind: "point", index: from }];
  }

  private endOutline(scenery: Scenery, dot: Dot): void {
    const { view } = scenery;
    const first = view.dotOf(this.line[0] ?? [0, 0, 0]);
    const atStart = Math.hypot(first.x - dot.x, first.y - dot.y) < 2 * CLICK_PIXELS;
    if (this.moved) {
      // Freehand: one stroke is a part.
      if (this.line.length > 8) this.finishOutline();
      return;
    }
    if (this.line.length > 2 && atStart) this.finishOutline();
    else if (this.line.length > 1 || !atStart)
      this.line = [...this.line, this.placeAt(scenery, dot)];
  }

  /** Closes what has been drawn so far. */
  finishOutline(): boolean {
    const scenery = this.scenery();
    const line = this.line;
    if (!scenery || this.theatre.state.value.tool !== "outline" || line.length < 3) return false;
    const { view, figure } = scenery;
    const { document } = figure;
    const tolerance = THIN_PIXELS / view.pixelsPerMetre;
    const flat = isFlat(document);
    const few = line.length > 12 ? thinnedLoop(line, tolerance, ([x, , z]) => ({ x, y: z })) : line;
    const outline = few.map((place) => coordinatesOf(place, flat));
    const color = COLORS[document.part.length % COLORS.length] ?? "#d96c4f";
    this.line = [];
    this.drag = null;
    this.theatre.build(addPart(document, { color, outline }));
    this.choose({ kind: "part", index: document.part.length });
    return true;
  }

  private endPath({ view, figure }: Scenery, point: number): void {
    this.line = [];
    const { moments } = this;
    this.moments = [];
    if (!this.moved || moments.length < 3) return;
    const tolerance = THIN_PIXELS / view.pixelsPerMetre;
    const few = thinned(moments, tolerance, ({ place: [x, y, z] }) => ({ x: x + y, y: z }));
    const keys = closedPath(few, isFlat(figure.document));
    this.theatre.build(setPath(figure.document, point, keys));
    this.choose({ kind: "path", index: figure.document.path.length });
  }

  /** Shows it, without asking the studio yet. */
  private show(document: PuppetDocument): void {
    this.theatre.state.set({ document });
  }

  private choose(chosen: Chosen | null): void {
    this.theatre.state.set({ chosen, following: false });
  }

  /** As far away as what is there: a point, or the middle of all. */
  private placeAt({ view, figure }: Scenery, dot: Dot, point?: number): Place {
    const count = figure.document.point.length;
    const others = Array.from({ length: count }, (_, k) => figure.placeOf(k));
    const { low, high } = figure.document.stage;
    const centre = count > 0 ? middle(others) : middle([low, high]);
    return view.placeAt(dot, point === undefined ? centre : figure.placeOf(point));
  }

  /** Says what a press would do next. */
  tellHint(): void {
    this.theatre.state.set({ hint: hintOf(this.theatre.state.value, this.preview) });
  }
}
