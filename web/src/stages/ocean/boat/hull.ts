/**
 * The form of the submarine: a small research boat for two, made of turned and bent parts.
 *
 * Body coordinates of the page: x ahead, y up, z to starboard [m]. All of it lies within the capsule
 * that the studio holds off the rocks.
 */
import * as THREE from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

export interface Size {
  length: number;
  radius: number;
}

type Tint = readonly [number, number, number];

const RED: Tint = [0.66, 0.035, 0.02];
const WHITE: Tint = [0.72, 0.71, 0.66];
const STEEL: Tint = [0.17, 0.19, 0.21];
const DARK: Tint = [0.022, 0.026, 0.03];
const BRASS: Tint = [0.62, 0.4, 0.12];
const LAMP: Tint = [1.0, 0.9, 0.66];
const WARM: Tint = [1.0, 0.62, 0.25];

/** Shares of the radius and of the length. */
const HULL = 0.8;
const DOME_AT = 0.24;
const DOME = 0.72;

/** How a part looks beside its colour: how much it shines, and how much it glows by itself. */
interface Finish {
  gloss?: number;
  glow?: number;
}

class Parts {
  private readonly parts: THREE.BufferGeometry[] = [];

  add(geometry: THREE.BufferGeometry, tint: Tint, finish: Finish = {}): void {
    const { gloss = 0.5, glow = 0 } = finish;
    const count = geometry.getAttribute("position").count;
    const fill = (numbers: readonly number[]) =>
      new THREE.Float32BufferAttribute(
        Float32Array.from(
          { length: count * numbers.length },
          (_, k) => numbers[k % numbers.length] as number,
        ),
        numbers.length,
      );
    geometry.deleteAttribute("uv");
    geometry.setAttribute("tint", fill(tint));
    geometry.setAttribute("finish", fill([gloss, glow]));
    this.parts.push(geometry);
  }

  merged(): THREE.BufferGeometry {
    const whole = mergeGeometries(this.parts);
    for (const part of this.parts) part.dispose();
    return whole;
  }
}

/** Turned around the x axis: [x, radius] from the stern to the bow. */
function turned(profile: readonly (readonly [number, number])[], sides = 28): THREE.BufferGeometry {
  const points = profile.map(([x, radius]) => new THREE.Vector2(Math.max(radius, 1e-4), x));
  return new THREE.LatheGeometry(points, sides).rotateZ(-Math.PI / 2);
}

function ring(radius: number, thick: number, x: number, y = 0, z = 0): THREE.BufferGeometry {
  return new THREE.TorusGeometry(radius, thick, 8, 28).rotateY(Math.PI / 2).translate(x, y, z);
}

function rod(from: THREE.Vector3, to: THREE.Vector3, thick: number): THREE.BufferGeometry {
  const way = to.clone().sub(from);
  const turn = new THREE.Quaternion().setFromUnitVectors(
    new THREE.Vector3(0, 1, 0),
    way.clone().normalize(),
  );
  const middle = from.clone().addScaledVector(way, 0.5);
  return new THREE.CylinderGeometry(thick, thick, way.length(), 8)
    .applyQuaternion(turn)
    .translate(middle.x, middle.y, middle.z);
}

/** A fin: a tapered plate from the hull outwards, turned around the x axis by an angle. */
function fin(
  chord: number,
  span: number,
  thick: number,
  root: number,
  x: number,
  angle: number,
): THREE.BufferGeometry {
  const outline = new THREE.Shape([
    new THREE.Vector2(-0.5 * chord, 0),
    new THREE.Vector2(0.5 * chord, 0),
    new THREE.Vector2(0.05 * chord, span),
    new THREE.Vector2(-0.55 * chord, span),
  ]);
  const plate = new THREE.ExtrudeGeometry(outline, {
    depth: thick,
    bevelEnabled: true,
    bevelThickness: 0.35 * thick,
    bevelSize: 0.35 * thick,
    bevelSegments: 2,
  });
  const whole = plate
    .translate(0, root, -0.5 * thick)
    .rotateX(angle)
    .translate(x, 0, 0);
  // Extruded shapes have no index; all parts must be alike to become one.
  return whole.setIndex(Array.from({ length: whole.getAttribute("position").count }, (_, k) => k));
}

/** Of the front glass: its middle ahead of the boat's, and its radius [m]. */
export function domeOf({ length, radius }: Size): { x: number; radius: number } {
  return { x: DOME_AT * length, radius: DOME * radius };
}

/** Where the headlights are [m]: a pair below the glass. */
export function lampsOf({ length, radius }: Size): THREE.Vector3[] {
  return [-1, 1].map(
    (side) => new THREE.Vector3(0.33 * length, -0.52 * radius, 0.56 * side * radius),
  );
}

/** Where the propeller turns, and its radius [m]. */
export function propellerOf({ length, radius }: Size): { x: number; radius: number } {
  return { x: -0.455 * length, radius: 0.4 * radius };
}

/** paint: of the hull. */
export function hullGeometry(size: Size, paint: THREE.Color): THREE.BufferGeometry {
  const { length: l, radius: r } = size;
  const parts = new Parts();
  const body = HULL * r;
  const painted: Tint = [paint.r, paint.g, paint.b];
  const dome = domeOf(size);
  const collar = Math.sqrt(dome.radius ** 2 - (0.12 * r) ** 2);
  const collarAt = dome.x + 0.12 * r;

  parts.add(
    turned([
      [-0.44 * l, 0.1 * r],
      [-0.4 * l, 0.24 * r],
      [-0.33 * l, 0.45 * r],
      [-0.24 * l, 0.66 * body + 0.14 * r],
      [-0.15 * l, 0.97 * body],
      [-0.08 * l, body],
      [0.1 * l, body],
      [0.17 * l, 0.99 * body],
      [collarAt, collar],
    ]),
    painted,
    { gloss: 0.9 },
  );
  // A red waistband, rivets of brass around the glass, and the stern's cap.
  parts.add(
    turned([
      [-0.1 * l, body * 1.008],
      [-0.095 * l, body * 1.014],
      [-0.055 * l, body * 1.014],
      [-0.05 * l, body * 1.008],
    ]),
    RED,
    { gloss: 0.9 },
  );
  parts.add(ring(collar, 0.055 * r, collarAt), RED, { gloss: 0.9 });
  parts.add(ring(collar * 1.005, 0.022 * r, collarAt + 0.06 * r), STEEL, { gloss: 1 });
  for (let k = 0; k < 16; k++) {
    const angle = (k / 16) * 2 * Math.PI;
    const bolt = new THREE.SphereGeometry(0.026 * r, 6, 5);
    const [y, z] = [Math.cos(angle) * (collar + 0.045 * r), Math.sin(angle) * (collar + 0.045 * r)];
    parts.add(bolt.translate(collarAt + 0.012 * r, y, z), BRASS, { gloss: 1 });
  }

  // The tower with its hatch, and a mast.
  parts.add(
    new THREE.CapsuleGeometry(0.26 * r, 0.42 * r, 6, 20)
      .rotateZ(Math.PI / 2)
      .scale(1, 0.9, 0.92)
      .translate(0.03 * l, 0.76 * r, 0),
    painted,
    { gloss: 0.9 },
  );
  parts.add(
    new THREE.CylinderGeometry(0.17 * r, 0.19 * r, 0.06 * r, 20).translate(0.045 * l, 0.98 * r, 0),
    RED,
    { gloss: 0.9 },
  );
  parts.add(
    rod(
      new THREE.Vector3(-0.05 * l, 0.86 * r, 0),
      new THREE.Vector3(-0.055 * l, 1.24 * r, 0),
      0.016 * r,
    ),
    STEEL,
  );
  parts.add(new THREE.SphereGeometry(0.035 * r, 8, 6).translate(-0.055 * l, 1.25 * r, 0), RED, {
    glow: 1.2,
  });

  // Round windows at the sides, from which it is warm inside.
  for (const side of [-1, 1]) {
    for (const x of [0.0, 0.105]) {
      const out = body * 0.995 * side;
      const face = new THREE.CylinderGeometry(0.135 * r, 0.135 * r, 0.03 * r, 20)
        .rotateX(Math.PI / 2)
        .translate(x * l, 0.1 * r, out);
      parts.add(face, WARM, { gloss: 1, glow: 0.45 });
      const rim = new THREE.TorusGeometry(0.15 * r, 0.032 * r, 8, 24).translate(
        x * l,
        0.1 * r,
        out,
      );
      parts.add(rim, BRASS, { gloss: 1 });
    }
  }

  // Tail fins, the duct of the propeller and what holds it.
  for (const angle of [0, 0.5 * Math.PI, Math.PI, 1.5 * Math.PI]) {
    parts.add(fin(0.15 * l, 0.52 * r, 0.045 * r, 0.2 * r, -0.375 * l, angle), RED, { gloss: 0.8 });
  }
  const propeller = propellerOf(size);
  const duct = propeller.radius * 1.13;
  parts.add(
    turned([
      [propeller.x - 0.14 * r, duct * 0.99],
      [propeller.x - 0.12 * r, duct * 1.07],
      [propeller.x + 0.1 * r, duct * 1.12],
      [propeller.x + 0.17 * r, duct * 1.05],
      [propeller.x + 0.12 * r, duct * 0.98],
      [propeller.x - 0.14 * r, duct * 0.97],
    ]),
    STEEL,
    { gloss: 0.9 },
  );

  // Thrusters at the sides, on short wings.
  for (const side of [-1, 1]) {
    const [x, y, z] = [-0.17 * l, -0.12 * r, 0.82 * r * side];
    const pod = turned(
      [
        [-0.2 * r, 0.1 * r],
        [-0.16 * r, 0.14 * r],
        [0.14 * r, 0.14 * r],
        [0.24 * r, 0.08 * r],
        [0.27 * r, 0],
      ],
      16,
    );
    parts.add(pod.translate(x, y, z), RED, { gloss: 0.9 });
    parts.add(ring(0.12 * r, 0.025 * r, x - 0.2 * r, y, z), DARK);
    const wing = new THREE.BoxGeometry(0.2 * r, 0.05 * r, 0.3 * r).translate(
      x,
      y,
      z - 0.13 * r * side,
    );
    parts.add(wing, STEEL);
  }

  // Skids to lie on, with their struts.
  for (const side of [-1, 1]) {
    const [y, z] = [-0.93 * r, 0.4 * r * side];
    const along = new THREE.CapsuleGeometry(0.05 * r, 0.46 * l, 4, 10)
      .rotateZ(Math.PI / 2)
      .translate(0, y, z);
    parts.add(along, STEEL, { gloss: 0.7 });
    for (const x of [-0.15, 0.15]) {
      const from = new THREE.Vector3(x * l, y, z);
      const to = new THREE.Vector3(x * l, -0.62 * body, 0.5 * z);
      parts.add(rod(from, to, 0.032 * r), STEEL);
    }
  }

  // Headlights: a case with a bright glass.
  for (const lamp of lampsOf(size)) {
    const side = Math.sign(lamp.z);
    const shell = turned(
      [
        [-0.2 * r, 0.05 * r],
        [-0.16 * r, 0.1 * r],
        [0, 0.12 * r],
        [0.012 * r, 0.105 * r],
      ],
      16,
    );
    parts.add(shell.translate(lamp.x, lamp.y, lamp.z), STEEL, { gloss: 1 });
    const glass = new THREE.SphereGeometry(0.102 * r, 14, 8).scale(0.35, 1, 1);
    parts.add(glass.translate(lamp.x - 0.005 * r, lamp.y, lamp.z), LAMP, { glow: 3 });
    const arm = rod(
      lamp.clone().add(new THREE.Vector3(-0.12 * r, 0, 0)),
      new THREE.Vector3(lamp.x - 0.3 * r, -0.45 * r, 0.42 * r * side),
      0.035 * r,
    );
    parts.add(arm, STEEL);
  }

  addCabin(parts, size);
  return parts.merged();
}

/** Behind the glass: a bulkhead, a console and somebody who looks out. */
function addCabin(parts: Parts, size: Size): void {
  const { radius: r } = size;
  const dome = domeOf(size);
  const back = new THREE.CircleGeometry(dome.radius * 0.97, 24).rotateY(Math.PI / 2);
  parts.add(back.translate(dome.x + 0.02 * r, 0, 0), [0.1, 0.075, 0.05], {
    gloss: 0.1,
    glow: 0.35,
  });
  const x = dome.x + 0.2 * r;
  const torso = new THREE.CapsuleGeometry(0.17 * r, 0.2 * r, 4, 14).scale(0.8, 1, 1.1);
  parts.add(torso.translate(x, -0.26 * r, 0), [0.03, 0.09, 0.14], { gloss: 0.2, glow: 0.12 });
  parts.add(
    new THREE.SphereGeometry(0.125 * r, 16, 12).translate(x + 0.02 * r, 0.1 * r, 0),
    [0.5, 0.3, 0.2],
    { gloss: 0.2, glow: 0.1 },
  );
  // Somebody with a red cap.
  const cap = new THREE.SphereGeometry(0.135 * r, 16, 8, 0, 2 * Math.PI, 0, 0.5 * Math.PI);
  parts.add(cap.scale(1, 0.85, 1).translate(x + 0.01 * r, 0.125 * r, 0), RED, {
    gloss: 0.1,
    glow: 0.12,
  });
  const console = new THREE.BoxGeometry(0.1 * r, 0.1 * r, 0.7 * r).rotateZ(0.5);
  parts.add(console.translate(x + 0.24 * r, -0.36 * r, 0), DARK, { gloss: 0.8 });
  for (const z of [-0.2, -0.07, 0.07, 0.2]) {
    const dial = new THREE.SphereGeometry(0.028 * r, 6, 5).translate(x + 0.21 * r, -0.3 * r, z * r);
    parts.add(dial, [0.2, 0.9, 0.7], { glow: 1 });
  }
  parts.add(
    new THREE.SphereGeometry(0.06 * r, 10, 8).translate(dome.x + 0.05 * r, 0.5 * r, 0),
    WHITE,
    { glow: 1.2 },
  );
}

/** The glass itself: the front of a ball. */
export function domeGeometry(size: Size): THREE.BufferGeometry {
  const { x, radius } = domeOf(size);
  const open = Math.acos((0.12 * size.radius) / radius);
  return new THREE.SphereGeometry(radius, 32, 20, 0, 2 * Math.PI, 0, open)
    .rotateZ(-Math.PI / 2)
    .translate(x, 0, 0);
}

/** Four blades and a hub around the x axis, at the origin. */
export function propellerGeometry(size: Size): THREE.BufferGeometry {
  const { radius } = propellerOf(size);
  const parts = new Parts();
  parts.add(
    turned(
      [
        [-0.22 * radius, 0],
        [-0.12 * radius, 0.16 * radius],
        [0.2 * radius, 0.2 * radius],
        [0.5 * radius, 0.2 * radius],
      ],
      14,
    ),
    BRASS,
    { gloss: 1 },
  );
  for (let k = 0; k < 4; k++) {
    const blade = new THREE.SphereGeometry(1, 12, 8)
      .scale(0.05 * radius, 0.44 * radius, 0.24 * radius)
      .rotateY(0.7)
      .translate(0, 0.55 * radius, 0)
      .rotateX((k * Math.PI) / 2);
    parts.add(blade, BRASS, { gloss: 1 });
  }
  return parts.merged();
}
