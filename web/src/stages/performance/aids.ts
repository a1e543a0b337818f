/** What one cannot see of balance: centres of mass, where they hang, and what a double stands on. */
import * as THREE from "three";
import type { ShownDouble } from "../../performance/shown.ts";
import { isInside } from "./balance.ts";

const SAFE = "#2fae5d";
const OFF = "#e0301e";
const PERFORMED = "#3b82e0";
/** Of the centre and of the ring below it [m]. */
const BALL = 0.032;
const RING = 0.07;
/** Of lines [m], and at least [pixels]. */
const LINE = 0.007;
const LEAST_PIXELS = 1.6;
/** Above the floor, so that it does not flicker [m]. */
const LIFT = 0.006;
/** Where the ground is not level [m]. */
const SLOPING = 0.025;
const MOST_CORNERS = 32;

/** A centre of mass, with its plumb line. */
class Plumb {
  readonly object = new THREE.Group();
  private readonly materials: THREE.MeshBasicMaterial[] = [];
  private readonly ball: THREE.Mesh;
  private readonly line: THREE.Mesh;
  private readonly ring: THREE.Mesh;

  constructor(size: number, opacity: number, order: number) {
    // It is inside of a body: one sees it through that.
    const through = () => {
      const material = new THREE.MeshBasicMaterial({
        transparent: true,
        opacity,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
      });
      this.materials.push(material);
      return material;
    };
    this.ball = new THREE.Mesh(new THREE.SphereGeometry(size * BALL, 20, 14), through());
    this.line = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), through());
    const ring = through();
    ring.depthTest = true;
    ring.side = THREE.DoubleSide;
    this.ring = new THREE.Mesh(new THREE.RingGeometry(0.8 * RING, RING, 40), ring);
    this.ring.scale.setScalar(size);
    this.object.add(this.ring, this.line, this.ball);
    this.object.traverse((one) => {
      one.renderOrder = order;
      one.frustumCulled = false;
    });
  }

  /** ground: how high it is [m]; perMetre: pixels of a metre in a distance of a metre. */
  show(
    [x = 0, y = 0, z = 0]: Float32Array,
    ground: number,
    colour: string,
    eye: THREE.Vector3,
    perMetre: number,
  ) {
    for (const material of this.materials) material.color.set(colour);
    this.ball.position.set(x, y, z);
    this.ring.position.set(x, y, ground + 2 * LIFT);
    const middle = (z + ground) / 2;
    const far = Math.hypot(x - eye.x, y - eye.y, middle - eye.z);
    this.line.position.set(x, y, middle);
    this.line.scale.set(Math.max(0.6 * LINE, (LEAST_PIXELS * far) / perMetre), z - ground, 1);
    // Upright, and turned to who looks at it.
    this.line.rotation.set(Math.PI / 2, Math.atan2(eye.y - y, eye.x - x) + Math.PI / 2, 0, "XYZ");
  }

  dispose(): void {
    for (const { geometry } of [this.ball, this.line, this.ring]) geometry.dispose();
    for (const material of this.materials) material.dispose();
  }
}

/** The support polygon: filled faintly, with a line around. */
class Support {
  readonly object = new THREE.Group();
  private readonly fill = flatShape(MOST_CORNERS, 3 * MOST_CORNERS);
  private readonly line = flatShape(4 * MOST_CORNERS, 6 * MOST_CORNERS);

  constructor() {
    this.fill.material.opacity = 0.3;
    this.line.material.opacity = 0.95;
    this.object.add(this.fill, this.line);
  }

  /** wide: of its line [m]. */
  show(corners: Float32Array, colour: string, wide: number): void {
    const count = Math.min(MOST_CORNERS, corners.length / 2);
    this.object.visible = count >= 3;
    const at = (k: number) =>
      new THREE.Vector2(corners[2 * (k % count)] ?? 0, corners[2 * (k % count) + 1] ?? 0);
    const [fill, line] = [places(this.fill), places(this.line)];
    for (let k = 0; k < count; k++) {
      const [from, to] = [at(k), at(k + 1)];
      fill.setXYZ(k, from.x, from.y, LIFT);
      const along = to
        .clone()
        .sub(from)
        .setLength(wide / 2);
      const corner = (which: number, end: THREE.Vector2, ahead: number, aside: number) =>
        line.setXYZ(
          4 * k + which,
          end.x + ahead * along.x - aside * along.y,
          end.y + ahead * along.y + aside * along.x,
          1.5 * LIFT,
        );
      corner(0, from, -1, -1);
      corner(1, to, 1, -1);
      corner(2, to, 1, 1);
      corner(3, from, -1, 1);
    }
    this.fill.geometry.setDrawRange(0, 3 * Math.max(0, count - 2));
    this.line.geometry.setDrawRange(0, 6 * count);
    for (const { geometry, material } of [this.fill, this.line]) {
      places({ geometry }).needsUpdate = true;
      material.color.set(colour);
    }
  }

  dispose(): void {
    for (const { geometry, material } of [this.fill, this.line]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

export class Aids {
  readonly object = new THREE.Group();
  private readonly support = new Support();
  private readonly own = new Plumb(1, 0.95, 9);
  private readonly performed = new Plumb(0.75, 0.45, 8);

  constructor() {
    this.object.add(this.support.object, this.performed.object, this.own.object);
  }

  /** The colour of what is shown, for tests. */
  colour = SAFE;

  show(double: ShownDouble, camera: THREE.PerspectiveCamera, pixels: number): void {
    const [x = 0, y = 0] = double.centre;
    this.colour = isInside(double.corners, x, y) && !double.fallen ? SAFE : OFF;
    const perMetre = pixels / (2 * Math.tan((camera.fov * Math.PI) / 360));
    const far = Math.hypot(x - camera.position.x, y - camera.position.y, camera.position.z);
    const wide = Math.max(LINE, (LEAST_PIXELS * far) / perMetre);
    const { ground } = double;
    this.support.show(double.corners, this.colour, wide);
    // On a slope half of it would be under the ground.
    this.support.object.position.z = ground + (Math.abs(ground) > LIFT ? SLOPING : 0);
    this.own.show(double.centre, ground, this.colour, camera.position, perMetre);
    this.performed.show(double.performed, ground, PERFORMED, camera.position, perMetre);
  }

  dispose(): void {
    this.support.dispose();
    this.own.dispose();
    this.performed.dispose();
  }
}

type FlatShape = THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;

/** Triangles on the floor: a fan, or quads of four corners each. */
function flatShape(corners: number, triangles: number): FlatShape {
  const geometry = new THREE.BufferGeometry();
  const place = new THREE.Float32BufferAttribute(new Float32Array(3 * corners), 3);
  geometry.setAttribute("position", place.setUsage(THREE.DynamicDrawUsage));
  const isFan = triangles === 3 * corners;
  const index = isFan
    ? Array.from({ length: corners - 2 }, (_, k) => [0, k + 1, k + 2])
    : Array.from({ length: corners / 4 }, (_, k) => [0, 1, 2, 0, 2, 3].map((of) => 4 * k + of));
  geometry.setIndex(index.flat());
  const material = new THREE.MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    side: THREE.DoubleSide,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = isFan ? 3 : 4;
  return mesh;
}

function places({ geometry }: Pick<FlatShape, "geometry">): THREE.BufferAttribute {
  return geometry.getAttribute("position") as THREE.BufferAttribute;
}
