/** Small things: plankton as soft specks, bubbles with a bright rim, crumbs of food. */
import * as THREE from "three";
import { type MovingPair, particlesBetween, type Small } from "../../../wire/moving.ts";
import { LIGHT } from "../light.glsl.ts";

const VERTEX = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
uniform float pixelScale, growth, least;
in vec4 speck;
out vec3 worldPlace;
out float faint, own;
void main() {
  worldPlace = speck.xyz;
  own = fract(float(gl_VertexID) * 0.618034);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
  // Nothing is here now.
  if (speck.w == 0.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  float size = pixelScale * growth * speck.w / max(gl_Position.w, 0.05);
  gl_PointSize = clamp(size, least, 90.0);
  faint = min(1.0, size / least);
}
`;

const HEAD = /* glsl */ `
${LIGHT}
in vec3 worldPlace;
in float faint, own;
out vec4 pixel;
/** What the water lets through from here. */
float clearness() {
  return exp(-(0.12 + SCATTERING) * murk * length(worldPlace - eye));
}
`;

const PLANKTON = /* glsl */ `
${HEAD}
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float away = dot(place, place);
  float soft = max(0.0, 1.0 - away);
  float core = smoothstep(0.35, 0.0, away);
  float twinkle = 0.75 + 0.25 * sin(time * (0.8 + own) + own * 40.0);
  vec3 colour = mix(vec3(0.55, 0.95, 0.75), vec3(1.0, 0.80, 0.55), step(0.72, own));
  float bright = (soft * soft * 0.45 + core * 0.75) * twinkle * clearness() * faint;
  pixel = vec4(colour * sqrt(sunshine), bright);
}
`;

const BUBBLE = /* glsl */ `
${HEAD}
void main() {
  vec2 place = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
  float away = dot(place, place);
  if (away > 1.0) discard;
  float rim = smoothstep(0.35, 0.95, away) * smoothstep(1.0, 0.88, away);
  float sky = smoothstep(0.16, 0.0, length(place - vec2(-0.3, 0.42)));
  float below = smoothstep(0.5, 0.0, length(place - vec2(0.25, -0.55)));
  float bright = 0.10 + 0.75 * rim * (0.65 + 0.35 * place.y) + 0.95 * sky + 0.22 * below;
  pixel = vec4(vec3(0.78, 0.95, 1.0) * sunshine, bright * clearness() * faint);
}
`;

const FOOD = /* glsl */ `
${HEAD}
void main() {
  vec2 place = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
  float angle = atan(place.y, place.x);
  // Crumbs are not round.
  float edge = 0.78 + 0.16 * sin(angle * 3.0 + own * 20.0) + 0.06 * sin(angle * 7.0 - own * 31.0);
  float away = length(place) / edge;
  if (away > 1.0) discard;
  vec3 n = vec3(place / edge, sqrt(1.0 - away * away));
  float lit = 0.45 + 0.75 * max(0.0, dot(n, normalize(vec3(-0.2, 0.9, 0.35))));
  vec3 crumb = mix(vec3(0.62, 0.26, 0.08), vec3(0.85, 0.52, 0.20), own);
  vec3 colour = throughWater(crumb * lit, worldPlace, openWater(normalize(worldPlace - eye)));
  pixel = vec4(finished(colour), faint);
}
`;

interface Looks {
  fragment: string;
  blending: THREE.Blending;
  /** Drawn larger than it is, and never smaller than so many pixels. */
  growth: number;
  least: number;
}

const LOOKS: Record<Small, Looks> = {
  plankton: { fragment: PLANKTON, blending: THREE.AdditiveBlending, growth: 6, least: 2.2 },
  bubbles: { fragment: BUBBLE, blending: THREE.AdditiveBlending, growth: 2, least: 2.4 },
  food: { fragment: FOOD, blending: THREE.NormalBlending, growth: 1.8, least: 2.5 },
};

export class Particles {
  readonly object: THREE.Points;
  readonly what: Small;
  private readonly pixelScale = { value: 1 };
  /** Place and diameter of each, page coordinates [m]. */
  specks = new THREE.BufferAttribute(new Float32Array(0), 4);

  constructor(what: Small, light: Record<string, THREE.IUniform>) {
    this.what = what;
    const { fragment, blending, growth, least } = LOOKS[what];
    this.object = new THREE.Points(
      new THREE.BufferGeometry(),
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: VERTEX,
        fragmentShader: fragment,
        uniforms: {
          ...light,
          pixelScale: this.pixelScale,
          growth: { value: growth },
          least: { value: least },
        },
        transparent: true,
        depthWrite: false,
        blending,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
  }

  update(pair: MovingPair): void {
    const places = pair.to[this.what].length / 4;
    if (this.specks.count !== places) this.makeRoom(places);
    const count = particlesBetween(pair, this.what, this.specks.array as Float32Array);
    this.specks.needsUpdate = true;
    this.object.visible = count > 0;
  }

  /** `pixels`: size on the screen of a metre, a metre away. */
  face(pixels: number): void {
    this.pixelScale.value = pixels;
  }

  private makeRoom(places: number): void {
    this.object.geometry.dispose();
    const geometry = new THREE.BufferGeometry();
    this.specks = new THREE.BufferAttribute(new Float32Array(places * 4), 4);
    this.specks.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("speck", this.specks);
    // Three.js counts vertices by their position.
    geometry.setAttribute("position", this.specks);
    this.object.geometry = geometry;
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as THREE.Material).dispose();
  }
}
