/** The puppet stage: puts puppet, backdrop, camera and hands together and draws them. */
import * as THREE from "three";
import { isFlat, USUAL_STAGE } from "../../puppet/document.ts";
import type { Dot } from "../../puppet/geometry.ts";
import type { Theatre, TheatreState } from "../../puppet/theatre.ts";
import { watchDrops } from "../../shell/drops.ts";
import type { MountedStage, Surroundings } from "../../shell/registry.ts";
import type { PuppetDocument } from "../../wire/puppetry.ts";
import { PixelBudget } from "../ocean/quality.ts";
import { Backdrop } from "./backdrop.ts";
import { Bubbles } from "./bubbles.ts";
import { type Insets, StageCamera } from "./camera.ts";
import { Figure } from "./figure.ts";
import { Hall } from "./hall.ts";
import { Hands } from "./hands.ts";
import { grabbedPoint, placeOfThing, type Scenery } from "./looking.ts";
import { Overlay } from "./overlay.ts";
import { PaperPuppet } from "./paper.ts";
import { watchPointers } from "./pointers.ts";
import { exposePuppetProbe } from "./probe.ts";
import { Sketch } from "./sketch.ts";
import { SolidPuppet } from "./space.ts";
import { thingNamed } from "./things.ts";

const MOST_PIXEL_RATIO = 2;
const COSTS_EVERY_MS = 500;
const LONGEST_MOVE_SECONDS = 0.25;
const DRAWN_OPACITY = 0.55;
/** What the header, the foot and the side cover [pixels]. */
const NARROW = 720;

export class PuppetStage implements MountedStage {
  readonly theatre: Theatre;
  readonly view = new StageCamera();
  readonly hands: Hands;
  readonly sketch: Sketch;
  readonly renderer: THREE.WebGLRenderer;
  figure: Figure | null = null;
  /** Where the pointer is, if it is over the stage and presses nothing. */
  hovering: { dot: Dot; pointerType: string } | null = null;
  private readonly around: Surroundings;
  private readonly host: HTMLElement;
  private readonly scene = new THREE.Scene();
  private readonly overlay = new Overlay();
  private readonly bubbles: Bubbles;
  private readonly backdrop = new Backdrop();
  private readonly hall = new Hall();
  private readonly budget = new PixelBudget(Math.min(devicePixelRatio, MOST_PIXEL_RATIO), 0.75);
  private readonly unwatch: (() => void)[];
  private readonly resizing: ResizeObserver;
  private puppet: PaperPuppet | SolidPuppet | null = null;
  private lastTool = "";
  private lastConnection: TheatreState["connection"] | null = null;
  private shownStage = "";
  private shownLook = "";
  private shownRevision = -1;
  private lastTime = 0;
  private counted = 0;
  private countedSince = 0;

  constructor(host: HTMLElement, around: Surroundings) {
    this.host = host;
    this.around = around;
    this.theatre = around.theatre;
    this.renderer = new THREE.WebGLRenderer({
      antialias: true,
      stencil: true,
      powerPreference: "high-performance",
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.setPixelRatio(this.budget.pixelRatio);
    const { domElement } = this.renderer;
    domElement.dataset.testid = "puppet-scene";
    domElement.role = "img";
    domElement.ariaLabel = "A puppet on its stage";
    domElement.tabIndex = -1;
    host.append(domElement, this.overlay.canvas);
    this.scene.add(this.backdrop.object, this.hall.object);
    this.bubbles = new Bubbles(host, () => this.theatre.state.set({ complaint: null }));
    this.hands = new Hands(this.theatre, () => this.scenery);
    this.sketch = new Sketch(this.theatre, () => this.scenery);
    this.unwatch = [
      watchPointers(domElement, this),
      watchDrops(host, this.theatre),
      this.theatre.state.watch((state) => this.choicesChanged(state)),
    ];
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    this.resize();
    this.choicesChanged(this.theatre.state.value);
    this.renderer.setAnimationLoop((time) => this.frame(time));
    exposePuppetProbe(this);
  }

  get scenery(): Scenery | null {
    this.catchUp();
    const { figure, view } = this;
    return figure && { figure, view, partAt: (dot) => this.partAt(dot) };
  }

  /** Pictures may be rarer than clicks: hands and tools go by the newest document. */
  private catchUp(): void {
    const { document } = this.theatre.state.value;
    if (!document || document === this.figure?.document) return;
    this.enter(document);
    if (this.figure) this.pose(this.figure);
  }

  resetView(): void {
    this.view.reset();
  }

  holdKey(): boolean {
    return false;
  }

  releaseKeys(): void {
    this.hands.liftAll();
  }

  /** Pins the point under the pointer, or sets it free. */
  pinHere(): boolean {
    const { scenery, hovering } = this;
    const held = this.hands.held[0]?.point;
    const point =
      held ?? (scenery && hovering && grabbedPoint(scenery, hovering.dot, hovering.pointerType));
    if (point == null) return false;
    this.hands.togglePin(point);
    return true;
  }

  unmount(): void {
    this.renderer.setAnimationLoop(null);
    this.hands.liftAll();
    this.resizing.disconnect();
    for (const unwatch of this.unwatch) unwatch();
    this.puppet?.dispose();
    this.backdrop.dispose();
    this.hall.dispose();
    this.bubbles.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
    this.overlay.canvas.remove();
  }

  private choicesChanged({ tool, mode, connection }: TheatreState): void {
    // Whoever goes lets go of everything, however soon it is back.
    if (connection !== this.lastConnection) this.hands.forget();
    this.lastConnection = connection;
    if (this.lastTool !== tool) {
      this.lastTool = tool;
      this.sketch.cancel();
    }
    if (mode === "draw") this.hands.liftAll();
    this.renderer.domElement.dataset.tool = mode === "draw" ? tool : "";
    this.sketch.tellHint();
  }

  private resize(): void {
    const width = Math.max(1, this.host.clientWidth);
    const height = Math.max(1, this.host.clientHeight);
    this.renderer.setSize(width, height);
    this.overlay.resize(width, height, Math.min(devicePixelRatio, MOST_PIXEL_RATIO));
    if (this.lastTime) this.draw();
  }

  private get insets(): Insets {
    const narrow = this.host.clientWidth <= NARROW;
    const panels = document.getElementById("panels");
    const open = panels !== null && !panels.hidden;
    const drawing = this.theatre.state.value.mode === "draw";
    if (!narrow) {
      return {
        top: 58,
        right: open ? 290 : 12,
        bottom: drawing ? 96 : 72,
        left: drawing ? 76 : 12,
      };
    }
    const bottom = open ? this.host.clientHeight * 0.46 + 8 : drawing ? 150 : 66;
    return { top: 56, right: 4, bottom, left: 4 };
  }

  private frame(milliseconds: number): void {
    const elapsed = milliseconds - this.lastTime;
    this.lastTime = milliseconds;
    this.count(milliseconds, elapsed);
    this.hands.flush();
    this.draw(Math.min(elapsed / 1000, LONGEST_MOVE_SECONDS));
  }

  draw(seconds = 0): void {
    const { document } = this.theatre.state.value;
    this.enter(document);
    const { clientWidth, clientHeight } = this.host;
    this.view.resize(clientWidth, Math.max(1, clientHeight), this.insets);
    this.view.update(seconds);
    if (this.figure) this.pose(this.figure);
    const { camera } = this.view;
    if (camera instanceof THREE.OrthographicCamera) {
      this.backdrop.update(this.renderer, this.scene, camera);
    }
    this.renderer.render(this.scene, camera);
    if (this.scenery) this.drawOver(this.scenery);
  }

  /** Another document has another figure, and maybe another stage. */
  private enter(document: PuppetDocument | null): void {
    const { low, high } = document?.stage ?? USUAL_STAGE;
    const flat = document ? isFlat(document) : true;
    const stage = `${low} ${high} ${flat}`;
    if (stage !== this.shownStage) {
      this.shownStage = stage;
      this.view.enter(flat, low, high);
      this.backdrop.setStage(low, high);
      this.hall.setStage(low, high);
      this.backdrop.object.visible = flat;
      this.hall.object.visible = !flat;
      this.scene.background = flat ? null : this.hall.background;
    }
    if (!document || document === this.figure?.document) return;
    const look = JSON.stringify([flat, document.point, document.rod, document.part]);
    const before = this.figure;
    if (before && look === this.shownLook) {
      before.document = document;
      return;
    }
    this.shownLook = look;
    this.figure = new Figure(document);
    // Until its first frame comes it stays where it is.
    if (before) this.figure.goOnFrom(before);
    this.puppet?.dispose();
    if (this.puppet) this.scene.remove(this.puppet.object);
    this.puppet = flat ? new PaperPuppet(this.figure) : new SolidPuppet(this.figure);
    this.scene.add(this.puppet.object);
  }

  private pose(figure: Figure): void {
    const { mode, skin, puppet } = this.theatre.state.value;
    if (puppet && puppet.revision !== this.shownRevision) {
      this.shownRevision = puppet.revision;
      if (mode === "play") this.letGoOfOthers();
    }
    if (mode === "draw") figure.rest();
    else {
      const pair = this.theatre.pairToDraw(performance.now() / 1000);
      if (pair) figure.pose(pair);
      // What is held still does not come along.
      const held = this.theatre.isMoving ? this.hands.held : [];
      for (const { point, place } of held) figure.stick(point, place);
    }
    this.puppet?.show(mode === "draw" || skin, mode === "draw" ? DRAWN_OPACITY : 1);
    this.puppet?.update();
  }

  /** Of points that are no more. */
  private letGoOfOthers(): void {
    const count = this.figure?.document.point.length ?? 0;
    if (this.hands.held.some(({ point }) => point >= count)) this.hands.forget();
  }

  private drawOver(scenery: Scenery): void {
    const { state } = this.theatre;
    const { mode, playing, complaint } = state.value;
    const { hovering } = this;
    const hover =
      mode === "play" && hovering
        ? grabbedPoint(scenery, hovering.dot, hovering.pointerType)
        : null;
    const held = [...(playing?.held ?? []), ...this.hands.held.map(({ point }) => point)];
    const preview = mode === "draw" ? this.sketch.preview : null;
    const bare = scenery.figure.parts.length === 0;
    const shown = bare && mode === "play" ? { ...state.value, skeleton: true } : state.value;
    this.overlay.draw(scenery, { state: shown, held, hover, preview });
    this.renderer.domElement.classList.toggle("grabbable", hover !== null);
    this.bubbles.show(complaint, (where, about) => this.dotOfProblem(where, about));
  }

  private dotOfProblem(where: string, about: PuppetDocument): Dot | null {
    const thing = thingNamed(where);
    const { view } = this;
    const figure = new Figure(about);
    const place = thing && placeOfThing({ view, figure, partAt: () => null }, thing);
    return place && view.dotOf(place);
  }

  private partAt(dot: Dot): number | null {
    if (this.puppet instanceof PaperPuppet) {
      const [x, , z] = this.view.placeAt(dot, [0, 0, 0]);
      return this.puppet.partAt({ x, y: z });
    }
    return this.puppet?.partAt(this.view.rayAt(dot)) ?? null;
  }

  private count(now: number, elapsed: number): void {
    this.counted++;
    if (this.budget.frameTook(elapsed)) this.renderer.setPixelRatio(this.budget.pixelRatio);
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
