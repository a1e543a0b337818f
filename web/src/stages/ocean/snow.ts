/** Marine snow: specks in a box around the camera that wrap around as it moves. */
import * as THREE from "three";
import { LIGHT } from "./light.glsl.ts";

const SPECKS = 700;
const BOX = 7;

const SNOW_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
uniform float time, pixelScale;
in vec4 speck;
out float faint;
void main() {
  vec3 drift = vec3(0.03, -0.035, 0.018) * time * (0.6 + speck.w)
    + 0.05 * sin(time * (0.25 + 0.3 * speck.w) + speck.yzx * 40.0);
  vec3 offset = mod(speck.xyz * ${BOX.toFixed(1)} + drift - eye, ${BOX.toFixed(1)}) - ${(BOX / 2).toFixed(1)};
  float distance = length(offset);
  gl_Position = projectionMatrix * viewMatrix * vec4(eye + offset, 1.0);
  float size = pixelScale * (0.0022 + 0.0035 * speck.w * speck.w) / max(gl_Position.w, 0.05);
  gl_PointSize = clamp(size, 1.0, 7.0);
  faint = (0.10 + 0.28 * speck.w) * min(size, 1.0) * smoothstep(${(BOX / 2).toFixed(1)}, 1.0, distance)
    * smoothstep(0.1, 0.5, distance);
}
`;

const SNOW_FRAGMENT = /* glsl */ `
${LIGHT}
in float faint;
out vec4 pixel;
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float disc = smoothstep(1.0, 0.1, dot(place, place));
  pixel = vec4(vec3(0.62, 0.90, 0.92) * sunshine, faint * disc);
}
`;

export class Snow {
  readonly object: THREE.Points;
  private readonly pixelScale = { value: 1 };

  constructor(light: Record<string, THREE.IUniform>) {
    const specks = Float32Array.from({ length: SPECKS * 4 }, Math.random);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("speck", new THREE.BufferAttribute(specks, 4));
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(SPECKS * 3), 3));
    this.object = new THREE.Points(
      geometry,
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: SNOW_VERTEX,
        fragmentShader: SNOW_FRAGMENT,
        uniforms: { ...light, pixelScale: this.pixelScale },
        transparent: true,
        depthWrite: false,
        blending: THREE.AdditiveBlending,
      }),
    );
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
  }

  update(renderer: THREE.WebGLRenderer): void {
    this.pixelScale.value = renderer.domElement.height;
  }
}
