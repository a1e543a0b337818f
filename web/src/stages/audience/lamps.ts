/** Bulbs on a line along the roof of the pavilion, and lamps below it: what lights it is seen. */
import BULB_FRAGMENT from "shaders/audience/bulb.frag.glsl";
import BULB_VERTEX from "shaders/audience/bulb.vert.glsl";
import * as THREE from "three";

/** From where to where the line hangs, and how high [m]. */
const LEFT = -14.6;
const RIGHT = 5.6;
const FRONT = 10.02;
const HEIGHT = 3.05;
/** Between two hooks, and how far it sags between them [m]. */
const BAY = 2.525;
const SAG = 0.28;
const BULBS_A_BAY = 5;
/** As in the shader of the evening [m]. */
const BELOW_ROOF = [-11, -5, 1].map((x) => [x, 12.6, 2.72] as const);

export class Lamps {
  readonly object: THREE.Points;
  private readonly material = new THREE.ShaderMaterial({
    vertexShader: BULB_VERTEX,
    fragmentShader: BULB_FRAGMENT,
    uniforms: { tall: { value: 1 } },
    transparent: true,
    depthWrite: false,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneMinusSrcAlphaFactor,
  });

  constructor() {
    const places: number[] = [];
    const sizes: number[] = [];
    for (let x = LEFT; x <= RIGHT + 1e-6; x += BAY / BULBS_A_BAY) {
      const along = (((x - LEFT) / BAY) % 1) * 2 - 1;
      places.push(x, FRONT, HEIGHT - SAG * (1 - along * along));
      sizes.push(0.16);
    }
    for (const place of BELOW_ROOF) {
      places.push(...place);
      sizes.push(0.5);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
    geometry.setAttribute("size", new THREE.Float32BufferAttribute(sizes, 1));
    this.object = new THREE.Points(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 4;
    this.object.onBeforeRender = (renderer) => {
      const { tall } = this.material.uniforms;
      if (tall) tall.value = renderer.getDrawingBufferSize(new THREE.Vector2()).y;
    };
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
