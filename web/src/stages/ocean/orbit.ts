/** A camera that circles a point, by mouse, touch or keys; the point may follow the school. */
import * as THREE from "three";
import type { Sea } from "./habitat/sea.ts";
import { SURFACE_HEIGHT } from "./heights.ts";
import { seabedHeight } from "./seabed.ts";

interface View {
  azimuth: number;
  elevation: number;
  distance: number;
}

/** A fish that the camera stays behind, in page coordinates. */
export interface Chased {
  place: THREE.Vector3;
  /** Left of the page's x axis [rad]. */
  heading: number;
  /** [m] */
  length: number;
}

const START: View = { azimuth: 0.62, elevation: -0.09, distance: 1.9 };
/** In a habitat there is more around the fishes to be seen. */
const HABITAT_START: View = { azimuth: 0.62, elevation: 0.06, distance: 3.4 };
const CLOSEST = 0.25;
const FARTHEST = 30;
const STEEPEST = 1.45;
/** Time in which half of a change is carried out [s]. */
const HALF_LIFE = 0.07;
const FOLLOW_HALF_LIFE = 0.55;
const KEY_TURN = 1.5;
const KEY_ZOOM = 1.4;
/** How the camera stands behind a fish: above it [rad], and how far [L]. */
const CHASE_ELEVATION = 0.32;
const CHASE_DISTANCE = 2.2;
/** A little to its side, where one sees its flank at work [rad]. */
const CHASE_ASIDE = 0.4;
const CHASE_CLOSEST = 1.1;
const CHASE_HALF_LIFE = 0.35;
/** Where the camera stands beside a fish: off its rear [rad], and how far [L]. */
const FLANK_ASIDE = 1.3;
const FLANK_DISTANCE = 4;
/** A press that moves less has moved nothing [pixels]. */
const STILL_PIXELS = 5;
/** Of the way to another target. */
const CHANGE_HALF_LIFE = 0.18;

export class OrbitCamera {
  readonly camera = new THREE.PerspectiveCamera(50, 1, 0.03, 90);
  /** Somebody else has the camera: hands and keys do not move it. */
  locked = false;
  /** Told when a person moves the camera. */
  taken: () => void = () => {};
  private readonly wanted: View = { ...START };
  private readonly shown: View = { ...START };
  private readonly target = new THREE.Vector3();
  private readonly shownTarget = new THREE.Vector3();
  private readonly pan = new THREE.Vector3();
  private readonly centre = new THREE.Vector3();
  private readonly pressed = new Set<string>();
  private readonly pointers = new Map<number, { x: number; y: number; way: number }>();
  /** A film has placed the camera for the coming picture. */
  private led = false;
  /** It stays where it is until somebody wants otherwise. */
  private resting = false;
  private following = true;
  private readonly element: HTMLElement;
  private readonly listening = new AbortController();
  private home = START;
  private placed = false;
  private chased: Chased | null = null;
  /** What the camera stays above and below [m]. */
  private floor: (x: number, z: number) => number = seabedHeight;
  private ceiling = SURFACE_HEIGHT;
  /** Azimuth of the place behind the chased fish, followed slowly: heads swing with every beat. */
  private behind = 0;
  private readonly before = {
    view: { ...START },
    pan: new THREE.Vector3(),
    target: new THREE.Vector3(),
  };
  /** What is left of the way from the last target to this one. */
  private readonly lag = new THREE.Vector3();

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
        if (this.locked) return;
        this.taken();
        this.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0014));
      },
      { ...options, passive: false },
    );
  }

  /** Whether it goes with the school. */
  get follow(): boolean {
    return this.following;
  }

  set follow(on: boolean) {
    if (on !== this.following) this.resting = false;
    this.following = on;
  }

  /** What the camera looks at, in page coordinates. */
  get focus(): THREE.Vector3 {
    return this.shownTarget;
  }

  dispose(): void {
    this.listening.abort();
  }

  /** The sea to look around in; null is open water. */
  enter(sea: Pick<Sea, "height" | "surface"> | null): void {
    this.floor = sea ? (x, z) => sea.height(x, z) : seabedHeight;
    this.ceiling = sea?.surface ?? SURFACE_HEIGHT;
    const before = this.home;
    this.home = sea ? HABITAT_START : START;
    if (this.home === before || this.chased) return;
    Object.assign(this.wanted, this.home);
    if (!this.placed) Object.assign(this.shown, this.home);
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

  /** The fish to stay behind from now on; null gives back the view from before. */
  chase(fish: Chased | null, fresh: boolean): void {
    if (fish && (fresh || !this.chased)) {
      if (!this.chased) {
        Object.assign(this.before.view, this.wanted);
        this.before.pan.copy(this.pan);
        this.before.target.copy(this.target);
      }
      this.changeTarget(fish.place);
      this.chased = fish;
      this.behind = behindOf(fish);
      this.standBehind();
    } else if (!fish && this.chased) {
      this.chased = null;
      Object.assign(this.wanted, this.before.view);
      this.turnTheShortWay();
      this.pan.copy(this.before.pan);
      this.changeTarget(this.follow ? this.centre : this.before.target);
      this.lag.sub(this.pan);
    } else {
      this.chased = fish;
    }
  }

  private standBehind(): void {
    const { length } = this.chased as Chased;
    Object.assign(this.wanted, {
      azimuth: this.behind + CHASE_ASIDE,
      elevation: CHASE_ELEVATION,
      distance: CHASE_DISTANCE * length,
    });
    this.turnTheShortWay();
    this.lag.add(this.pan);
    this.pan.set(0, 0, 0);
  }

  private turnTheShortWay(): void {
    const turns = Math.round((this.shown.azimuth - this.wanted.azimuth) / (2 * Math.PI));
    this.shown.azimuth -= turns * 2 * Math.PI;
  }

  private changeTarget(place: THREE.Vector3): void {
    this.lag.add(this.target).sub(place);
    this.target.copy(place);
  }

  reset(): void {
    if (this.locked) return;
    this.taken();
    this.resting = false;
    if (this.chased) {
      this.standBehind();
      return;
    }
    Object.assign(this.wanted, this.home);
    this.turnTheShortWay();
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
    this.lag.set(0, 0, 0);
    this.placed = true;
    this.resting = false;
  }

  /** Looks at a place from a place and stays there, whoever swims away. */
  rest(position: THREE.Vector3, target: THREE.Vector3): void {
    this.lookFrom(position, target);
    this.resting = true;
  }

  /** Looks at a fish from its side at once. */
  lookAtFlank(fish: Chased): void {
    const azimuth = behindOf(fish) + FLANK_ASIDE;
    const far = Math.max(CLOSEST, FLANK_DISTANCE * fish.length);
    const position = new THREE.Vector3(Math.sin(azimuth), 0.15, Math.cos(azimuth))
      .multiplyScalar(far)
      .add(fish.place);
    this.lookFrom(position, fish.place);
  }

  /** Looks at a place from a place in the coming picture, as a film wants it. */
  lead(position: THREE.Vector3, target: THREE.Vector3): void {
    this.lookFrom(position, target);
    this.led = true;
  }

  /** Keys that are held turn or zoom as long as they are; returns whether the key is one of ours. */
  holdKey(key: string, down: boolean): boolean {
    if (!/^(Arrow(Left|Right|Up|Down)|[+=-])$/.test(key)) return false;
    if (this.locked && down) return false;
    if (down) this.taken();
    if (down) this.pressed.add(key);
    else this.pressed.delete(key);
    return true;
  }

  releaseKeys(): void {
    this.pressed.clear();
  }

  update(seconds: number, aspect: number): void {
    this.applyKeys(seconds);
    if (this.chased) this.stayBehind(this.chased, seconds);
    else if (this.follow && !this.led && !this.resting) {
      const share = approach(seconds, FOLLOW_HALF_LIFE);
      this.target.lerp(this.centre, share);
    }
    this.led = false;
    const share = approach(seconds, HALF_LIFE);
    this.shown.azimuth += (this.wanted.azimuth - this.shown.azimuth) * share;
    this.shown.elevation += (this.wanted.elevation - this.shown.elevation) * share;
    this.shown.distance *= (this.wanted.distance / this.shown.distance) ** share;
    this.lag.multiplyScalar(0.5 ** (seconds / CHANGE_HALF_LIFE));
    this.shownTarget.copy(this.target).add(this.pan).add(this.lag);

    const { azimuth, elevation, distance } = this.shown;
    const { camera } = this;
    camera.position.set(
      this.shownTarget.x + distance * Math.cos(elevation) * Math.sin(azimuth),
      this.shownTarget.y + distance * Math.sin(elevation),
      this.shownTarget.z + distance * Math.cos(elevation) * Math.cos(azimuth),
    );
    const floor = this.floor(camera.position.x, camera.position.z) + 0.12;
    camera.position.y = Math.min(this.ceiling - 0.15, Math.max(floor, camera.position.y));
    camera.lookAt(this.shownTarget);
    camera.aspect = aspect;
    // A narrow screen sees as much from side to side as a square one.
    camera.fov = aspect < 1 ? 2 * Math.atan(Math.tan(0.436) / aspect ** 0.6) * (180 / Math.PI) : 50;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** The whole view turns with the fish, wherever one has turned it. */
  private stayBehind(fish: Chased, seconds: number): void {
    this.target.copy(fish.place);
    const off = behindOf(fish) - this.behind;
    const turn = Math.atan2(Math.sin(off), Math.cos(off)) * approach(seconds, CHASE_HALF_LIFE);
    this.behind += turn;
    this.wanted.azimuth += turn;
    this.shown.azimuth += turn;
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
    const closest = this.chased ? CHASE_CLOSEST * this.chased.length : CLOSEST;
    this.wanted.distance = clamp(this.wanted.distance * factor, closest, FARTHEST);
  }

  private press(event: PointerEvent): void {
    if (this.locked) return;
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, way: 0 });
  }

  private lift(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    before.way += Math.hypot(dx, dy);
    // A click trembles.
    if (before.way > STILL_PIXELS) this.taken();
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

function behindOf({ heading }: Chased): number {
  return heading - Math.PI / 2;
}

/** Share of the way to go in a time, so that the pace does not depend on the frame rate. */
function approach(seconds: number, halfLife: number): number {
  return 1 - 0.5 ** (seconds / halfLife);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
