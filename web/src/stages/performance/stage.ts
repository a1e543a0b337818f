/** The Performance stage: doubles, their performers, props and the place, as they are drawn. */
import * as THREE from "three";
import { Drag, rayThrough, screenAxes, type Under } from "../../hands/drag.ts";
import type { Shown } from "../../performance/shown.ts";
import type { Troupe } from "../../performance/troupe.ts";
import type { MountedStage, Surroundings } from "../../shell/registry.ts";
import { covered } from "../figures/covered.ts";
import { Daylight } from "../figures/daylight.ts";
import { DrawingCosts } from "../figures/drawingCosts.ts";
import { Wardrobe } from "../figures/people/wardrobe.ts";
import { Sky } from "../figures/sky.ts";
import { isSoftwareRendered } from "../ocean/hardware.ts";
import { watchClicks } from "../ocean/pick.ts";
import { Actor } from "./actor.ts";
import { Aids } from "./aids.ts";
import { aimedAt, partMet } from "./aim.ts";
import { StageCamera } from "./camera.ts";
import { Contacts } from "./contacts.ts";
import { Terrace } from "./place/terrace.ts";
import { exposePerformanceProbe } from "./probe.ts";
import { Props } from "./props/props.ts";
import { tossAt } from "./toss.ts";

const LONGEST_MOVE_SECONDS = 0.25;
/** What casts shadows is within this distance of the middle [m]. */
const SHADOW_REACH = 45;
/** Shadows of what moves are drawn in a circle of this radius around what is looked at [m]. */
const NEAREST_SHADOWS = 4;
const FARTHEST_SHADOWS = 9;

export class PerformanceStage implements MountedStage {
  readonly troupe: Troupe;
  readonly view: StageCamera;
  readonly renderer: THREE.WebGLRenderer;
  readonly costs: DrawingCosts;
  /** What was drawn last. */
  shown: Shown | null = null;
  actors: readonly Actor[] = [];
  aids: readonly Aids[] = [];
  private readonly host: HTMLElement;
  private readonly scene = new THREE.Scene();
  private readonly daylight: Daylight;
  private readonly sky: Sky;
  private readonly terrace: Terrace;
  private readonly wardrobe = new Wardrobe();
  private readonly contacts = new Contacts();
  private readonly resizing: ResizeObserver;
  private readonly unwatch: () => void;
  private readonly drag: Drag;
  private props: Props | null = null;
  private sceneName: string | null = null;
  private lastTime = 0;

  constructor(host: HTMLElement, around: Surroundings) {
    this.host = host;
    this.troupe = around.troupe;
    const frugal = isSoftwareRendered();
    this.renderer = new THREE.WebGLRenderer({
      antialias: !frugal,
      powerPreference: "high-performance",
    });
    const { domElement } = this.renderer;
    domElement.dataset.testid = "performance-scene";
    domElement.role = "img";
    domElement.ariaLabel = "A performer's physical double among things";
    host.append(domElement);
    this.view = new StageCamera(domElement);
    this.view.taken = () => this.troupe.view.set({ follow: false });
    this.daylight = new Daylight(frugal, SHADOW_REACH);
    this.costs = new DrawingCosts(this.renderer, this.daylight, around.costs);
    this.sky = new Sky(this.daylight);
    this.terrace = new Terrace(this.daylight, frugal);
    this.scene.add(this.terrace.object, this.sky.object, this.contacts.object);
    this.unwatch = watchClicks(domElement, (x, y) => this.toss(x, y));
    const { hand } = this.troupe;
    this.drag = new Drag(domElement, this.view, {
      under: (x, y) => this.under(x, y),
      pull: (place) => hand.pull(place),
      letGo: () => hand.letGo(),
    });
    hand.aim = () => {
      const [double] = this.shown?.doubles ?? [];
      const who = { performer: 0, part: hand.part };
      return double ? { who, place: double.body.jointOf(hand.part) } : null;
    };
    hand.axes = () => screenAxes(this.view.camera);
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    this.resize();
    this.renderer.setAnimationLoop((time) => this.frame(time));
    exposePerformanceProbe(this);
  }

  /** Gives up saving pixels and ornament where drawing is slow; for pictures. */
  sharpen(): void {
    this.costs.ignore();
  }

  /** Draws once more and then no longer, or goes on: slow drawing keeps photographers waiting. */
  freeze(on: boolean): void {
    this.renderer.setAnimationLoop(on ? null : (time) => this.frame(time));
    this.draw();
  }

  resetView(): void {
    this.troupe.view.set({ follow: true });
    this.view.reset();
  }

  holdKey(key: string, down: boolean): boolean {
    return this.view.holdKey(key, down);
  }

  releaseKeys(): void {
    this.view.releaseKeys();
  }

  unmount(): void {
    this.renderer.setAnimationLoop(null);
    this.resizing.disconnect();
    this.unwatch();
    this.drag.dispose();
    this.troupe.hand.toggle(false);
    this.view.dispose();
    this.leave();
    this.terrace.dispose();
    this.contacts.dispose();
    this.wardrobe.dispose();
    this.sky.dispose();
    this.daylight.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  /** Draws at once; `seconds` have passed for the camera. */
  draw(seconds = 0): void {
    const shown = this.troupe.pose(performance.now() / 1000);
    const { model, hello } = this.troupe.state.value;
    if (shown && model && hello && shown !== this.shown) this.enter(shown);
    const { follow, tinted, ghost, aids } = this.troupe.view.value;
    const { clientWidth, clientHeight } = this.host;
    const doubles = this.shown?.doubles ?? [];
    // Whom one drags one does not run after.
    const stays = follow && !this.troupe.hand.state.value.held;
    this.view.follow(stays ? (doubles[0]?.place ?? null) : null);
    const size = [Math.max(1, clientWidth), Math.max(1, clientHeight)] as const;
    this.view.update(seconds, ...size, covered(this.host));
    const { camera, focus, distance } = this.view;
    this.daylight.uniforms.eye.value.copy(camera.position);
    this.sky.update(camera);
    for (const [k, double] of doubles.entries()) {
      this.actors[k]?.show(double, tinted, ghost, seconds);
      const own = this.aids[k];
      if (!own) continue;
      own.object.visible = aids;
      if (aids) own.show(double, camera, clientHeight);
    }
    if (this.shown) this.props?.show(this.shown.props, doubles[0]?.place);
    this.contacts.show(doubles, this.props);
    const reach = Math.min(FARTHEST_SHADOWS, Math.max(NEAREST_SHADOWS, 0.9 * distance));
    this.daylight.draw(this.renderer, focus.x, focus.y, reach);
    this.renderer.render(this.scene, camera);
  }

  /** By name, where props are drawn [m]. */
  placesOfProps(): Record<string, [number, number, number]> {
    const { infos = [], transforms = [] } = this.props ?? {};
    return Object.fromEntries(
      infos.map(({ name }, k) => [
        name,
        [transforms[7 * k] ?? 0, transforms[7 * k + 1] ?? 0, transforms[7 * k + 2] ?? 0],
      ]),
    );
  }

  private resize(): void {
    this.renderer.setSize(Math.max(1, this.host.clientWidth), Math.max(1, this.host.clientHeight));
    if (this.lastTime) this.draw();
  }

  private frame(milliseconds: number): void {
    const elapsed = milliseconds - this.lastTime;
    this.lastTime = milliseconds;
    this.costs.frameTook(milliseconds, elapsed);
    this.draw(Math.min(elapsed / 1000, LONGEST_MOVE_SECONDS));
  }

  /** Another scene, or the same from its beginning. */
  private enter(shown: Shown): void {
    const { model, hello } = this.troupe.state.value;
    if (!model || !hello) return;
    this.leave();
    this.shown = shown;
    const { scene, doubles } = shown;
    this.props = new Props(scene, this.daylight);
    this.contacts.setSegments(hello.segments);
    this.actors = scene.performers.flatMap((who, k) => {
      const double = doubles[k];
      if (!double) return [];
      return [new Actor(model, hello.segments, who, double, this.wardrobe, this.daylight)];
    });
    this.aids = this.actors.map(() => new Aids());
    this.scene.add(this.props.object);
    for (const { object } of [...this.actors, ...this.aids]) this.scene.add(object);
    if (scene.name === this.sceneName) return;
    this.sceneName = scene.name;
    this.view.enter(scene.props.filter(({ name }) => !scene.tossed.includes(name)));
  }

  private leave(): void {
    if (this.props) this.scene.remove(this.props.object);
    this.props?.dispose();
    this.props = null;
    for (const one of [...this.actors, ...this.aids]) {
      this.scene.remove(one.object);
      one.dispose();
    }
    this.actors = [];
    this.aids = [];
    this.shown = null;
  }

  /** The part of somebody that is seen there. */
  private under(x: number, y: number): Under | null {
    const { hello } = this.troupe.state.value;
    if (!hello || !this.shown) return null;
    const ray = rayThrough(this.host, this.view.camera, x, y);
    const met = partMet(ray.origin, ray.direction, this.shown.doubles, hello);
    if (!met) return null;
    const { performer, part, far } = met;
    const place = ray.at(far, new THREE.Vector3());
    return {
      place,
      take: () => this.troupe.hand.take({ performer, part }, place.toArray()),
    };
  }

  /** A click tosses the visitor's ball to where it points. */
  private toss(x: number, y: number): void {
    const { hello, scene } = this.troupe.state.value;
    if (!hello || !scene || !this.shown) return;
    const { camera } = this.view;
    const { direction } = rayThrough(this.host, camera, x, y);
    const goal = aimedAt(camera.position, direction, this.shown.doubles, hello, this.props);
    const { speed, heavy } = this.troupe.view.value;
    const tossed = tossAt(camera.position.toArray(), goal.toArray(), speed);
    this.troupe.send({ type: "toss", ball: heavy ? "heavy" : "light", ...tossed });
  }
}
