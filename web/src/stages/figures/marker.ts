/** A ring on the ground around who is chosen, and one where he is sent to. */
import RING_FRAGMENT from "shaders/figures/marker.frag.glsl";
import RING_VERTEX from "shaders/figures/marker.vert.glsl";
import * as THREE from "three";

const CHOSEN = "#5fe0d0";
const GOAL = "#ffb469";
const RADIUS = 0.52;

function ring(colour: string): THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial> {
  const mesh = new THREE.Mesh(
    new THREE.PlaneGeometry(2, 2),
    new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: RING_VERTEX,
      fragmentShader: RING_FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: {
        colour: { value: new THREE.Color(colour).convertLinearToSRGB() },
        pixels: { value: 1 },
        radius: { value: RADIUS },
      },
    }),
  );
  mesh.scale.setScalar(RADIUS / 0.72);
  mesh.renderOrder = 3;
  mesh.frustumCulled = false;
  mesh.visible = false;
  return mesh;
}

type Place = readonly [number, number, number];

export class Marker {
  readonly object = new THREE.Group();
  private readonly own = ring(CHOSEN);
  private readonly goal = ring(GOAL);

  constructor() {
    this.object.add(this.own, this.goal);
  }

  /** Where they lie; `pixels` that a metre has in a distance of a metre. */
  show(own: Place | null, goal: Place | null, pixels: number): void {
    for (const [mesh, place] of [
      [this.own, own],
      [this.goal, goal],
    ] as const) {
      mesh.visible = place !== null;
      if (place) mesh.position.set(place[0], place[1], place[2] + 0.015);
      (mesh.material.uniforms.pixels as THREE.IUniform).value = pixels;
    }
  }

  dispose(): void {
    for (const { geometry, material } of [this.own, this.goal]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
