/** The arc within which a joint may bend, as it is drawn at its hinge. */
import { anglesOf, placeOfPoint } from "../../puppet/document.ts";
import { bendOf, clamp, type Dot } from "../../puppet/geometry.ts";
import type { Joint, PuppetDocument } from "../../wire/puppetry.ts";
import type { StageCamera } from "./camera.ts";

/** Angles are counter-clockwise on the screen from the right [rad]. */
export interface Arc {
  centre: Dot;
  radius: number;
  /** Where the bone behind the hinge would go straight on. */
  straight: number;
  start: number;
  end: number;
  /** Where it goes at rest. */
  now: number;
}

export const ARC_PIXELS = { least: 16, most: 46 } as const;

/** null where one cannot see it as an arc: in space, or for want of points. */
export function arcOf(document: PuppetDocument, joint: Joint, view: StageCamera): Arc | null {
  if (document.puppet.dimensions !== 2) return null;
  const [least, most] = anglesOf(document, joint);
  const [before, hinge, behind] = joint.points.map((name) => placeOfPoint(document, name));
  if (!before || !hinge || !behind) return null;
  const straight = Math.atan2(hinge[2] - before[2], hinge[0] - before[0]);
  const length = Math.hypot(behind[0] - hinge[0], behind[2] - hinge[2]) * view.pixelsPerMetre;
  return {
    centre: view.dotOf(hinge),
    radius: clamp(length * 0.45, ARC_PIXELS.least, ARC_PIXELS.most),
    straight,
    start: straight + least,
    end: straight + most,
    now: straight + bendOf(before, hinge, behind, true),
  };
}

export function onArc({ centre, radius }: Arc, angle: number): Dot {
  return { x: centre.x + radius * Math.cos(angle), y: centre.y - radius * Math.sin(angle) };
}

/** The bend that a dot near an arc means, from -pi to pi [rad]. */
export function bendAt({ centre, straight }: Arc, { x, y }: Dot): number {
  const angle = Math.atan2(centre.y - y, x - centre.x) - straight;
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
