/** The figures' stage: puts town, people, light and camera together and draws them. */
import * as THREE from "three";
import type { Company } from "../../figures/company.ts";
import { FLOATS_PER_SEGMENT } from "../../figures/crowd.ts";
import { Drag, rayThrough, screenAxes, type Under } from "../../hands/drag.ts";
import type { MountedStage, Surroundings } from "../../shell/registry.ts";
import { isSoftwareRendered } from "../ocean/hardware.ts";
import { watchClicks } from "../ocean/pick.ts";
import { TownCamera } from "./camera.ts";
import { covered } from "./covered.ts";
import { Daylight } from "./daylight.ts";
import { DrawingCosts } from "./drawingCosts.ts";
import { Lookout } from "./lookout.ts";
import { Marker } from "./marker.ts";
import { NameTag } from "./nameTag.ts";
import { restOf } from "./people/body.ts";
import { People, type Setting } from "./people/people.ts";
import { groundAt, type Landmarks, landmarksOf, pickFigure } from "./pick.ts";
import { exposeFiguresProbe } from "./probe.ts";
import { hitBox } from "./rays.ts";
import { Sky } from "./sky.ts";
import { groundHeight, planOf } from "./town/plan.ts";
import { TownScene } from "./town/town.ts";

const LONGEST_MOVE_SECONDS = 0.25;
/** Shadows of people are drawn in a circle of this radius around what is looked at [m]. */
const NEAREST_SHADOWS = 7;
const FARTHEST_SHADOWS = 30;
/** At this speed one is sent somewhere [m/s]. */
const ERRAND_SPEED = 1.4;
const RUNNING_SPEED = 3.2;
const UNIFORMED = "soldier";
/** Who looks down more steeply than that carries people over the ground, not up and down. */
const STEEP = -0.3;
/** Who is carried by buttons is taken so high [m]. */
const HIP_HEIGHT = 0.95;

export class FigureStage implements MountedStage {
  readonly company: Company;
  readonly view: TownCamera;
  readonly renderer: THREE.WebGLRenderer;
  readonly people: People;
  town: TownScene | null = null;
  private readonly around: Surroundings;
  private readonly host: HTMLElement;
  private readonly scene = new THREE.Scene();
  private readonly daylight: Daylight;
  private readonly sky: Sky;
  private readonly marker = new Marker();
  private readonly nameTag: NameTag;
  private readonly lookout: Lookout;
  private readonly costs: DrawingCosts;
  private readonly frugal: boolean;
  private readonly resizing: ResizeObserver;
  private readonly unwatch: (() => void)[];
  private readonly drag: Drag;
  private readonly frustum = new THREE.Frustum();
  private readonly seen = new THREE.Matrix4();
  private readonly sphere = new THREE.Sphere();
  private landmarks: readonly Landmarks[] = [];
  private shownTown: unknown = null;
  private shownModels: unknown = null;
  private shownLevels: unknown = null;
  private uniformed: readonly boolean[] = [];
  private lastTime = 0;

  constructor(host: HTMLElement, around: Surroundings) {
    this.host = host;
    this.around = around;
    this.company = around.company;
    this.frugal = isSoftwareRendered();
    this.renderer = new THREE.WebGLRenderer({
      antialias: !this.frugal,
      powerPreference: "high-performance",
    });
    const { domElement } = this.renderer;
    domElement.dataset.testid = "town-scene";
    domElement.role = "img";
    domElement.ariaLabel = "People in a small town";
    host.append(domElement);
    this.view = new TownCamera(domElement);
    this.view.taken = () => around.desk.view.set({ follow: false });
    this.nameTag = new NameTag(host);
    this.daylight = new Daylight(this.frugal);
    this.costs = new DrawingCosts(this.renderer, this.daylight, around.costs);
    this.sky = new Sky(this.daylight);
    this.people = new People(this.daylight);
    this.scene.add(this.people.object, this.sky.object, this.marker.object);
    this.lookout = new Lookout(this.company);
    this.unwatch = [
      watchClicks(domElement, (x, y) => this.click(x, y)),
      around.desk.view.watch(() => this.applyChoices()),
    ];
    this.drag = this.watchDrags();
    around.desk.spot = () => [this.view.focus.x, this.view.focus.y];
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    this.resize();
    this.applyChoices();
    this.renderer.setAnimationLoop((time) => this.frame(time));
    exposeFiguresProbe(this);
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
    this.around.desk.view.set({ follow: false, walking: false });
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
    this.around.desk.errand.stop();
    this.around.desk.spot = () => [0, 0];
    this.resizing.disconnect();
    for (const unwatch of this.unwatch) unwatch();
    this.drag.dispose();
    this.around.desk.hand.toggle(false);
    this.view.dispose();
    this.lookout.dispose();
    this.nameTag.dispose();
    this.marker.dispose();
    this.people.dispose();
    this.town?.dispose();
    this.sky.dispose();
    this.daylight.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private applyChoices(): void {
    const { tinted, walking } = this.around.desk.view.value;
    this.people.showLevels(tinted);
    this.view.walk(walking);
    this.renderer.domElement.classList.toggle("sending", this.around.desk.view.value.sending);
  }

  private resize(): void {
    const width = Math.max(1, this.host.clientWidth);
    const height = Math.max(1, this.host.clientHeight);
    this.renderer.setSize(width, height);
    if (this.lastTime) this.draw();
  }

  private frame(milliseconds: number): void {
    const elapsed = milliseconds - this.lastTime;
    this.lastTime = milliseconds;
    this.costs.frameTook(milliseconds, elapsed);
    this.draw(Math.min(elapsed / 1000, LONGEST_MOVE_SECONDS));
  }

  /** Draws at once; `seconds` have passed for the camera. */
  draw(seconds = 0): void {
    const now = performance.now();
    const { crowd } = this.company;
    this.enter();
    crowd.pose(now / 1000);
    this.around.desk.errand.update(now);
    this.stayWithSomebody();
    const { clientWidth, clientHeight } = this.host;
    this.view.update(
      seconds,
      Math.max(1, clientWidth),
      Math.max(1, clientHeight),
      covered(this.host),
    );
    const { camera } = this.view;
    this.daylight.uniforms.eye.value.copy(camera.position);
    this.sky.update(camera);
    this.seen.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.seen);
    this.people.update(crowd.levels, this.setting, (x, y, reach) => this.isSeen(x, y, reach));
    this.mark();
    const { lights, seconds: townTime } = this.company.state.value;
    this.town?.lights.show(lights, this.isCalm ? 0 : townTime + now / 1000);
    this.castShadows();
    this.renderer.render(this.scene, camera);
    this.lookout.look(camera, clientHeight);
  }

  /** Of people around what is looked at; who walks looks ahead: what is behind casts none that is
   * seen. */
  private castShadows(): void {
    const { camera, focus, distance } = this.view;
    const reach = Math.min(FARTHEST_SHADOWS, Math.max(NEAREST_SHADOWS, 0.9 * distance));
    const place = new THREE.Vector3();
    if (distance < 1)
      camera
        .getWorldDirection(place)
        .setZ(0)
        .normalize()
        .multiplyScalar(0.8 * reach);
    place.add(focus);
    this.daylight.draw(this.renderer, place.x, place.y, reach);
  }

  /** Where somebody's head is drawn [m]. */
  headOf(id: number): { x: number; y: number; z: number } | null {
    const at = this.company.crowd.whereabouts(id);
    const level = at && this.company.crowd.levels[at.level];
    const marks = at && this.landmarks[at.level];
    const row = level?.rowOf(id);
    if (!at || !level || !marks || row === undefined) return null;
    const start = (row * level.bones + marks.head) * FLOATS_PER_SEGMENT;
    const [x = 0, y = 0, z = 0] = level.transforms.subarray(start, start + 3);
    return { x, y, z };
  }

  /** The next one in the roster, or the one before. */
  chooseNext(step: 1 | -1): void {
    const { residents, chosenId } = this.company.state.value;
    if (residents.length === 0) return;
    const now = residents.findIndex(({ id }) => id === chosenId);
    const next = now < 0 ? (step > 0 ? 0 : -1) : now + step;
    this.company.choose(residents.at(next % residents.length)?.id ?? null);
  }

  private get setting(): Setting {
    const { town, uniformed } = this;
    return {
      groundHeight: (x, y) => (town ? groundHeight(town.plan, x, y) : 0),
      isUniformed: (kind) => uniformed[kind] ?? false,
    };
  }

  private get isCalm(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Another town, other bodies or another connection. */
  private enter(): void {
    const { town, models, hello } = this.company.state.value;
    if (town && town !== this.shownTown) {
      this.shownTown = town;
      if (this.town) this.scene.remove(this.town.object);
      this.town?.dispose();
      this.town = new TownScene(planOf(town.document), this.daylight, this.frugal);
      this.scene.add(this.town.object);
      this.uniformed = town.kinds.map(({ name }) => name === UNIFORMED);
      const { plan } = this.town;
      this.view.enter(plan, plan.houses);
    }
    const { levels } = this.company.crowd;
    if (!models || !hello || levels.length === 0) return;
    if (models === this.shownModels && levels === this.shownLevels) return;
    this.shownModels = models;
    this.shownLevels = levels;
    this.landmarks = hello.levels.map(({ segments }) => landmarksOf(segments));
    const bodies = models.map(({ flesh, rifle }, k) => ({
      flesh,
      rifle,
      head: this.landmarks[k]?.head ?? 0,
      rest: restOf(hello.levels[k]?.parents ?? [], hello.levels[k]?.offsets ?? []),
    }));
    this.people.setBodies(bodies, levels);
  }

  private stayWithSomebody(): void {
    const { chosenId } = this.company.state.value;
    const { view, hand } = this.around.desk;
    // Whom one drags one does not run after.
    const follow = view.value.follow && hand.state.value.held === null;
    const who = follow && chosenId !== null ? this.company.crowd.whereabouts(chosenId) : null;
    this.view.follow(who);
  }

  private isSeen(x: number, y: number, reach: number): boolean {
    this.sphere.center.set(x, y, 0.9);
    this.sphere.radius = reach;
    return this.frustum.intersectsSphere(this.sphere);
  }

  private mark(): void {
    const { chosenId } = this.company.state.value;
    const at = chosenId === null ? null : this.company.crowd.whereabouts(chosenId);
    const { goal } = this.around.desk.errand;
    const { groundHeight: height } = this.setting;
    const { camera } = this.view;
    const pixels = this.host.clientHeight / (2 * Math.tan((camera.fov * Math.PI) / 360));
    this.marker.show(
      at && [at.x, at.y, height(at.x, at.y)],
      goal && [goal[0], goal[1], height(goal[0], goal[1])],
      pixels,
    );
    const head = chosenId === null ? null : this.headOf(chosenId);
    const name = chosenId === null ? "" : (this.company.resident(chosenId)?.name ?? "");
    this.nameTag.show(name, head, camera, this.host);
  }

  private watchDrags(): Drag {
    const { hand } = this.around.desk;
    const { camera } = this.view;
    const ahead = () => camera.getWorldDirection(new THREE.Vector3());
    hand.aim = () => {
      const { chosenId } = this.company.state.value;
      const at = chosenId === null ? null : this.company.crowd.whereabouts(chosenId);
      return chosenId === null || !at ? null : { who: chosenId, place: [at.x, at.y, HIP_HEIGHT] };
    };
    hand.axes = () => {
      const axes = screenAxes(camera);
      const level = ahead();
      if (level.z > STEEP) return { ...axes, up: [0, 0, 1] };
      return { ...axes, up: level.setZ(0).normalize().toArray() };
    };
    return new Drag(this.renderer.domElement, this.view, {
      under: (x, y) => this.under(x, y),
      pull: (place) => hand.pull(place),
      letGo: () => hand.letGo(),
      depth: () => {
        const depth = ahead();
        return depth.z < STEEP ? depth.set(0, 0, 1) : depth.setZ(0).normalize();
      },
    });
  }

  /** Who is seen there, taken as high as the pointer is on him. */
  private under(x: number, y: number): Under | null {
    const id = this.figureAt(x, y);
    const at = id === null ? null : this.company.crowd.whereabouts(id);
    if (id === null || !at) return null;
    const ray = rayThrough(this.host, this.view.camera, x, y);
    const place = ray.closestPointToPoint(new THREE.Vector3(at.x, at.y, at.z), new THREE.Vector3());
    return { place, take: () => this.around.desk.hand.take(id, place.toArray()) };
  }

  private figureAt(x: number, y: number): number | null {
    const { camera } = this.view;
    const screen = { width: this.host.clientWidth, height: this.host.clientHeight };
    const houses = this.town?.plan.houses ?? [];
    const way = new THREE.Vector3();
    const isHidden = (place: THREE.Vector3) => {
      const far = way.copy(place).sub(camera.position).length();
      way.divideScalar(far || 1);
      return houses.some(({ low, high, height }) => {
        const hit = hitBox(camera.position, way, [...low, 0], [...high, height]);
        return hit !== null && hit < far;
      });
    };
    const { levels } = this.company.crowd;
    return pickFigure(levels, this.landmarks, camera, screen, x, y, isHidden);
  }

  /** A click on somebody chooses him; one on the ground sends him there, or lets him go. */
  private click(x: number, y: number): void {
    const { camera } = this.view;
    const screen = { width: this.host.clientWidth, height: this.host.clientHeight };
    const houses = this.town?.plan.houses ?? [];
    const { view: choices, errand } = this.around.desk;
    const { chosenId, chosen } = this.company.state.value;
    const id = this.figureAt(x, y);
    if (choices.value.sending && chosenId !== null && id === null) {
      const goal = groundAt(camera, houses, screen, x, y);
      const running = chosen?.doing.startsWith("running") ?? false;
      if (!goal) return;
      errand.send(chosenId, goal, running ? RUNNING_SPEED : ERRAND_SPEED);
      choices.set({ sending: false });
      return;
    }
    this.company.choose(id);
  }
}
