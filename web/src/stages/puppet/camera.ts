/** Looks at the stage: along y at a flat puppet, from all around at one in space. z is up. */
import * as THREE from "three";
import type { Place } from "../../puppet/document.ts";
import { clamp, type Dot } from "../../puppet/geometry.ts";

/** Pixels at each side that controls lie over. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const STEEPEST = 1.5;
const START = { azimuth: 0.85, elevation: 0.14 };
const FIELD = 32;
/** Of what is shown around the stage. */
const SPARE = 1.1;
/** Time in which half of a change is carried out [s]. */
const HALF_LIFE = 0.06;
const TURN_PER_PIXEL = 0.006;

export class StageCamera {
  flat = true;
  private readonly ortho = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 100);
  private readonly perspective = new THREE.PerspectiveCamera(FIELD, 1, 0.05, 100);
  private width = 1;
  private height = 1;
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private low: Place = [-2, -1, 0];
  private high: Place = [2, 1, 3];
  /** What is looked at, how much of it [m of height], and from where. */
  private readonly wanted = { x: 0, y: 0, z: 1.5, size: 3, ...START };
  private readonly shown = { x: 0, y: 0, z: 1.5, size: 3, ...START };
  private placed = false;

  constructor() {
    this.ortho.up.set(0, 0, 1);
    this.perspective.up.set(0, 0, 1);
  }

  get camera(): THREE.OrthographicCamera | THREE.PerspectiveCamera {
    return this.flat ? this.ortho : this.perspective;
  }

  /** Pixels of a metre, in the middle of the picture. */
  get pixelsPerMetre(): number {
    return this.freeHeight / this.shown.size;
  }

  /** Whether it has come to where it is wanted. */
  get isSteady(): boolean {
    const keys = Object.keys(this.shown) as (keyof typeof this.shown)[];
    return keys.every((key) => Math.abs(this.shown[key] - this.wanted[key]) < 1e-3);
  }

  resize(width: number, height: number, insets: Insets): void {
    const same =
      this.width === width &&
      this.height === height &&
      (Object.keys(insets) as (keyof Insets)[]).every((side) => insets[side] === this.insets[side]);
    if (same) return;
    this.width = width;
    this.height = height;
    this.insets = insets;
    this.fit();
  }

  /** The stage's box [m], and whether its puppet is flat; another one is shown from afresh. */
  enter(flat: boolean, low: Place, high: Place): void {
    const same = flat === this.flat && `${low}${high}` === `${this.low}${this.high}`;
    if (same && this.placed) return;
    this.flat = flat;
    this.low = low;
    this.high = high;
    this.reset();
    if (!this.placed) Object.assign(this.shown, this.wanted);
    this.placed = true;
  }

  reset(): void {
    const { low, high } = this;
    Object.assign(this.wanted, START);
    this.wanted.x = (low[0] + high[0]) / 2;
    this.wanted.y = this.flat ? 0 : (low[1] + high[1]) / 2;
    this.wanted.z = (low[2] + high[2]) / 2;
    this.fit();
  }

  private fit(): void {
    const { low, high } = this;
    const width = high[0] - low[0];
    const height = high[2] - low[2];
    const aspect = this.freeWidth / this.freeHeight;
    // A wide stage on a narrow screen: what is above a person may be out of sight, not the floor.
    const needed = Math.max(height * (this.flat ? SPARE : 0.74), (width * SPARE) / aspect);
    this.wanted.size = this.flat ? needed : Math.min(needed, height * 1.5);
    if (this.flat) this.wanted.z = low[2] + Math.max(height / 2, needed * 0.42);
    else this.wanted.z = low[2] + needed * 0.4;
  }

  pan(dx: number, dy: number): void {
    const metres = 1 / this.pixelsPerMetre;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    const way = right.multiplyScalar(-dx * metres).addScaledVector(up, dy * metres);
    this.wanted.x += way.x;
    this.wanted.y += way.y;
    this.wanted.z += way.z;
  }

  turn(dx: number, dy: number): void {
    this.wanted.azimuth -= dx * TURN_PER_PIXEL;
    this.wanted.elevation = clamp(this.wanted.elevation + dy * TURN_PER_PIXEL, -0.2, STEEPEST);
  }

  /** Closer or farther; what is under the pointer stays there on a flat stage. */
  zoom(factor: number, at?: Dot): void {
    const size = clamp(this.wanted.size * factor, 0.2, 30);
    const change = size / this.wanted.size;
    if (this.flat && at) {
      const place = this.placeAt(at, [0, 0, 0]);
      this.wanted.x = place[0] + (this.wanted.x - place[0]) * change;
      this.wanted.z = place[2] + (this.wanted.z - place[2]) * change;
    }
    this.wanted.size = size;
  }

  update(seconds: number): void {
    const share = seconds > 0 ? 1 - 0.5 ** (seconds / HALF_LIFE) : 1;
    for (const key of Object.keys(this.shown) as (keyof typeof this.shown)[]) {
      this.shown[key] += (this.wanted[key] - this.shown[key]) * share;
    }
    if (this.flat) this.placeFlat();
    else this.placeInSpace();
    this.camera.updateMatrixWorld();
  }

  private placeFlat(): void {
    const { x, z } = this.shown;
    const metres = 1 / this.pixelsPerMetre;
    const { top, right, bottom, left } = this.insets;
    const half = { x: (this.freeWidth / 2) * metres, z: (this.freeHeight / 2) * metres };
    this.ortho.left = -half.x - left * metres;
    this.ortho.right = half.x + right * metres;
    this.ortho.top = half.z + top * metres;
    this.ortho.bottom = -half.z - bottom * metres;
    this.ortho.position.set(x, -20, z);
    this.ortho.lookAt(x, 0, z);
    this.ortho.updateProjectionMatrix();
  }

  private placeInSpace(): void {
    const { x, y, z, size, azimuth, elevation } = this.shown;
    const away = size / 2 / Math.tan((FIELD * Math.PI) / 360);
    const level = away * Math.cos(elevation);
    this.perspective.position.set(
      x + level * Math.sin(azimuth),
      y - level * Math.cos(azimuth),
      Math.max(this.low[2] + 0.08, z + away * Math.sin(elevation)),
    );
    this.perspective.lookAt(x, y, z);
    this.perspective.aspect = this.freeWidth / this.freeHeight;
    const { left, top } = this.insets;
    this.perspective.setViewOffset(
      this.freeWidth,
      this.freeHeight,
      -left,
      -top,
      this.width,
      this.height,
    );
  }

  private get freeWidth(): number {
    return Math.max(80, this.width - this.insets.left - this.insets.right);
  }

  private get freeHeight(): number {
    return Math.max(80, this.height - this.insets.top - this.insets.bottom);
  }

  /** Where a place is on the canvas [CSS pixels]. */
  dotOf(place: ArrayLike<number>, first = 0): Dot {
    scratch
      .set(place[first] ?? 0, place[first + 1] ?? 0, place[first + 2] ?? 0)
      .project(this.camera);
    return { x: ((scratch.x + 1) * this.width) / 2, y: ((1 - scratch.y) * this.height) / 2 };
  }

  /** The place under a dot, as far away as another; on a flat stage in its plane. */
  placeAt({ x, y }: Dot, beside: Place): Place {
    const { camera } = this;
    const ray = this.rayAt({ x, y });
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    const through = this.flat ? new THREE.Vector3() : new THREE.Vector3(...beside);
    const away = through.sub(ray.origin).dot(ahead) / ray.direction.dot(ahead);
    const place = ray.at(away, new THREE.Vector3());
    return [place.x, this.flat ? 0 : place.y, place.z];
  }

  rayAt({ x, y }: Dot): THREE.Ray {
    const pointer = new THREE.Vector2((x / this.width) * 2 - 1, 1 - (y / this.height) * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(pointer, this.camera);
    return caster.ray;
  }
}

const scratch = new THREE.Vector3();
