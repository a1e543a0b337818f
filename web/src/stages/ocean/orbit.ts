/** A camera that circles a point, by mouse, touch or keys; the point may follow the school. */
import * as THREE from "three";
import { SURFACE_HEIGHT } from "./light.glsl.ts";
import { seabedHeight } from "./seabed.ts";

interface View {
  azimuth: number;
  elevation: number;
  distance: number;
}

const START: View = { azimuth: 0.62, elevation: -0.09, distance: 1.9 };
const CLOSEST = 0.25;
const FARTHEST = 30;
const STEEPEST = 1.45;
/** Time in which half of a change is carried out [s]. */
const HALF_LIFE = 0.07;
const FOLLOW_HALF_LIFE = 0.55;
const KEY_TURN = 1.5;
const KEY_ZOOM = 1.4;

export class OrbitCamera {
  readonly camera = new THREE.PerspectiveCamera(50, 1, 0.03, 90);
  follow = true;
  private readonly wanted: View = { ...START };
  private readonly shown: View = { ...START };
  private readonly target = new THREE.Vector3();
  private readonly shownTarget = new THREE.Vector3();
  private readonly pan = new THREE.Vector3();
  private readonly centre = new THREE.Vector3();
  private readonly pressed = new Set<string>();
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly element: HTMLElement;
  private readonly listening = new AbortController();
  private placed = false;

  constructor(element: HTMLElement) {
    this.element = element;
    const options = { signal: this.listening.signal };
    element.addEventListener("pointerdown", (event) => this.press(event), options);
    element.addEventListener("pointermove", (event) => this.move(event), options);
    element.addEventListener("pointerup", (event) => this.lift(event), options);
    element.addEventListener("pointercancel", (event) => this.lift(event), options);
    element.addEventListener("dblclick", () => this.reset(), options);
    element.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0014));
      },
      { ...options, passive: false },
    );
  }

  dispose(): void {
    this.listening.abort();
  }

  /** The school's centre in page coordinates. */
  setCentre(x: number, y: number, z: number): void {
    this.centre.set(x, y, z);
    if (!this.placed) {
      this.placed = true;
      this.target.copy(this.centre);
      this.shownTarget.copy(this.centre);
    }
  }

  reset(): void {
    Object.assign(this.wanted, START);
    // The short way round.
    const turns = Math.round((this.shown.azimuth - START.azimuth) / (2 * Math.PI));
    this.shown.azimuth -= turns * 2 * Math.PI;
    this.pan.set(0, 0, 0);
    this.target.copy(this.centre);
  }

  /** Looks at a place from a place at once; for tests and pictures. */
  lookFrom(position: THREE.Vector3, target: THREE.Vector3): void {
    const offset = position.clone().sub(target);
    this.wanted.distance = offset.length();
    this.wanted.elevation = Math.asin(offset.y / this.wanted.distance);
    this.wanted.azimuth = Math.atan2(offset.x, offset.z);
    Object.assign(this.shown, this.wanted);
    this.pan.set(0, 0, 0);
    this.target.copy(target);
    this.shownTarget.copy(target);
    this.placed = true;
  }

  /** Keys that are held turn or zoom as long as they are; returns whether the key is one of ours. */
  holdKey(key: string, down: boolean): boolean {
    if (!/^(Arrow(Left|Right|Up|Down)|[+=-])$/.test(key)) return false;
    if (down) this.pressed.add(key);
    else this.pressed.delete(key);
    return true;
  }

  releaseKeys(): void {
    this.pressed.clear();
  }

  update(seconds: number, aspect: number): void {
    this.applyKeys(seconds);
    if (this.follow) {
      const share = approach(seconds, FOLLOW_HALF_LIFE);
      this.target.lerp(this.centre, share);
    }
    const share = approach(seconds, HALF_LIFE);
    this.shown.azimuth += (this.wanted.azimuth - this.shown.azimuth) * share;
    this.shown.elevation += (this.wanted.elevation - this.shown.elevation) * share;
    this.shown.distance *= (this.wanted.distance / this.shown.distance) ** share;
    this.shownTarget.copy(this.target).add(this.pan);

    const { azimuth, elevation, distance } = this.shown;
    const { camera } = this;
    camera.position.set(
      this.shownTarget.x + distance * Math.cos(elevation) * Math.sin(azimuth),
      this.shownTarget.y + distance * Math.sin(elevation),
      this.shownTarget.z + distance * Math.cos(elevation) * Math.cos(azimuth),
    );
    const floor = seabedHeight(camera.position.x, camera.position.z) + 0.12;
    camera.position.y = Math.min(SURFACE_HEIGHT - 0.15, Math.max(floor, camera.position.y));
    camera.lookAt(this.shownTarget);
    camera.aspect = aspect;
    // A narrow screen sees as much from side to side as a square one.
    camera.fov = aspect < 1 ? 2 * Math.atan(Math.tan(0.436) / aspect ** 0.6) * (180 / Math.PI) : 50;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  private applyKeys(seconds: number): void {
    for (const key of this.pressed) {
      if (key === "ArrowLeft") this.wanted.azimuth -= KEY_TURN * seconds;
      else if (key === "ArrowRight") this.wanted.azimuth += KEY_TURN * seconds;
      else if (key === "ArrowUp") this.tilt(KEY_TURN * seconds);
      else if (key === "ArrowDown") this.tilt(-KEY_TURN * seconds);
      else this.zoom(Math.exp((key === "-" ? 1 : -1) * KEY_ZOOM * seconds));
    }
  }

  private tilt(angle: number): void {
    this.wanted.elevation = clamp(this.wanted.elevation + angle, -STEEPEST, STEEPEST);
  }

  private zoom(factor: number): void {
    this.wanted.distance = clamp(this.wanted.distance * factor, CLOSEST, FARTHEST);
  }

  private press(event: PointerEvent): void {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private lift(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (apart > 0 && now > 0) this.zoom(apart / now);
      this.shift(dx / 2, dy / 2);
    } else if (event.buttons & 2 || event.shiftKey) {
      this.shift(dx, dy);
    } else {
      const perPixel = 3.2 / this.element.clientHeight;
      this.wanted.azimuth -= dx * perPixel;
      this.tilt(dy * perPixel);
    }
    before.x = event.clientX;
    before.y = event.clientY;
  }

  private shift(dx: number, dy: number): void {
    const perPixel =
      (2 * this.shown.distance * Math.tan((this.camera.fov * Math.PI) / 360)) /
      this.element.clientHeight;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.pan.addScaledVector(right, -dx * perPixel).addScaledVector(up, dy * perPixel);
  }
}

/** Share of the way to go in a time, so that the pace does not depend on the frame rate. */
function approach(seconds: number, halfLife: number): number {
  return 1 - 0.5 ** (seconds / halfLife);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
