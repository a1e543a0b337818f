/** A camera that circles a place above the ground, by mouse, touch or keys, or stays with somebody. */
import * as THREE from "three";
import { watchHands } from "./hands.ts";

export interface View {
  /** Where the camera is, seen from the target: left of the x axis, and above level [rad]. */
  azimuth: number;
  elevation: number;
  distance: number;
}

/** What suits a place: the first view, how near and how far one may go, and how far from its middle
 * one may look [m]. */
export interface Scope {
  start: View;
  closest: number;
  farthest: number;
  low: readonly [number, number];
  high: readonly [number, number];
  /** How quickly it goes after whom it stays with [s]. */
  followHalfLife: number;
}

/** What is looked at where nobody is followed [m]. */
const CHEST_HEIGHT = 1.1;
const LOWEST = 0.3;
const STEEPEST = 1.5;
const FLATTEST = -0.12;
/** Time in which half of a change is carried out [s]. */
const HALF_LIFE = 0.08;
const KEY_TURN = 1.4;
const KEY_ZOOM = 1.3;
/** Of who looks around by keys, in distances a second, and at least [m/s]. */
const GLIDE = 0.7;
const SLOWEST_GLIDE = 2.2;
const DRAG_TURN = 3.2;
const FIELD = 46;

export class GroundCamera {
  readonly camera = new THREE.PerspectiveCamera(FIELD, 1, 0.1, 1400);
  /** Told when a person moves the target, and so leaves whom the camera stayed with. */
  taken: () => void = () => {};
  /** A drag means something else now: it does not turn the view. */
  fixed = false;
  protected scope: Scope;
  protected readonly wanted: View;
  protected readonly shown: View;
  protected readonly target = new THREE.Vector3(0, 0, CHEST_HEIGHT);
  protected readonly pressed = new Set<string>();
  protected isFollowing = false;
  private readonly element: HTMLElement;
  private readonly shownTarget = new THREE.Vector3(0, 0, CHEST_HEIGHT);
  private readonly unwatch: () => void;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(element: HTMLElement, scope: Scope) {
    this.element = element;
    this.scope = scope;
    this.wanted = { ...scope.start };
    this.shown = { ...scope.start };
    this.camera.up.set(0, 0, 1);
    this.unwatch = watchHands(element, {
      turned: (dx, dy) => {
        if (!this.fixed) this.turn(dx, dy);
      },
      dragged: (dx, dy) => this.drag(dx, dy),
      zoomed: (factor) => this.zoom(factor),
    });
  }

  /** What is looked at. */
  get focus(): THREE.Vector3 {
    return this.shownTarget;
  }

  /** From there [m]. */
  get distance(): number {
    return this.shown.distance;
  }

  get isSteady(): boolean {
    const { wanted, shown } = this;
    const off = Math.abs(wanted.distance / shown.distance - 1);
    const turned = Math.hypot(wanted.azimuth - shown.azimuth, wanted.elevation - shown.elevation);
    return off < 0.01 && turned < 0.01 && this.target.distanceTo(this.shownTarget) < 0.05;
  }

  reset(): void {
    Object.assign(this.wanted, this.scope.start);
    const { low, high } = this.scope;
    this.target.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, this.lookHeight);
    this.turnTheShortWay();
  }

  /** Looks at a place from a place at once; for tests and pictures. */
  lookFrom(position: THREE.Vector3, target: THREE.Vector3): void {
    const offset = position.clone().sub(target);
    this.wanted.distance = offset.length();
    this.wanted.elevation = Math.asin(offset.z / this.wanted.distance);
    this.wanted.azimuth = Math.atan2(offset.y, offset.x);
    this.target.copy(target);
    this.settle();
  }

  /** Keys that are held turn, zoom or move as long as they are. */
  holdKey(key: string, down: boolean): boolean {
    const own = key.length === 1 ? key.toLowerCase() : key;
    if (!/^(Arrow(Left|Right|Up|Down)|[+=-]|[wasd])$/.test(own)) return false;
    if (down) this.pressed.add(own);
    else this.pressed.delete(own);
    return true;
  }

  releaseKeys(): void {
    this.pressed.clear();
  }

  /** width, height: of the picture [pixels]; hidden: how much of it controls cover, at its right and
   * at its foot: what is looked at is in the middle of the rest. */
  update(seconds: number, width: number, height: number, hidden: readonly [number, number]): void {
    const aspect = width / height;
    this.applyKeys(seconds);
    const share = this.calm.matches ? 1 : approach(seconds, HALF_LIFE);
    const { wanted, shown } = this;
    shown.azimuth += (wanted.azimuth - shown.azimuth) * share;
    shown.elevation += (wanted.elevation - shown.elevation) * share;
    shown.distance *= (wanted.distance / shown.distance) ** share;
    const pace = this.isFollowing ? approach(seconds, this.scope.followHalfLife) : share;
    this.shownTarget.lerp(this.target, this.calm.matches ? 1 : pace);
    this.place();
    const { camera } = this;
    camera.aspect = aspect;
    // A narrow screen sees as much from side to side as a square one.
    const half = (FIELD * Math.PI) / 360;
    const wide = aspect < 1 ? Math.atan(Math.tan(half) / aspect ** 0.6) : half;
    camera.fov = (wide * 360) / Math.PI;
    // Near things matter only near by; far away depth needs its steps.
    camera.near = Math.min(0.6, Math.max(0.12, 0.02 * camera.position.z));
    camera.setViewOffset(width, height, hidden[0] / 2, hidden[1] / 2, width, height);
    camera.updateMatrixWorld();
  }

  dispose(): void {
    this.unwatch();
  }

  /** How high one looks where nobody is followed [m]. */
  protected get lookHeight(): number {
    return CHEST_HEIGHT;
  }

  /** How fast keys move what is looked at [m/s]. */
  protected get pace(): number {
    return Math.max(SLOWEST_GLIDE, GLIDE * this.shown.distance);
  }

  /** How far a drag across the picture's height turns the view [rad]. */
  protected get dragTurn(): number {
    return DRAG_TURN;
  }

  protected get keyTurn(): number {
    return KEY_TURN;
  }

  protected get flattest(): number {
    return FLATTEST;
  }

  /** How far the camera may be from its target in a direction. */
  protected freeWay(_from: THREE.Vector3, _away: THREE.Vector3, distance: number): number {
    return distance;
  }

  protected settle(): void {
    Object.assign(this.shown, this.wanted);
    this.shownTarget.copy(this.target);
  }

  protected turnTheShortWay(): void {
    const turns = Math.round((this.shown.azimuth - this.wanted.azimuth) / (2 * Math.PI));
    this.shown.azimuth -= turns * 2 * Math.PI;
  }

  /** Moves what is looked at along the ground [m]. */
  protected shift(x: number, y: number): void {
    if (this.isFollowing) {
      this.isFollowing = false;
      this.target.z = this.lookHeight;
      this.taken();
    }
    const { low, high } = this.scope;
    this.target.x = clamp(this.target.x + x, low[0], high[0]);
    this.target.y = clamp(this.target.y + y, low[1], high[1]);
  }

  protected zoom(factor: number): void {
    const { closest, farthest } = this.scope;
    this.wanted.distance = clamp(this.wanted.distance * factor, closest, farthest);
  }

  private place(): void {
    const { azimuth, elevation, distance } = this.shown;
    const away = new THREE.Vector3(
      Math.cos(elevation) * Math.cos(azimuth),
      Math.cos(elevation) * Math.sin(azimuth),
      Math.sin(elevation),
    );
    const { camera, shownTarget } = this;
    const free = this.freeWay(shownTarget, away, distance);
    camera.position.copy(shownTarget).addScaledVector(away, free);
    camera.position.z = Math.max(LOWEST, camera.position.z);
    // At its target it has nothing to look at: it looks ahead.
    const ahead = shownTarget.clone().addScaledVector(away, -1);
    camera.lookAt(distance < 1 ? ahead : shownTarget);
  }

  private applyKeys(seconds: number): void {
    const { pressed, wanted } = this;
    const turn = this.keyTurn * seconds;
    if (pressed.has("ArrowLeft")) wanted.azimuth -= turn;
    if (pressed.has("ArrowRight")) wanted.azimuth += turn;
    if (pressed.has("ArrowUp")) this.tilt(turn);
    if (pressed.has("ArrowDown")) this.tilt(-turn);
    if (pressed.has("-")) this.zoom(Math.exp(KEY_ZOOM * seconds));
    if (pressed.has("+") || pressed.has("=")) this.zoom(Math.exp(-KEY_ZOOM * seconds));
    const ahead = Number(pressed.has("w")) - Number(pressed.has("s"));
    const right = Number(pressed.has("d")) - Number(pressed.has("a"));
    if (ahead || right) {
      const way = (this.pace * seconds) / Math.hypot(ahead, right);
      this.shiftAlong(way * ahead, way * right);
    }
  }

  private shiftAlong(ahead: number, right: number): void {
    const { azimuth } = this.shown;
    this.shift(
      -ahead * Math.cos(azimuth) - right * Math.sin(azimuth),
      -ahead * Math.sin(azimuth) + right * Math.cos(azimuth),
    );
  }

  private tilt(angle: number): void {
    this.wanted.elevation = clamp(this.wanted.elevation + angle, this.flattest, STEEPEST);
  }

  /** What one sees comes along with the pointer, whether one circles it or stands in it. */
  private turn(dx: number, dy: number): void {
    const perPixel = this.dragTurn / this.element.clientHeight;
    this.wanted.azimuth -= dx * perPixel;
    this.tilt(dy * perPixel);
  }

  /** The ground comes along with the pointer. */
  private drag(dx: number, dy: number): void {
    const { distance, elevation } = this.shown;
    const reach = Math.max(distance, 4);
    const half = (this.camera.fov * Math.PI) / 360;
    const perPixel = (2 * reach * Math.tan(half)) / this.element.clientHeight;
    this.shiftAlong((dy * perPixel) / Math.max(0.3, Math.sin(elevation)), -dx * perPixel);
  }
}

/** Share of the way to go in a time, so that the pace does not depend on the frame rate. */
export function approach(seconds: number, halfLife: number): number {
  return 1 - 0.5 ** (seconds / halfLife);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
