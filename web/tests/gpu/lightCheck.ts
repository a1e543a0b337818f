/** Runs in the browser: what the water leaves of a white thing, by the shader. */
import LIGHT from "shaders/ocean/light.glsl";
import * as THREE from "three";
import { fullscreenTriangle } from "../../src/stages/ocean/fullscreen.ts";
import { daylight } from "../../src/stages/ocean/habitat/daylight.ts";

const VERTEX = /* glsl */ `
in vec3 position;
void main() { gl_Position = vec4(position, 1.0); }
`;
const FRAGMENT = /* glsl */ `
${LIGHT}
uniform float distances[8];
out vec4 pixel;
void main() {
  float far = distances[int(gl_FragCoord.x)];
  vec3 seen = throughWater(vec3(1.0), eye + far * vec3(0.6, 0.0, 0.8), vec3(0.0));
  vec3 left = daylight(waterline - far);
  pixel = vec4(gl_FragCoord.y < 1.0 ? seen : left, 1.0);
}
`;

/** Red, green and blue that are left of a white thing so far away [m], and of light so deep. */
export function whiteThings(distances: readonly number[]): { seen: number[][]; lit: number[][] } {
  const renderer = new THREE.WebGLRenderer({ antialias: false });
  renderer.getContext().getExtension("EXT_color_buffer_float");
  const padded = Array.from({ length: 8 }, (_, k) => distances[k] ?? 0);
  const nothing = new THREE.DataTexture(new Uint8Array(4), 1, 1);
  nothing.needsUpdate = true;
  const scene = new THREE.Scene().add(
    fullscreenTriangle(
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: {
          ...daylight(),
          eye: { value: new THREE.Vector3(2, -1, 3) },
          waterline: { value: 3 },
          murk: { value: 1 },
          lamp: { value: 0 },
          shaftLight: { value: nothing },
          shaftArea: { value: new THREE.Vector4(0, 0, 1, 1) },
          distances: { value: padded },
        },
      }),
    ),
  );
  const target = new THREE.WebGLRenderTarget(8, 2, { type: THREE.FloatType });
  renderer.setRenderTarget(target);
  renderer.render(scene, new THREE.Camera());
  const texels = new Float32Array(8 * 2 * 4);
  renderer.readRenderTargetPixels(target, 0, 0, 8, 2, texels);
  const row = (y: number) =>
    distances.map((_, k) => [...texels.slice((8 * y + k) * 4, (8 * y + k) * 4 + 3)]);
  return { seen: row(0), lit: row(1) };
}
