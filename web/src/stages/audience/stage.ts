/** What an audience sees: who performs, things and the terrace, in the light of an evening. */
import EVENING_SKY from "shaders/audience/sky.frag.glsl";
import * as THREE from "three";
import type { House } from "../../audience/house.ts";
import type { Watched } from "../../audience/watched.ts";
import type { PageCosts } from "../../shell/registry.ts";
import { Store } from "../../shell/store.ts";
import { DrawingCosts } from "../figures/drawingCosts.ts";
import { Wardrobe } from "../figures/people/wardrobe.ts";
import { Sky } from "../figures/sky.ts";
import { isSoftwareRendered } from "../ocean/hardware.ts";
import { Contacts } from "../performance/contacts.ts";
import { Terrace } from "../performance/place/terrace.ts";
import { Props } from "../performance/props/props.ts";
import { AudienceCamera } from "./camera.ts";
import { Evening } from "./evening.ts";
import { Figure } from "./figure.ts";
import { Lamps } from "./lamps.ts";
import { Mirror } from "./mirror.ts";
import { exposeAudienceProbe } from "./probe.ts";

const LONGEST_MOVE_SECONDS = 0.25;
/** Shadows of what moves are drawn in a circle of this radius around what is looked at [m]. */
const NEAREST_SHADOWS = 4;
const FARTHEST_SHADOWS = 9;

export class AudienceStage {
  readonly house: House;
  readonly view: AudienceCamera;
  readonly renderer: THREE.WebGLRenderer;
  readonly costs: DrawingCosts;
  /** What was drawn last. */
  shown: Watched | null = null;
  figures: readonly Figure[] = [];
  /** Told of every picture. */
  drawnNow: () => void = () => {};
  readonly scene = new THREE.Scene();
  /** Who and what is on the floor. */
  readonly cast = new THREE.Scene();
  private readonly host: HTMLElement;
  private readonly evening: Evening;
  private readonly sky: Sky;
  private readonly terrace: Terrace;
  private readonly wardrobe = new Wardrobe();
  private readonly contacts = new Contacts();
  private readonly mirror = new Mirror();
  private readonly lamps = new Lamps();
  private readonly resizing: ResizeObserver;
  private props: Props | null = null;
  private sceneName: string | null = null;
  private lastTime = 0;

  constructor(host: HTMLElement, house: House) {
    this.host = host;
    this.house = house;
    const frugal = isSoftwareRendered();
    this.renderer = new THREE.WebGLRenderer({
      antialias: !frugal,
      powerPreference: "high-performance",
    });
    const { domElement } = this.renderer;
    domElement.dataset.testid = "audience-scene";
    domElement.role = "img";
    domElement.ariaLabel = "Somebody performs on a terrace, in the evening";
    host.append(domElement);
    this.view = new AudienceCamera(domElement);
    this.evening = new Evening(frugal);
    const costs = new Store<PageCosts>({ framesPerSecond: 0, pixelRatio: 1, frugal });
    this.costs = new DrawingCosts(this.renderer, this.evening, costs);
    this.sky = new Sky(this.evening, EVENING_SKY);
    this.terrace = new Terrace(this.evening, frugal, this.mirror.floor);
    this.scene.add(
      named("place", this.terrace.object),
      named("lamps", this.lamps.object),
      named("sky", this.sky.object),
      named("contacts", this.contacts.object),
    );
    this.scene.add(this.cast);
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    this.resize();
    this.renderer.setAnimationLoop((time) => this.frame(time));
    exposeAudienceProbe(this);
  }

  /** Draws once more and then no longer, or goes on: slow drawing keeps photographers waiting. */
  freeze(on: boolean): void {
    this.renderer.setAnimationLoop(on ? null : (time) => this.frame(time));
    this.draw();
  }

  unmount(): void {
    this.renderer.setAnimationLoop(null);
    this.resizing.disconnect();
    this.view.dispose();
    this.leave();
    this.terrace.dispose();
    this.contacts.dispose();
    this.mirror.dispose();
    this.lamps.dispose();
    this.wardrobe.dispose();
    this.sky.dispose();
    this.evening.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  /** Draws at once; `seconds` have passed for the camera. */
  draw(seconds = 0): void {
    const shown = this.house.pose(performance.now() / 1000);
    if (shown && shown !== this.shown) this.enter(shown);
    const places = (this.shown?.doubles ?? []).map(({ place }) => place);
    this.view.drift(seconds);
    this.view.follow(this.view.stays ? middle(places) : null);
    const { clientWidth, clientHeight } = this.host;
    this.view.update(seconds, Math.max(1, clientWidth), Math.max(1, clientHeight), [0, 0]);
    const { camera, focus, distance } = this.view;
    this.evening.uniforms.eye.value.copy(camera.position);
    this.evening.follow(places, seconds);
    this.sky.update(camera);
    for (const figure of this.figures) figure.show();
    if (this.shown) this.props?.show(this.shown.props, places[0]);
    this.contacts.show(this.shown?.doubles ?? [], this.props);
    const reach = Math.min(FARTHEST_SHADOWS, Math.max(NEAREST_SHADOWS, 0.9 * distance));
    this.evening.draw(this.renderer, focus.x, focus.y, reach);
    this.mirror.draw(this.renderer, camera, this.cast, this.evening.isFine);
    this.renderer.render(this.scene, camera);
    this.drawnNow();
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
  private enter(shown: Watched): void {
    const { model, hello } = this.house.state.value;
    if (!model || !hello) return;
    this.leave();
    this.shown = shown;
    const { scene, doubles } = shown;
    this.props = new Props(scene, this.evening);
    this.contacts.setSegments(hello.segments);
    this.figures = scene.performers.flatMap((who, k) => {
      const double = doubles[k];
      if (!double) return [];
      return [new Figure(model, hello.segments, who, double, this.wardrobe, this.evening)];
    });
    this.cast.add(named("props", this.props.object));
    for (const { object } of this.figures) this.cast.add(named("figure", object));
    this.evening.jump();
    if (scene.name === this.sceneName) return;
    this.sceneName = scene.name;
    this.view.enter(scene.props.filter(({ name }) => !scene.tossed.includes(name)));
  }

  private leave(): void {
    this.cast.clear();
    this.props?.dispose();
    this.props = null;
    for (const figure of this.figures) figure.dispose();
    this.figures = [];
    this.shown = null;
  }
}

function named<Object extends THREE.Object3D>(name: string, object: Object): Object {
  object.name = name;
  return object;
}

/** Of places [m]; null of none. */
function middle(places: readonly ArrayLike<number>[]): number[] | null {
  if (places.length === 0) return null;
  return [0, 1, 2].map(
    (axis) => places.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / places.length,
  );
}
