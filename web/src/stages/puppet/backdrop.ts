/** What is behind a flat puppet: a lit wall and floor, and on both its soft shadow. */
import BLUR_FRAGMENT from "shaders/puppet/blur.frag.glsl";
import FULLSCREEN_VERTEX from "shaders/puppet/fullscreen.vert.glsl";
import WALL_FRAGMENT from "shaders/puppet/wall.frag.glsl";
import * as THREE from "three";
import type { Place } from "../../puppet/document.ts";
import { SHADOW_LAYER } from "./paper.ts";

/** Height of the picture that shadows are drawn in [pixels]. */
const SHADOW_PIXELS = 180;
/** Of the stage's height: how far down the floor goes as it is seen. */
const FLOOR = 0.1;

export class Backdrop {
  readonly object: THREE.Mesh;
  private readonly uniforms = {
    shadow: { value: null as THREE.Texture | null },
    low: { value: new THREE.Vector2() },
    high: { value: new THREE.Vector2() },
    window: { value: new THREE.Vector4() },
    floorDepth: { value: 0.3 },
  };
  private readonly targets = [new THREE.WebGLRenderTarget(1, 1), new THREE.WebGLRenderTarget(1, 1)];
  private readonly silhouette = new THREE.MeshBasicMaterial({
    color: 0xffffff,
    depthTest: false,
    side: THREE.DoubleSide,
    toneMapped: false,
  });
  private readonly blurring = {
    source: { value: null as THREE.Texture | null },
    way: { value: new THREE.Vector2() },
  };
  private readonly blurScene = new THREE.Scene();
  private readonly black = new THREE.Color(0);

  constructor() {
    const triangle = new THREE.BufferGeometry();
    triangle.setAttribute(
      "position",
      new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
    );
    const material = (fragmentShader: string, uniforms: object) =>
      new THREE.ShaderMaterial({
        vertexShader: FULLSCREEN_VERTEX,
        fragmentShader,
        uniforms: uniforms as Record<string, THREE.IUniform>,
        depthTest: false,
        depthWrite: false,
      });
    this.object = new THREE.Mesh(triangle, material(WALL_FRAGMENT, this.uniforms));
    this.object.frustumCulled = false;
    this.object.renderOrder = -1;
    const blurrer = new THREE.Mesh(triangle, material(BLUR_FRAGMENT, this.blurring));
    blurrer.frustumCulled = false;
    this.blurScene.add(blurrer);
  }

  setStage(low: Place, high: Place): void {
    this.uniforms.low.value.set(low[0], low[2]);
    this.uniforms.high.value.set(high[0], high[2]);
    this.uniforms.floorDepth.value = FLOOR * (high[2] - low[2]);
  }

  /** Before the picture is drawn: the shadow of what is on the stage. */
  update(
    renderer: THREE.WebGLRenderer,
    scene: THREE.Scene,
    camera: THREE.OrthographicCamera,
  ): void {
    const { position, left, right, top, bottom } = camera;
    this.uniforms.window.value.set(
      position.x + left,
      position.z + bottom,
      right - left,
      top - bottom,
    );
    const aspect = (right - left) / (top - bottom);
    const [first, second] = this.targets as [THREE.WebGLRenderTarget, THREE.WebGLRenderTarget];
    const width = Math.max(1, Math.round(SHADOW_PIXELS * aspect));
    for (const target of this.targets) target.setSize(width, SHADOW_PIXELS);
    const before = { clear: renderer.getClearColor(new THREE.Color()), mask: camera.layers.mask };
    camera.layers.set(SHADOW_LAYER);
    scene.overrideMaterial = this.silhouette;
    renderer.setClearColor(this.black);
    renderer.setRenderTarget(first);
    renderer.clear();
    renderer.render(scene, camera);
    scene.overrideMaterial = null;
    camera.layers.mask = before.mask;
    this.blurInto(renderer, first, second, 1 / width, 0, camera);
    this.blurInto(renderer, second, first, 0, 1 / SHADOW_PIXELS, camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(before.clear);
    this.uniforms.shadow.value = first.texture;
  }

  private blurInto(
    renderer: THREE.WebGLRenderer,
    from: THREE.WebGLRenderTarget,
    to: THREE.WebGLRenderTarget,
    x: number,
    y: number,
    camera: THREE.Camera,
  ): void {
    this.blurring.source.value = from.texture;
    this.blurring.way.value.set(x, y);
    renderer.setRenderTarget(to);
    renderer.render(this.blurScene, camera);
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
    this.silhouette.dispose();
    for (const target of this.targets) target.dispose();
  }
}
