/** A polished floor: who is on it is seen in it, as in still water. */
import * as THREE from "three";
import { floorFragment } from "../performance/place/floor.glsl.ts";
import type { FloorStuff } from "../performance/place/terrace.ts";

/** Of what is seen, as a share of the picture's width and height. */
const FINENESS = 0.5;
/** Dark slabs show more of what is on them. */
const SLABS = "vec3(0.20, 0.205, 0.22)";

/** A mirror image is drawn the other way round, so that what faces the eye still does. */
const POLISHED = /* glsl */ `
uniform sampler2D mirrored;
uniform vec2 picture;
vec3 polished(vec3 colour, float mirror) {
#ifdef FINE
  vec2 place = gl_FragCoord.xy / picture;
  vec4 seen = textureLod(mirrored, vec2(1.0 - place.x, place.y), 1.6);
  // What is transparent there has been mixed with black.
  return mix(colour, seen.rgb / max(seen.a, 1e-3), min(0.62, 0.16 + 1.4 * mirror) * seen.a);
#else
  return colour;
#endif
}
`;

export class Mirror {
  readonly floor: FloorStuff;
  private readonly target = new THREE.WebGLRenderTarget(1, 1, {
    generateMipmaps: true,
    minFilter: THREE.LinearMipmapLinearFilter,
  });
  private readonly picture = new THREE.Vector2();
  private readonly below = new THREE.Camera();

  constructor() {
    // Its matrices are set here: a camera would drop the mirror from its own.
    this.below.matrixWorldAutoUpdate = false;
    this.floor = {
      fragment: floorFragment(SLABS, POLISHED),
      uniforms: { mirrored: { value: this.target.texture }, picture: { value: this.picture } },
    };
  }

  /** What stands on the floor, seen in it; `fine`: only where there is time for that. */
  draw(
    renderer: THREE.WebGLRenderer,
    camera: THREE.PerspectiveCamera,
    cast: THREE.Scene,
    fine: boolean,
  ): void {
    if (!fine) return;
    renderer.getDrawingBufferSize(this.picture);
    const { x, y } = this.picture.clone().multiplyScalar(FINENESS).ceil();
    if (this.target.width !== x || this.target.height !== y) this.target.setSize(x, y);
    const { below } = this;
    below.matrixWorld.makeScale(1, 1, -1).multiply(camera.matrixWorld);
    below.matrixWorldInverse.copy(below.matrixWorld).invert();
    below.projectionMatrix.makeScale(-1, 1, 1).multiply(camera.projectionMatrix);
    below.projectionMatrixInverse.copy(below.projectionMatrix).invert();
    renderer.setRenderTarget(this.target);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.render(cast, below);
    renderer.setClearAlpha(1);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.target.dispose();
  }
}
