/** What goes through the sea with a person: submarines, the fishing line, the camera of a film. */
import * as THREE from "three";
import { readMotion } from "../../../boat/motion.ts";
import type { Surroundings } from "../../../shell/registry.ts";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { lineBetween, type SubmarineFrame, submarinesBetween } from "../../../wire/vessels.ts";
import { Film } from "../film.ts";
import type { Chased, OrbitCamera } from "../orbit.ts";
import { Tackle } from "../tackle.ts";
import { Bridge } from "./bridge.ts";
import { Fleet } from "./fleet.ts";
import type { Submarine } from "./submarine.ts";

/** Whoever leaves the boat looks back at it from there, in its lengths: behind, above, aside. */
const LOOKING_BACK = [-0.9, 0.45, 0.9] as const;
/** From the bridge, and with other cameras than the orbit, one looks so far ahead [m]. */
const LOOKING_AHEAD = 3;
/** A line is cast at most so far out, as a share of the habitat's radius. */
const FARTHEST_CAST = 0.9;

export class Voyage {
  readonly object = new THREE.Group();
  readonly fleet: Fleet;
  private readonly around: Surroundings;
  private readonly orbit: OrbitCamera;
  private readonly light: Record<string, THREE.IUniform>;
  private readonly film = new Film();
  private readonly tackle: Tackle;
  private readonly bridge: Bridge;
  /** The one that this page is aboard of. */
  private own: Submarine | null = null;

  constructor(
    canvas: HTMLElement,
    orbit: OrbitCamera,
    around: Surroundings,
    light: Record<string, THREE.IUniform>,
  ) {
    this.around = around;
    this.orbit = orbit;
    this.light = light;
    this.tackle = new Tackle(light);
    this.bridge = new Bridge(canvas, around.boat);
    this.fleet = new Fleet(light);
    this.object.add(this.tackle.object, this.fleet.object);
    orbit.taken = () => around.film.set({ playing: false });
  }

  /** The one that this page steers, or else the first; null where there is none. */
  get submarine(): Submarine | null {
    // Whoever has just boarded may be drawn with the next snapshot only.
    return this.fleet.get(this.around.boat.state.value.number) ?? this.fleet.get(null);
  }

  /** As all is now; `seconds` have passed for what turns and sways. */
  update(pair: Pair<SnapshotFrame> | null, seconds: number): void {
    this.showWhatThereIs();
    const { boat } = this.around;
    const { number, aboard } = boat.state.value;
    const boats = this.show(pair, seconds);
    const steered = boats.find((one) => one.number === number);
    if (steered) {
      readMotion(steered, (this.light.waterline as THREE.IUniform).value, boat.motion);
    }
    this.changePlaces(aboard ? this.fleet.get(number) : null);
  }

  /** Boats and the line where they are in a picture; `seconds` have passed for what turns. */
  show(pair: Pair<SnapshotFrame> | null, seconds: number): readonly SubmarineFrame[] {
    this.tackle.update(pair && lineBetween(pair), (this.light.time as THREE.IUniform).value);
    const boats = pair ? submarinesBetween(pair) : [];
    this.fleet.update(boats, seconds, this.around.boat.state.value.number);
    return boats;
  }

  /** From inside a hull one sees nothing. */
  openHullAround(place: THREE.Vector3): void {
    for (const boat of this.fleet.all) {
      boat.showHull(boat.place.distanceTo(place) > 0.5 * boat.size.length);
    }
  }

  /** A film moves the camera until somebody takes it. */
  playFilm(pair: Pair<SnapshotFrame>, seconds: number): void {
    this.around.film.set({ over: this.film.isOver(pair) });
    if (!this.around.film.value.playing) return;
    const shot = this.film.at(pair, this.around.studio.rosterOf(pair.to), seconds);
    if (shot) this.orbit.lead(shot.position, shot.target);
  }

  /** From the bridge, if one is there. */
  placeCamera(seconds: number): void {
    if (this.own) this.bridge.place(this.orbit.camera, this.own, seconds);
  }

  /** The boat, if the camera shall stay behind it. */
  get chased(): Chased | null {
    if (!this.submarine || this.own || !this.around.view.value.followBoat) return null;
    const { place, turn, size } = this.submarine;
    const ahead = new THREE.Vector3(1, 0, 0).applyQuaternion(turn);
    return { place: place.clone(), heading: Math.atan2(-ahead.z, ahead.x), length: size.length };
  }

  /** What one looks at, in page coordinates. */
  get focus(): THREE.Vector3 {
    const { focus, camera, locked } = this.orbit;
    if (!locked) return focus;
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    return ahead.multiplyScalar(LOOKING_AHEAD).add(camera.position);
  }

  /** Where a line would be cast [m]: under what one looks at. */
  castingPlace(radius: number): [number, number] {
    const { x, z } = this.focus;
    const held = Math.min(1, (FARTHEST_CAST * radius) / Math.max(Math.hypot(x, z), 1e-6));
    return [x * held, -z * held];
  }

  dispose(): void {
    this.bridge.dispose();
    this.tackle.dispose();
    this.fleet.dispose();
  }

  /** Another world may have another submarine, another film, or none. */
  private showWhatThereIs(): void {
    const { hello } = this.around.studio.state.value;
    if (!hello) return;
    if (this.film.load(hello.camera)) {
      this.around.film.set({ playing: hello.camera.length > 0 });
    }
    this.fleet.build(hello.submarine);
  }

  /** Onto the bridge, or off it. */
  private changePlaces(boarded: Submarine | null): void {
    const left = this.own;
    if (boarded === left) return;
    this.own = boarded;
    left?.showHull(true);
    if (boarded) {
      this.around.film.set({ playing: false });
      this.bridge.enter(this.orbit.camera);
    } else if (left) {
      const aside = new THREE.Vector3(...LOOKING_BACK).multiplyScalar(left.size.length);
      const place = aside.applyQuaternion(left.turn).add(left.place);
      this.orbit.lookFrom(place, left.place);
    }
  }
}
