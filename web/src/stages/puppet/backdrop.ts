/** What is behind a flat puppet: a lit wall and floor, and on both its soft shadow. */
import * as THREE from "three";
import type { Place } from "../../puppet/document.ts";
import { SHADOW_LAYER } from "./paper.ts";

/** Height of the picture that shadows are drawn in [pixels]. */
const SHADOW_PIXELS = 180;
/** Of the stage's height: how far down the floor goes as it is seen. */
const FLOOR = 0.1;

const fullScreen = /* glsl */ `
  varying vec2 vUv;
  void main() {
    vUv = position.xy * 0.5 + 0.5;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }`;

const blur = /* glsl */ `
  uniform sampler2D source;
  uniform vec2 way;
  varying vec2 vUv;
  void main() {
    float sum = 0.0, weights = 0.0;
    for (int k = -6; k <= 6; k++) {
      float weight = exp(-float(k * k) / 14.0);
      sum += weight * texture2D(source, vUv + float(k) * way).r;
      weights += weight;
    }
    gl_FragColor = vec4(vec3(sum / weights), 1.0);
  }`;

const wall = /* glsl */ `
  uniform sampler2D shadow;
  uniform vec2 low, high;       // of the stage [m]
  uniform vec4 window;          // what is seen: left, bottom, width, height [m]
  uniform float floorDepth;     // [m]
  varying vec2 vUv;
  float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
  float shadowAt(vec2 place) { return texture2D(shadow, (place - window.xy) / window.zw).r; }
  void main() {
    vec2 place = window.xy + vUv * window.zw;
    vec2 size = high - low;
    vec2 middle = vec2(low.x + high.x, low.y * 1.1 + high.y * 0.9) * 0.5;
    float away = length((place - middle) / (size * vec2(0.62, 0.72)));
    vec3 warm = vec3(0.976, 0.914, 0.800);
    vec3 amber = vec3(0.803, 0.604, 0.415);
    vec3 dusk = vec3(0.157, 0.235, 0.278);
    vec3 night = vec3(0.020, 0.075, 0.110);
    vec3 lit = mix(warm, amber, smoothstep(0.1, 0.9, away));
    lit = mix(lit, dusk, smoothstep(0.65, 1.25, away));
    lit = mix(lit, night, smoothstep(1.05, 1.75, away));
    float below = low.y - place.y;
    float dark = 0.0;
    if (below < 0.0) {
      vec2 off = vec2(-0.045, 0.075) * size.y * 0.5;
      dark = 0.42 * shadowAt(place + off);
      // Where wall and floor meet.
      dark += 0.16 * exp(below / (0.03 * size.y));
    } else {
      float depth = below / floorDepth;
      vec3 board = mix(vec3(0.470, 0.290, 0.180), vec3(0.250, 0.145, 0.100), clamp(depth, 0.0, 1.0));
      float spot = 1.0 - smoothstep(0.25, 0.95, abs(place.x - middle.x) / size.x * 1.25);
      lit = board * (0.35 + 0.9 * spot);
      lit += 0.10 * exp(-depth * 26.0) * spot;
      // What stands near the floor lies on it as a flat, soft shadow.
      float slant = 0.22 * floorDepth * depth;
      vec2 seen = vec2(place.x - slant * 1.4, low.y + 0.012 * size.y + below * 2.2);
      dark = 0.55 * shadowAt(seen) * (1.0 - smoothstep(0.2, 1.0, depth));
      // The front edge, and what is below it.
      lit = mix(lit, night * 0.7, smoothstep(0.97, 1.0, depth));
      lit += 0.05 * exp(-abs(depth - 0.97) * 60.0) * spot;
    }
    lit *= 1.0 - clamp(dark, 0.0, 1.0);
    // So that wide gradients show no steps.
    lit += (hash(gl_FragCoord.xy) - 0.5) / 160.0;
    gl_FragColor = vec4(lit, 1.0);
  }`;

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
        vertexShader: fullScreen,
        fragmentShader,
        uniforms: uniforms as Record<string, THREE.IUniform>,
        depthTest: false,
        depthWrite: false,
      });
    this.object = new THREE.Mesh(triangle, material(wall, this.uniforms));
    this.object.frustumCulled = false;
    this.object.renderOrder = -1;
    const blurrer = new THREE.Mesh(triangle, material(blur, this.blurring));
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
