/** A ring on the ground around who is chosen, and one where he is sent to. */
import * as THREE from "three";

const CHOSEN = "#5fe0d0";
const GOAL = "#ffb469";
const RADIUS = 0.52;

const RING_VERTEX = /* glsl */ `
out vec2 at;
out float perPixel;
uniform float pixels;
void main() {
  at = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  perPixel = -seen.z / pixels;
  gl_Position = projectionMatrix * seen;
  gl_Position.z -= 4e-5 * gl_Position.w;
}
`;

const RING_FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 colour;
in vec2 at;
in float perPixel;
out vec4 pixel;
void main() {
  float reach = length(at);
  // Never thinner than the eye makes out.
  float wide = max(0.012, 1.1 * perPixel / ${RADIUS.toFixed(2)});
  float line = 1.0 - smoothstep(wide, 2.2 * wide, abs(reach - 0.72));
  float fill = 0.1 * smoothstep(0.72, 0.2, reach);
  pixel = vec4(colour, 0.9 * line + fill * (1.0 - line));
}
`;

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
