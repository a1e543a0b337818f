/** The ocean: puts scene, camera and school together and draws them frame by frame. */
import * as THREE from "three";
import type { RetinalImages } from "../../eyes/images.ts";
import type { MountedStage, Stage, Surroundings } from "../../shell/registry.ts";
import { noLens } from "../../time/lens.ts";
import {
  choiceOf,
  hasFlag,
  headingOf,
  mix,
  nodeBetween,
  positionOf,
  type Vector,
} from "../../wire/decode.ts";
import type { SnapshotFrame } from "../../wire/frame.ts";
import { type Comparison, FLAG_MUSCLES } from "../../wire/messages.ts";
import type { Pair } from "../../wire/timeline.ts";
import { Backdrop } from "./backdrop.ts";
import { Voyage } from "./boat/voyage.ts";
import { CameraRig } from "./cameras/rig.ts";
import { Caustics } from "./caustics.ts";
import { drawDetail, leaveOutDetail } from "./detail.ts";
import { School } from "./fish/school.ts";
import { Grasp } from "./grasp.ts";
import { daylight, setDaylight, setOpenWater } from "./habitat/daylight.ts";
import { feedPlace } from "./habitat/feeding.ts";
import { HabitatScene } from "./habitat/habitat.ts";
import { isSoftwareRendered } from "./hardware.ts";
import { HeadsetSession } from "./headset/session.ts";
import { SURFACE_HEIGHT } from "./heights.ts";
import { Lookout } from "./lookout.ts";
import { ArrangingHands } from "./making/hands.ts";
import { type Marked, Marker } from "./marker.ts";
import { type Chased, OrbitCamera } from "./orbit.ts";
import { FishOverlays } from "./overlays/fishOverlays.ts";
import { type Area, Painter } from "./painter.ts";
import { ChannelView } from "./panorama.ts";
import { middleFish, nearestFish, pickFish, watchClicks } from "./pick.ts";
import { exposeProbe } from "./probe.ts";
import { PixelBudget } from "./quality.ts";
import { FishEyes, type Look, type Moment, type Sea } from "./retina/fishEyes.ts";
import { Rocks } from "./rocks.ts";
import { seabed } from "./seabed.ts";
import { Shafts } from "./shafts.ts";
import { Snow } from "./snow.ts";
import { halves, SplitView } from "./split.ts";
import { Anaglyph } from "./stereo/anaglyph.ts";
import { cameraPair, standBeside } from "./stereo/eyes.ts";
import { onWhole, stereoAreas } from "./stereo/layout.ts";
import { grainTexture, noiseTexture } from "./textures.ts";
import { fishTraits } from "./traits.ts";

const MOST_PIXEL_RATIO = 2;
const COSTS_EVERY_MS = 500;
const LONGEST_MOVE_SECONDS = 0.25;
const MOMENTS_A_SECOND = 10;
/** In which light falls to 37 %: so clear is open water [m]. */
const USUAL_CLARITY = 12;

/** Whoever wears a headset drops food so far before him [m]. */
const FED_AHEAD = 1.2;

export class Ocean implements MountedStage {
  readonly around: Surroundings;
  readonly renderer: THREE.WebGLRenderer;
  readonly orbit: OrbitCamera;
  readonly school: School;
  pair: Pair<SnapshotFrame> | null = null;
  private readonly scene = new THREE.Scene();
  private readonly daylight = daylight();
  private readonly caustics = new Caustics();
  private readonly sunlight = {
    eye: { value: new THREE.Vector3() },
    time: { value: 0 },
    noise: { value: noiseTexture() },
    grains: { value: grainTexture() },
    ...this.caustics.uniforms,
    ...this.daylight,
    waterline: { value: SURFACE_HEIGHT },
    murk: { value: 1 },
    lampPlace: { value: new THREE.Vector3() },
    lampAhead: { value: new THREE.Vector3(1, 0, 0) },
    lamp: { value: 0 },
  };
  private readonly shafts = new Shafts(this.sunlight);
  private readonly light = { ...this.sunlight, ...this.shafts.uniforms };
  /** null in open water. */
  habitat: HabitatScene | null = null;
  readonly voyage: Voyage;
  readonly rig: CameraRig;
  private readonly backdrop = new Backdrop(this.light);
  private readonly sand = seabed(this.light);
  private readonly rocks = new Rocks(this.light);
  private readonly snow = new Snow(this.light);
  private readonly budget = new PixelBudget(Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
  private readonly split = new SplitView();
  /** Of the canvas [CSS pixels]. */
  private readonly size = new THREE.Vector2();
  private readonly painter: Painter;
  readonly eyes = cameraPair();
  private readonly anaglyph = new Anaglyph();
  readonly headset: HeadsetSession;
  private readonly channel: ChannelView;
  private readonly fishEyes: FishEyes;
  private readonly marker = new Marker();
  readonly overlays: FishOverlays;
  private readonly arranging: ArrangingHands;
  private readonly lookout: Lookout;
  private readonly grasp: Grasp;
  private readonly resizing: ResizeObserver;
  private readonly unwatch: (() => void)[];
  /** A fish, or a comparison, that the camera stays with. */
  private chasedKey: unknown = null;
  private chasedLength = 1;
  private shownHello: unknown = null;
  private shownHabitat: unknown = null;
  private shownRoster: unknown = null;
  private sharp = false;
  private lastTime = 0;
  private fixedTime: number | null = null;
  private countedSince = 0;
  private counted = 0;

  constructor(host: HTMLElement, around: Surroundings) {
    this.around = around;
    const software = isSoftwareRendered();
    if (software) leaveOutDetail();
    this.renderer = new THREE.WebGLRenderer({
      antialias: !software,
      powerPreference: "high-performance",
    });
    this.renderer.autoClear = false;
    // Of maps: where nothing is.
    this.renderer.setClearColor(0, 0);
    this.renderer.setPixelRatio(this.budget.pixelRatio);
    const { domElement } = this.renderer;
    domElement.dataset.testid = "scene";
    domElement.role = "img";
    domElement.ariaLabel = "Fishes swimming in the sea";
    host.append(domElement);
    this.orbit = new OrbitCamera(domElement);
    this.voyage = new Voyage(domElement, this.orbit, around, this.light);
    this.rig = new CameraRig(domElement, this.orbit, around);
    this.school = new School(this.light, software);
    this.overlays = new FishOverlays(host, around);
    this.arranging = new ArrangingHands(
      host,
      domElement,
      this.orbit.camera,
      around.arranger,
      () => this.habitat?.sea,
    );
    this.sand.userData.thing = "ground";
    this.rocks.object.userData.thing = "rock";
    this.scene.add(
      this.school.object,
      this.sand,
      this.rocks.object,
      this.backdrop.object,
      this.snow.object,
      this.split.trails.object,
      this.marker.object,
      this.overlays.object,
      this.arranging.outline.object,
      this.voyage.object,
    );
    const { renderer, scene, shafts, backdrop, rocks } = this;
    const { eye } = this.light;
    this.painter = new Painter({ renderer, scene, shafts, backdrop, rocks, eye });
    this.fishEyes = new FishEyes(around);
    this.channel = new ChannelView(around.panorama);
    if (around.panorama.channel) around.studio.keepFrames();
    this.headset = new HeadsetSession(renderer, around, () => this.resize(host));
    this.lookout = new Lookout(around.studio);
    this.resizing = new ResizeObserver(() => this.resize(host));
    this.resizing.observe(host);
    this.resize(host);
    this.unwatch = [
      around.view.watch(() => this.applyChoices()),
      around.feeding.watch(({ on }) => domElement.classList.toggle("feeding", on)),
      around.hand.state.watch(({ on }) => domElement.classList.toggle("handy", on)),
      watchClicks(domElement, (x, y) => this.click(x, y)),
    ];
    around.pilot.choose = () =>
      around.curiosity.state.value.id ??
      around.cameras.state.value.fish ??
      nearestFish(this.pair, this.ids, this.voyage.focus);
    around.cameras.aim = () =>
      middleFish(this.pair, this.ids, this.orbit.camera) ??
      nearestFish(this.pair, this.ids, this.voyage.focus);
    around.arranger.middle = () => this.voyage.castingPlace(this.habitat?.sea.radius ?? 1);
    around.angling.place = () => this.voyage.castingPlace(this.habitat?.sea.radius ?? 1);
    this.grasp = this.makeGrasp(domElement);
    Object.assign(around.lens, {
      take: (scale: number) => this.takePicture(scale),
      canvas: () => domElement,
    });
    this.applyChoices();
    this.renderer.setAnimationLoop((time) => this.frame(time));
  }

  /** Gives up saving pixels and triangles where drawing is slow. */
  sharpen(): void {
    this.sharp = true;
    this.school.refine();
    drawDetail(this.scene, this.shafts.scene);
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
  }

  /** Draws once more and then no longer, or goes on: slow drawing keeps photographers waiting. */
  freeze(on: boolean): void {
    this.renderer.setAnimationLoop(on ? null : (time) => this.frame(time));
    this.draw();
  }

  /** The view as a PNG, so many times as large as the window. */
  private takePicture(scale: number): Promise<Blob> {
    const { renderer } = this;
    const before = renderer.getPixelRatio();
    renderer.setPixelRatio(scale);
    this.draw();
    // At once: when the browser has shown it, it is gone.
    const taken = new Promise<Blob>((resolve, reject) => {
      renderer.domElement.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error("this browser could not write a PNG"));
      }, "image/png");
    });
    renderer.setPixelRatio(before);
    this.draw();
    return taken;
  }

  /** How bright it is, on average of the colours. */
  get sunshine(): number {
    const { r, g, b } = this.light.sunshine.value;
    return (r + g + b) / 3;
  }

  resetView(): void {
    const { cameras } = this.around;
    const { guest } = cameras.state.value;
    if ((guest === null || guest === "film") && cameras.choose("orbit")) this.orbit.locked = false;
    this.orbit.reset();
  }

  holdKey(key: string, down: boolean): boolean {
    return this.orbit.holdKey(key, down);
  }

  releaseKeys(): void {
    this.orbit.releaseKeys();
  }

  unmount(): void {
    this.renderer.setAnimationLoop(null);
    this.resizing.disconnect();
    for (const unwatch of this.unwatch) unwatch();
    this.around.pilot.choose = () => null;
    this.around.cameras.aim = () => null;
    this.around.filming.stop();
    Object.assign(this.around.lens, noLens());
    this.rig.dispose();
    this.around.angling.place = () => [0, 0];
    this.orbit.dispose();
    this.voyage.dispose();
    this.lookout.dispose();
    this.grasp.dispose();
    this.split.dispose();
    this.marker.dispose();
    this.headset.dispose();
    this.fishEyes.dispose();
    this.anaglyph.dispose();
    this.overlays.dispose();
    this.arranging.dispose();
    this.school.dispose();
    this.habitat?.dispose();
    this.scene.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.Points) {
        object.geometry.dispose();
        object.material.dispose();
      }
    });
    this.rocks.dispose();
    this.shafts.dispose();
    this.light.noise.value.dispose();
    this.caustics.dispose();
    this.light.grains.value.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private applyChoices(): void {
    const { wireframe, follow, levels } = this.around.view.value;
    this.school.showWires(wireframe);
    this.school.showLevels(levels);
    this.orbit.follow = follow;
  }

  private resize(host: HTMLElement): void {
    if (this.headset.on) return;
    this.renderer.setSize(Math.max(1, host.clientWidth), Math.max(1, host.clientHeight));
  }

  private frame(milliseconds: number): void {
    const elapsed = milliseconds - this.lastTime;
    this.lastTime = milliseconds;
    if (!this.headset.on) this.count(milliseconds, elapsed);
    this.draw(Math.min(elapsed / 1000, LONGEST_MOVE_SECONDS));
  }

  /** Draws at once what waves as it does at a time [s], for pictures that are compared. */
  drawAtTime(time: number | undefined): void {
    this.fixedTime = time ?? null;
    this.draw();
    this.fixedTime = null;
  }

  /** Draws at once; `seconds` have passed for the camera. */
  draw(seconds = 0): void {
    this.light.time.value = this.fixedTime ?? this.lastTime / 1000;
    this.pair = this.around.studio.pairToDraw(performance.now() / 1000);
    this.showHabitat();
    this.voyage.update(this.pair, seconds);
    if (this.pair) this.findNewcomer(this.pair);
    if (this.pair) this.centreOn(this.pair);
    this.stayWithSomebody(this.pair);
    if (this.pair && !this.comparison) this.voyage.playFilm(this.pair, seconds);

    this.rig.prepare(this.pair);
    // As it was set: to ask the canvas itself could have the whole page laid out, in every frame.
    this.renderer.getSize(this.size);
    const areas = this.areas(this.size.x, Math.max(1, this.size.y));
    const { width, height } = areas[0] as Area;
    this.orbit.update(seconds, width / height);
    this.rig.update(this.pair, seconds);
    this.voyage.placeCamera(seconds);
    this.joinPanorama(width / height);
    this.mark(this.pair);
    this.arranging.update();
    if (this.pair) {
      this.poseSchool(this.pair);
      this.habitat?.update(this.pair);
    }
    this.snow.update(this.renderer);
    this.caustics.render(this.renderer, this.light.time.value);
    if (this.headset.on) {
      this.drawInHeadset();
      return;
    }
    const cameras = this.cameras();
    for (const [k, area] of areas.entries()) {
      this.render(cameras[k] as THREE.PerspectiveCamera, area, k as 0 | 1);
      if (this.mixes && k === 0) this.anaglyph.keepLeft(this.renderer);
    }
    if (this.mixes) this.anaglyph.mix(this.renderer);
    this.fishEyes.update(this.sea, this.comparison ? null : this.moment, performance.now());
    const watching = [...this.rig.watching, ...this.fishEyes.watching];
    this.lookout.look([...cameras, ...watching], height, performance.now());
  }

  /** As a channel it tells what all shall show, or hears it; what is drawn is what was heard. */
  private joinPanorama(aspect: number): void {
    const { panorama, studio } = this.around;
    if (!panorama.channel || !this.pair) return;
    const { from, to, alpha } = this.pair;
    const tick = from.tick + (to.tick - from.tick) * alpha;
    if (panorama.leads) {
      panorama.lead(this.channel.glance(this.orbit.camera, tick, this.light.time.value));
    }
    const led = panorama.due(...studio.drawable);
    if (!led) return;
    this.pair = studio.pairAt(led.tick);
    this.light.time.value = led.seconds;
    this.voyage.show(this.pair, 0);
    this.channel.stand(led, this.orbit.camera, aspect);
    // Whoever leads may sit in a submarine, whose hull is around all of us.
    this.voyage.openHullAround(this.channel.camera.position);
  }

  /** Through which the canvas shows the sea. */
  get camera(): THREE.PerspectiveCamera {
    return this.around.panorama.led ? this.channel.camera : this.orbit.camera;
  }

  /** Each eye by itself, like any other camera: three.js would give both the same uniforms. */
  private drawInHeadset(): void {
    const { picture } = this.headset;
    this.headset.heed(() => this.feedAhead());
    if (!picture) return;
    const eyes = this.headset.look(this.orbit.camera);
    for (const { camera, area } of eyes) {
      this.face(camera, area.height, 1);
      this.overlays.face(camera, area.width, area.height);
      this.painter.paint(camera, { target: picture, area, beside: true }, this.habitat === null);
    }
    const cameras = eyes.map(({ camera }) => camera);
    this.lookout.look(cameras, eyes[0]?.area.height ?? 1, performance.now());
    this.headset.drawn?.(eyes);
    // Until the next frame says where the head is.
    this.renderer.setRenderTarget(null);
  }

  private get moment(): Moment | null {
    return this.pair && { pair: this.pair, ids: this.ids };
  }

  /** For the eyes of fishes. */
  private get sea(): Sea {
    const { renderer, scene, painter, school, habitat } = this;
    const { marker, overlays, split, arranging, snow } = this;
    const signs = [marker, overlays, split.trails, arranging.outline, snow];
    return {
      renderer,
      scene,
      painter,
      school,
      habitat,
      signs: signs.map(({ object }) => object),
    };
  }

  /** What a fish sees in the picture that is shown; null if it is not there. */
  async seenBy(look: Look, size: readonly [number, number]): Promise<RetinalImages | null> {
    return this.moment && this.fishEyes.take(this.sea, this.moment, look, size);
  }

  /** One picture, or two: of twins, or for two eyes. */
  private areas(width: number, height: number): readonly Area[] {
    if (this.comparison) return halves(width, height);
    const { kind } = this.around.stereo;
    return stereoAreas(kind, width, height) ?? [{ x: 0, y: 0, width, height }];
  }

  /** One for each of these. */
  private cameras(): readonly THREE.PerspectiveCamera[] {
    const { camera } = this;
    const { stereo } = this.around;
    if (this.comparison) return [camera, this.split.beside(camera)];
    if (stereo.kind === "off") return [camera];
    standBeside(this.eyes, camera, stereo.state.value);
    return this.eyes;
  }

  /** Both pictures become one. */
  private get mixes(): boolean {
    return this.around.stereo.kind === "anaglyph" && !this.comparison;
  }

  private get comparison(): Comparison | null {
    return this.around.studio.state.value.hello?.comparison ?? null;
  }

  private render(camera: THREE.PerspectiveCamera, area: Area, place: 0 | 1): void {
    const { renderer } = this;
    const ratio = renderer.getPixelRatio();
    const { width, height } = area;
    this.face(camera, height * ratio, ratio);
    this.overlays.face(camera, width, height);
    if (this.split.trails.object.visible) this.split.trails.layFor(place);
    const surface = {
      target: null,
      area: { x: area.x * ratio, y: area.y * ratio, width: width * ratio, height: height * ratio },
      beside: this.comparison !== null || this.around.stereo.beside,
    };
    this.painter.paint(camera, surface, this.habitat === null);
  }

  /** Whatever looks otherwise from elsewhere. */
  private face(camera: THREE.PerspectiveCamera, pixels: number, ratio: number): void {
    this.school.face(camera, pixels);
    this.habitat?.face(camera, pixels);
    this.marker.face(camera, pixels, ratio);
  }

  /** Another world may have other ground; the hour changes all the time. */
  private showHabitat(): void {
    const { habitat, status } = this.around.studio.state.value;
    if (status?.habitat && habitat) setDaylight(status.habitat, this.daylight);
    else setOpenWater(this.daylight);
    if (habitat === this.shownHabitat) return;
    this.shownHabitat = habitat;
    if (this.habitat) {
      this.scene.remove(this.habitat.object);
      this.habitat.dispose();
    }
    this.habitat = habitat && new HabitatScene(habitat, this.light);
    if (this.habitat) this.scene.add(this.habitat.object);
    const sea = this.habitat?.sea;
    this.sand.visible = this.rocks.object.visible = !sea;
    this.light.waterline.value = sea?.surface ?? SURFACE_HEIGHT;
    this.light.murk.value = habitat
      ? Math.min(3, Math.max(0.4, USUAL_CLARITY / habitat.clarity))
      : 1;
    this.orbit.enter(sea ?? null);
    this.rig.enter(sea ?? null);
  }

  private poseSchool(pair: Pair<SnapshotFrame>): void {
    const { studio } = this.around;
    const roster = studio.rosterOf(pair.to);
    const { hello } = studio.state.value;
    if (!hello) return;
    if (hello !== this.shownHello) {
      this.shownHello = hello;
      this.school.setSpecies(hello.species);
    }
    if (roster && roster !== this.shownRoster) {
      this.shownRoster = roster;
      this.school.setTraits(fishTraits(roster, hello));
    }
    const tick = pair.from.tick + (pair.to.tick - pair.from.tick) * pair.alpha;
    this.school.hidden = this.rig.hidden;
    this.school.update(this.renderer, pair, tick / hello.frame_rate);
    if (this.comparison) this.tellMoment(tick / hello.frame_rate);
  }

  /** Looks at the first of a species that somebody made at this page and wants to see. */
  private findNewcomer(pair: Pair<SnapshotFrame>): void {
    const { maker, studio, film, curiosity } = this.around;
    const { sought } = maker.state.value;
    const roster = studio.rosterOf(pair.to);
    if (!sought || !roster) return;
    const kind = studio.state.value.hello?.species.findIndex(({ name }) => name === sought) ?? -1;
    const row = roster.species.indexOf(kind);
    const id = roster.ids[row];
    if (kind < 0 || id === undefined) return;
    maker.state.set({ sought: "" });
    film.set({ playing: false });
    curiosity.ask(id);
    this.orbit.lookAtFlank(this.chasedFish(pair, row));
  }

  /** On the fish that was clicked on, or on all of them. */
  private centreOn(pair: Pair<SnapshotFrame>): void {
    const { from, to, alpha } = pair;
    const marked = this.markedFish(pair, this.around.curiosity.state.value.id);
    if (marked) {
      this.orbit.setCentre(marked.place.x, marked.place.y, marked.place.z);
      return;
    }
    const [fromX, fromY, fromZ] = from.centre;
    const [toX, toY, toZ] = to.centre;
    const between = (start: number, goal: number) => start + (goal - start) * alpha;
    if (to.count > 0) {
      this.orbit.setCentre(between(fromX, toX), between(fromZ, toZ), -between(fromY, toY));
    }
  }

  private get ids(): readonly number[] {
    return (this.pair && this.around.studio.rosterOf(this.pair.to)?.ids) ?? [];
  }

  /** Tells panels how far a comparison is. */
  private tellMoment(seconds: number): void {
    const shown = Math.floor(seconds * MOMENTS_A_SECOND) / MOMENTS_A_SECOND;
    if (shown === this.around.moment.value.seconds) return;
    const { apart, swum } = this.split.trails;
    const length = this.chasedLength;
    this.around.moment.set({ seconds: shown, apart: apart / length, swum: swum / length });
  }

  /** The camera, and the look into the fish, follow whom this page drives, or two twins. */
  private stayWithSomebody(pair: Pair<SnapshotFrame> | null): void {
    const { fish, showMuscles } = this.around.pilot.state.value;
    const { comparison } = this;
    const row = fish ? this.ids.indexOf(fish.id) : -1;
    let chased: Chased | null = null;
    if (comparison && pair) {
      chased = this.split.follow(pair, comparison, this.ids, this.lengths);
    } else if (fish && pair && row >= 0) chased = this.chasedFish(pair, row);
    else chased = this.voyage.chased;
    const key = chased && (comparison ?? fish?.id ?? "submarine");
    if (chased) this.around.film.set({ playing: false });
    this.around.motors.set({ ofDriven: pair && row >= 0 ? choiceOf(pair.to, row) : undefined });
    this.orbit.chase(chased, chased !== null && this.chasedKey !== key);
    if (key === null) this.split.clear();
    this.chasedKey = key;
    this.chasedLength = chased?.length ?? 1;
    this.split.trails.object.visible = comparison !== null && chased !== null;
    const ridden = this.around.cameras.inUse === "ride";
    const driven = chased && row >= 0 && showMuscles ? row : null;
    this.school.open(comparison || ridden ? null : (this.opened ?? driven));
  }

  /** The row of the fish whose overlays are shown; null for none. */
  private get chosen(): number | null {
    const { id } = this.around.overlays.state.value;
    const row = id === null || this.comparison ? -1 : this.ids.indexOf(id);
    return row < 0 ? null : row;
  }

  /** The row of the fish whose muscles are shown as an overlay, as soon as they are sent. */
  private get opened(): number | null {
    const { pair, chosen } = this;
    if (!pair || chosen === null || !this.around.overlays.state.value.muscles) return null;
    const sent = [pair.from, pair.to].every((frame) =>
      hasFlag(frame.records, chosen, FLAG_MUSCLES),
    );
    return sent ? chosen : null;
  }

  /** Of all fishes [m], in the order of the records. */
  private get lengths(): readonly number[] {
    const { studio } = this.around;
    const { hello } = studio.state.value;
    const roster = this.pair && studio.rosterOf(this.pair.to);
    return roster && hello ? fishTraits(roster, hello).lengths : [];
  }

  private chasedFish({ from, to, alpha }: Pair<SnapshotFrame>, row: number): Chased {
    const [x, y, z] = mix(positionOf(from, row), positionOf(to, row), alpha);
    const length = this.lengths[row] ?? 0.2;
    return { place: new THREE.Vector3(x, z, -y), heading: headingOf(to, row), length };
  }

  private markedFish(pair: Pair<SnapshotFrame>, id: number | null): Chased | null {
    const row = id === null ? -1 : this.ids.indexOf(id);
    return row < 0 ? null : this.chasedFish(pair, row);
  }

  /** Rings around the fish whose reasons are shown, and around what it is after. */
  private mark(pair: Pair<SnapshotFrame> | null): void {
    const { id, fish } = this.around.curiosity.state.value;
    const own = pair && this.markedFish(pair, id);
    let aim: Marked | null = pair && this.markedFish(pair, fish?.target_id ?? null);
    if (fish?.place) {
      const [x, y, z] = fish.place;
      aim = { place: new THREE.Vector3(x, z, -y) };
    }
    this.marker.show(own, aim);
    const { chosen } = this;
    // Of nobody no list of all is made.
    this.overlays.update(pair, chosen, this.ids, chosen === null ? [] : this.lengths);
  }

  /** A click on a fish asks for its reasons, or drops food; one in the water lets it go. */
  private click(onCanvas: number, y: number): void {
    const { pair, ids } = this;
    // Twins that are compared do what they are told.
    if (!pair || this.comparison) return;
    const { camera } = this;
    const { domElement } = this.renderer;
    const x = onWhole(this.around.stereo.kind, onCanvas, domElement.clientWidth);
    const row = pickFish(pair, this.lengths, camera, domElement, x, y);
    if (this.around.feeding.value.on) {
      this.feed(x, y, row === null ? this.voyage.focus : this.chasedFish(pair, row).place);
      return;
    }
    const id = row === null ? undefined : ids[row];
    const { curiosity } = this.around;
    if (id === undefined || id === curiosity.state.value.id) curiosity.letGo();
    else curiosity.ask(id);
  }

  private makeGrasp(element: HTMLElement): Grasp {
    const { camera } = this.orbit;
    const inPage = ([x, y, z]: Vector) => new THREE.Vector3(x, z, -y);
    const fishes = {
      pick: (x: number, y: number) =>
        this.pair && !this.comparison
          ? pickFish(this.pair, this.lengths, camera, element, x, y)
          : null,
      id: (row: number) => this.ids[row],
      node: (row: number, node: number) =>
        this.pair
          ? inPage(nodeBetween(this.pair, row, node, this.lengths[row] ?? 0))
          : new THREE.Vector3(),
      place: (id: number) => (this.pair && this.markedFish(this.pair, id)?.place) ?? null,
    };
    const aim = () => this.around.curiosity.state.value.id ?? this.around.cameras.aim();
    return new Grasp(element, camera, this.around.hand, fishes, aim);
  }

  /** Drops food under a place on the canvas, as far away as `beside` is. */
  private feed(x: number, y: number, beside: THREE.Vector3): void {
    const { camera } = this;
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const pointer = new THREE.Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(pointer, camera);
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    const { ray } = caster;
    this.feedAlong(ray, beside.clone().sub(ray.origin).dot(ahead) / ray.direction.dot(ahead));
  }

  /** Drops food where a head looks to. */
  private feedAhead(): void {
    const { camera } = this.headset.look(this.orbit.camera)[0] ?? this.orbit;
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    this.feedAlong(new THREE.Ray(camera.position, ahead), FED_AHEAD);
  }

  private feedAlong(ray: THREE.Ray, away: number): void {
    const place = this.habitat && feedPlace(ray, away, this.habitat.sea);
    if (place) this.around.studio.send({ type: "food", place: [place.x, -place.z, place.y] });
  }

  private count(now: number, elapsed: number): void {
    this.counted++;
    if (this.budget.frameTook(elapsed) && !this.sharp)
      this.renderer.setPixelRatio(this.budget.pixelRatio);
    if (now - this.countedSince < COSTS_EVERY_MS) return;
    this.around.costs.set({
      framesPerSecond: (this.counted * 1000) / (now - this.countedSince),
      pixelRatio: this.budget.pixelRatio,
      frugal: this.budget.isReduced,
    });
    this.countedSince = now;
    this.counted = 0;
  }
}

export const oceanStage: Stage = {
  id: "ocean",
  label: "Ocean",
  connect: ({ studio }) => studio.connect(window.location),
  title: ({ studio }) => {
    const { hello } = studio.state.value;
    const recording = hello?.recording;
    if (!hello || !recording) return hello?.scenario ?? null;
    return `${recording.file}, a recording of ${hello.scenario}`;
  },
  mount: (host, around) => {
    const ocean = new Ocean(host, around);
    exposeProbe(ocean);
    return ocean;
  },
};
