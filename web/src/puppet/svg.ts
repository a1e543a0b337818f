/** Filled paths of an SVG file as outlines of parts. */
import type { ShapePath, Vector2 } from "three";
import { SVGLoader } from "three/examples/jsm/loaders/SVGLoader.js";
import type { PuppetDocument } from "../wire/puppetry.ts";
import { isFlat, MOST_PARTS, restPlaces } from "./document.ts";
import { addPart } from "./edits.ts";
import { FileError } from "./files.ts";
import { atMost, type Dot, isInside, signedArea } from "./geometry.ts";

export interface Drawn {
  color: string;
  dots: Dot[];
}

const CURVE_STEPS = 24;
const MOST_CORNERS = 90;
/** Smaller ones than this share of the whole picture are specks. */
const SPECK = 1e-4;
const USUAL_COLOR = "#c98f5a";

export function withSvg(document: PuppetDocument, text: string, name: string): PuppetDocument {
  if (!isFlat(document)) {
    throw new FileError(`${name} is flat; it needs a puppet of two dimensions.`);
  }
  const outlines = outlinesOf(drawnIn(text, name));
  if (outlines.length === 0) {
    throw new FileError(`${name} has no filled shape that could be a part.`);
  }
  if (document.part.length + outlines.length > MOST_PARTS) {
    throw new FileError(
      `${name} has ${outlines.length} shapes; a puppet has at most ${MOST_PARTS} parts.`,
    );
  }
  return fitted(outlines, frameOf(document)).reduce(
    (next, { color, dots }) => addPart(next, { color, outline: dots.map(({ x, y }) => [x, y]) }),
    document,
  );
}

/** Reads it without ever making it part of the page. */
function drawnIn(text: string, name: string): Drawn[] {
  return pathsIn(text, name).flatMap((path) => {
    const { style, node } = path.userData as { style: Style; node: Element };
    if (style.fill === "none" || style.visibility === "hidden" || isHidden(node)) return [];
    const color = style.fill?.startsWith("url") ? USUAL_COLOR : `#${path.color.getHexString()}`;
    const loops = path.subPaths.map((sub) => sampled(sub.getPoints(CURVE_STEPS)));
    return withoutHoles(loops, style.fillRule === "evenodd").map((dots) => ({ color, dots }));
  });
}

interface Style {
  fill?: string;
  fillRule?: string;
  visibility?: string;
}

function pathsIn(text: string, name: string): ShapePath[] {
  const xml = new DOMParser().parseFromString(text, "image/svg+xml");
  // What a parser finds wrong it says in an element of that name.
  const broken = xml.getElementsByTagName("parsererror").length > 0;
  const unreadable = `${name} cannot be read as an SVG picture`;
  if (broken) throw new FileError(`${unreadable}: it is damaged, or not all of it is there.`);
  if (xml.documentElement.nodeName !== "svg") {
    throw new FileError(`${unreadable}: it is <${xml.documentElement.nodeName.slice(0, 40)}>.`);
  }
  try {
    return new SVGLoader().parse(text).paths;
  } catch {
    throw new FileError(`${unreadable}: one of its shapes is wrong.`);
  }
}

/** Whether a shape or what it stands in is not displayed; what style sheets say is not asked. */
export function isHidden(node: Pick<Element, "getAttribute" | "parentElement"> | null): boolean {
  if (!node) return false;
  const said = /(?:^|;)\s*display\s*:\s*([\w-]+)/.exec(node.getAttribute("style") ?? "")?.[1];
  return (said ?? node.getAttribute("display")) === "none" || isHidden(node.parentElement);
}

/** A part has no holes: loops that cut one into the others of their path are left out. */
export function withoutHoles(loops: readonly Dot[][], evenOdd: boolean): Dot[][] {
  return loops.filter((loop) => {
    const around = loops.filter((other) => other !== loop && isWithin(loop, other));
    if (evenOdd) return around.length % 2 === 0;
    return around.length === 0 || turns(loop) + around.reduce((n, one) => n + turns(one), 0) !== 0;
  });
}

function turns(loop: readonly Dot[]): number {
  return Math.sign(signedArea(loop));
}

function isWithin(loop: readonly Dot[], other: readonly Dot[]): boolean {
  const inside = loop.filter((dot) => isInside(dot, other)).length;
  return inside > loop.length / 2 && Math.abs(signedArea(loop)) < Math.abs(signedArea(other));
}

function sampled(points: readonly Vector2[]): Dot[] {
  // In SVG y points down.
  return points.map(({ x, y }) => ({ x, y: -y }));
}

/** Closed outlines of some size, with few corners, counter-clockwise. */
export function outlinesOf(drawn: readonly Drawn[]): Drawn[] {
  const box = boxOf(drawn.flatMap(({ dots }) => dots));
  const whole = (box.right - box.left) * (box.top - box.bottom);
  return drawn.flatMap(({ color, dots }) => {
    const open = [...dots];
    const [first, last] = [open[0], open.at(-1)];
    if (first && last && first !== last && Math.hypot(first.x - last.x, first.y - last.y) < 1e-9)
      open.pop();
    const size = Math.max(box.right - box.left, box.top - box.bottom) || 1;
    const unit = open.map(({ x, y }) => ({ x: x / size, y: y / size }));
    const few = atMost(unit, MOST_CORNERS, (dot) => dot);
    const area = signedArea(few) * size * size;
    if (few.length < 3 || !(Math.abs(area) > SPECK * whole)) return [];
    if (area < 0) few.reverse();
    return [{ color, dots: few.map(({ x, y }) => ({ x: x * size, y: y * size })) }];
  });
}

export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export function boxOf(dots: readonly Dot[]): Box {
  const box: Box = {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
  };
  for (const { x, y } of dots) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box;
}

/** Where a picture belongs: around the skeleton, or in the middle of the stage. */
function frameOf(document: PuppetDocument): Box {
  const places = restPlaces(document);
  const { low, high } = document.stage;
  const stage = { left: low[0], right: high[0], bottom: low[2], top: high[2] };
  if (places.length < 2) {
    const height = (stage.top - stage.bottom) * 0.6;
    const centre = (stage.left + stage.right) / 2;
    const bottom = stage.bottom + height * 0.2;
    return { left: centre - height, right: centre + height, bottom, top: bottom + height };
  }
  const bones = boxOf(places.map(([x, , z]) => ({ x, y: z })));
  const spare = 0.06 * Math.max(bones.right - bones.left, bones.top - bones.bottom);
  return {
    left: bones.left - spare,
    right: bones.right + spare,
    bottom: Math.max(stage.bottom, bones.bottom - spare),
    top: bones.top + spare,
  };
}

/** Scaled and moved, without distortion, into a frame. */
export function fitted(drawn: readonly Drawn[], frame: Box): Drawn[] {
  const box = boxOf(drawn.flatMap(({ dots }) => dots));
  const scale = Math.min(
    (frame.right - frame.left) / (box.right - box.left || 1),
    (frame.top - frame.bottom) / (box.top - box.bottom || 1),
  );
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  return drawn.map(({ color, dots }) => ({
    color,
    dots: dots.map(({ x, y }) => ({
      x: round((frame.left + frame.right) / 2 + (x - (box.left + box.right) / 2) * scale),
      y: round((frame.bottom + frame.top) / 2 + (y - (box.bottom + box.top) / 2) * scale),
    })),
  }));
}
