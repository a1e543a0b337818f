/** Sand without end: a disc that follows the camera, its relief fixed in the world. */
import SEABED_FRAGMENT from "shaders/ocean/seabed.frag.glsl";
import SEABED_VERTEX from "shaders/ocean/seabed.vert.glsl";
import * as THREE from "three";
import { detail } from "./detail.ts";
import { SEABED_HEIGHT } from "./heights.ts";

const RINGS = 56;
const SPOKES = 72;
const REACH = 48;

/** The same in TypeScript, for what is placed on the sand or must stay above it. */
export function seabedHeight(x: number, z: number): number {
  const dunes = Math.sin(x * 0.31 + 1.3 * Math.sin(z * 0.17)) * Math.sin(z * 0.23 + 0.7);
  const banks = Math.sin(x * 0.93 + z * 0.41) * Math.sin(z * 0.77 - x * 0.29);
  return SEABED_HEIGHT + 0.26 * dunes + 0.07 * banks;
}

export function seabed(light: Record<string, THREE.IUniform>): THREE.Mesh {
  const mesh = new THREE.Mesh(
    discGeometry(),
    new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: SEABED_VERTEX,
      fragmentShader: SEABED_FRAGMENT,
      // Nothing stands there that would keep light away.
      defines: detail,
      uniforms: { ...light, contact: { value: null }, contactScale: { value: 0 } },
    }),
  );
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  return mesh;
}

/** Rings that widen with the distance. */
function discGeometry(): THREE.BufferGeometry {
  const places: number[] = [];
  const index: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    const radius = REACH * (ring / RINGS) ** 2.2;
    for (let spoke = 0; spoke < SPOKES; spoke++) {
      const angle = (spoke / SPOKES) * 2 * Math.PI;
      places.push(radius * Math.cos(angle), 0, radius * Math.sin(angle));
      if (ring === RINGS) continue;
      const a = ring * SPOKES + spoke;
      const b = ring * SPOKES + ((spoke + 1) % SPOKES);
      index.push(a, b, a + SPOKES, b, b + SPOKES, a + SPOKES);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  geometry.setIndex(index);
  return geometry;
}
