/** Who has the camera of the sea: the orbit, or the one that was chosen; and the ways between. */
import * as THREE from "three";
import type { Surroundings } from "../../../shell/registry.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Pair } from "../../../wire/timeline.ts";
import type { OrbitCamera } from "../orbit.ts";
import { ChaseCamera } from "./chase.ts";
import { type Eyes, eyesAt, type Followed, followedAt, headOf } from "./fish.ts";
import { FreeCamera, LOOKING } from "./free.ts";
import { Hands } from "./hands.ts";
import type { CameraPose } from "./pose.ts";
import { RideCamera } from "./ride.ts";
import { type SeaAround, Water } from "./water.ts";

/** Of a way from one camera to another [s]. */
const GLIDING = 0.7;
/** Of that way, what is left when one is inside of a fish. */
const INSIDE = 0.15;
/** How far one can look around [rad]. */
const MOST = { aside: Math.PI, up: 1.1 } as const;
/** A head that was turned turns back [s]. */
const BACK_HALF_LIFE = 0.18;
/** Keys that zoom change by e in this time [1/s]. */
const ZOOMING = 1.4;
/** Whoever was looked at is gone: the orbit turns around a place so far ahead [m]. */
const RESTING_AHEAD = 1.5;
/** An eye looks at the ridden fish from so far behind, and sees so far [L]. */
const KEEPER = { behind: 1.2, far: 3 } as const;

/** Puts a camera where it sees a fish and nothing else: whoever has its eyes does not see it. */
export function keepWatch(
  keeper: THREE.PerspectiveCamera,
  { place, ahead, up, length }: Followed,
): void {
  keeper.position.copy(place).addScaledVector(ahead, -KEEPER.behind * length);
  keeper.up.copy(up);
  keeper.lookAt(place);
  keeper.far = Math.max(KEEPER.far * length, 0.1);
  keeper.updateMatrixWorld();
}

export class CameraRig {
  private readonly around: Surroundings;
  private readonly orbit: OrbitCamera;
  private readonly hands: Hands;
  private readonly free = new FreeCamera();
  private readonly chase = new ChaseCamera();
  private readonly ride = new RideCamera();
  private readonly keeper = new THREE.PerspectiveCamera();
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly look = { aside: 0, up: 0 };
  /** The row of the fish out of whose eyes one looks. */
  private ridden: number | null = null;
  private water = new Water(null);
  private shown = "orbit";
  /** Where the camera was in the last picture; where its way began, and how much of it is left. */
  private readonly before = {
    position: new THREE.Vector3(),
    quaternion: new THREE.Quaternion(),
    field: 50,
  };
  private readonly start = {
    position: new THREE.Vector3(),
    quaternion: new THREE.Quaternion(),
    field: 50,
  };
  private left = 0;
  /** Of the choices that were made, the one that is flown. */
  private flown = 0;

  constructor(canvas: HTMLElement, orbit: OrbitCamera, around: Surroundings) {
    this.orbit = orbit;
    this.around = around;
    this.hands = new Hands(canvas);
  }

  /** The sea to be in; null is open water. */
  enter(sea: SeaAround | null): void {
    this.water = new Water(sea);
  }

  /** Whatever moves the camera next does so at once. */
  cut(): void {
    this.around.cameras.backToOrbit();
    this.shown = "orbit";
    this.left = 0;
    this.lock();
  }

  /** The row of a fish that is in the way: it is seen until one is inside. */
  get hidden(): number | null {
    return this.left > INSIDE ? null : this.ridden;
  }

  /** What else the studio must think seen: nobody sees the fish whose eyes he has. */
  get watching(): readonly THREE.PerspectiveCamera[] {
    return this.ridden === null ? [] : [this.keeper];
  }

  dispose(): void {
    this.hands.dispose();
  }

  /** Before anybody places the camera for the coming picture. */
  prepare(pair: Pair<SnapshotFrame> | null): void {
    const { cameras, studio } = this.around;
    const { position, quaternion, fov } = this.orbit.camera;
    Object.assign(this.before, { field: fov });
    this.before.position.copy(position);
    this.before.quaternion.copy(quaternion);
    const { fish } = cameras.state.value;
    const roster = pair && studio.rosterOf(pair.to);
    if (roster && fish !== null && !roster.ids.includes(fish)) this.lose();
    this.lock();
  }

  /** Places the camera, after the orbit has; `seconds` have passed. */
  update(pair: Pair<SnapshotFrame> | null, seconds: number): void {
    const { cameras, studio } = this.around;
    const { camera } = this.orbit;
    const { hello } = studio.state.value;
    const { kind, fish, chosen } = cameras.state.value;
    const roster = pair && studio.rosterOf(pair.to);
    const row = roster && fish !== null ? roster.ids.indexOf(fish) : -1;
    const inUse = cameras.inUse ?? "guest";
    const species = hello?.species[roster?.species[row] ?? -1];
    const length = (species?.length ?? 0) * (roster?.sizes[row] ?? 1);
    const followed = pair && row >= 0 ? followedAt(pair, row, length) : null;
    this.ridden = null;
    if ((inUse === "chase" || inUse === "ride") && !(followed && species)) {
      this.stay();
      return;
    }
    const key = inUse === "guest" ? inUse : `${kind} ${fish}`;
    const anew = key !== this.shown;
    if (anew) this.leave(key);
    this.turnHead(seconds);
    let pose: CameraPose | null = null;
    if (inUse === "free") {
      if (this.flown !== chosen) this.free.start(this.before);
      this.flown = chosen;
      pose = this.fly(seconds);
    } else if (inUse === "chase" && followed) {
      pose = this.stayBehind(followed, anew, seconds);
    } else if (inUse === "ride" && pair && followed && species) {
      this.ridden = row;
      pose = this.lookOut(eyesAt(pair, row, followed, headOf(species)), followed, anew, seconds);
    }
    if (pose) {
      camera.position.copy(pose.position);
      camera.quaternion.copy(pose.quaternion);
      camera.fov = pose.field ?? camera.fov;
    }
    this.glide(camera, seconds);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** Nobody knows at the moment where its fish is. */
  private stay(): void {
    const { camera } = this.orbit;
    camera.position.copy(this.before.position);
    camera.quaternion.copy(this.before.quaternion);
    camera.fov = this.before.field;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  private lock(): void {
    const { inUse, state } = this.around.cameras;
    this.hands.active = inUse !== null && inUse !== "orbit";
    this.orbit.locked = this.hands.active || state.value.guest === "submarine";
  }

  /** From one camera to another there is a way, but for the submarine's and those of films. */
  private leave(key: string): void {
    const usual = (name: string) => name.startsWith("orbit") || name.startsWith("guest");
    const between = usual(key) && usual(this.shown);
    this.left = between || this.calm.matches ? 0 : 1;
    this.start.position.copy(this.before.position);
    this.start.quaternion.copy(this.before.quaternion);
    this.start.field = this.before.field;
    this.shown = key;
    this.look.aside = this.look.up = 0;
    this.hands.take();
  }

  private lose(): void {
    const { cameras } = this.around;
    if (cameras.inUse !== null) {
      const ahead = new THREE.Vector3(0, 0, -1).applyQuaternion(this.before.quaternion);
      const target = ahead.multiplyScalar(RESTING_AHEAD).add(this.before.position);
      this.orbit.rest(this.before.position, target);
    }
    cameras.lose();
  }

  private turnHead(seconds: number): void {
    const { controls } = this.around.cameras;
    const { kind } = this.around.cameras.state.value;
    if (kind === "free" || kind === "orbit") return;
    const aside = controls.between("look-left", "look-right");
    const up = controls.between("look-up", "look-down");
    this.turn(LOOKING * seconds * aside, LOOKING * seconds * up);
    if (this.hands.holding || aside || up) return;
    const kept = 0.5 ** (seconds / BACK_HALF_LIFE);
    this.look.aside *= kept;
    this.look.up *= kept;
  }

  private turn(aside: number, up: number): void {
    this.look.aside = Math.min(MOST.aside, Math.max(-MOST.aside, this.look.aside + aside));
    this.look.up = Math.min(MOST.up, Math.max(-MOST.up, this.look.up + up));
  }

  private zoomed(seconds: number): number {
    const { controls } = this.around.cameras;
    return Math.exp(ZOOMING * seconds * controls.between("more", "less"));
  }

  private fly(seconds: number): CameraPose {
    const { cameras } = this.around;
    const { aside, up, zoom } = this.hands.take();
    const factor = zoom * this.zoomed(seconds);
    if (factor !== 1) cameras.changeSpeed(factor);
    this.free.look(aside, up);
    return this.free.update(cameras.controls, cameras.state.value.speed, this.water, seconds);
  }

  private stayBehind(fish: Followed, anew: boolean, seconds: number): CameraPose {
    if (anew) this.chase.start(fish);
    this.chase.zoom(this.handled() * this.zoomed(seconds));
    return this.chase.update(fish, this.look, this.water, seconds);
  }

  private lookOut(eyes: Eyes, fish: Followed, anew: boolean, seconds: number): CameraPose {
    if (anew) this.ride.start(eyes.ahead, fish.up);
    this.handled();
    keepWatch(this.keeper, fish);
    const { aspect } = this.orbit.camera;
    return this.ride.update(eyes, fish.up, this.look, { aspect, calm: this.calm.matches, seconds });
  }

  /** Turns the head by what hands have done; returns how far they zoomed. */
  private handled(): number {
    const { aside, up, zoom } = this.hands.take();
    this.turn(aside, up);
    return zoom;
  }

  private glide(camera: THREE.PerspectiveCamera, seconds: number): void {
    if (this.left === 0) return;
    this.left = Math.max(0, this.left - seconds / GLIDING);
    const way = this.left * this.left * (3 - 2 * this.left);
    camera.position.lerp(this.start.position, way);
    camera.quaternion.slerp(this.start.quaternion, way);
    camera.fov += (this.start.field - camera.fov) * way;
  }
}
