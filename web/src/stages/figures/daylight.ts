/** The sun over the town, and the shadows that it casts. */
import * as THREE from "three";

/** Where the light comes from: the late afternoon, from the south-west. */
export const SUNWARDS = new THREE.Vector3(-0.66, -0.52, 0.5).normalize();

type Light = ReturnType<typeof lightUniforms>;

function lightUniforms(standing: THREE.Texture, moving: THREE.Texture, sunwards: THREE.Vector3) {
  return {
    eye: { value: new THREE.Vector3() },
    sunwards: { value: sunwards },
    standing: { value: standing },
    moving: { value: moving },
    toStanding: { value: new THREE.Matrix4() },
    toMoving: { value: new THREE.Matrix4() },
    texels: { value: new THREE.Vector2() },
  };
}

/** How far behind and before what casts shadows in a town one looks [m]: shadows begin about a
 * thousandth of that behind their casters. */
const TOWN_REACH = 160;

class ShadowMap {
  readonly target: THREE.WebGLRenderTarget;
  readonly casters = new THREE.Scene();
  private readonly camera: THREE.OrthographicCamera;
  private readonly pixels: number;
  private readonly reach: number;
  private readonly sunwards: THREE.Vector3;

  constructor(pixels: number, reach: number, sunwards: THREE.Vector3) {
    this.pixels = pixels;
    this.reach = reach;
    this.sunwards = sunwards;
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 2 * reach);
    const depth = new THREE.DepthTexture(pixels, pixels, THREE.UnsignedIntType);
    depth.compareFunction = THREE.LessEqualCompare;
    depth.minFilter = depth.magFilter = THREE.LinearFilter;
    this.target = new THREE.WebGLRenderTarget(pixels, pixels, { depthTexture: depth });
    this.casters.matrixWorldAutoUpdate = false;
  }

  get depth(): THREE.DepthTexture {
    return this.target.depthTexture as THREE.DepthTexture;
  }

  /** Covers a circle on the ground; whole texels, so that edges do not swim. Returns a texel. */
  cover(x: number, y: number, radius: number, toMap: THREE.Matrix4): number {
    const { camera } = this;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.up.set(0, 0, 1);
    camera.position.copy(this.sunwards).multiplyScalar(this.reach);
    camera.lookAt(0, 0, 0);
    const right = new THREE.Vector3(1, 0, 0).applyQuaternion(camera.quaternion);
    const up = new THREE.Vector3(0, 1, 0).applyQuaternion(camera.quaternion);
    const texel = (2 * radius) / this.pixels;
    const centre = new THREE.Vector3(x, y, 0);
    const across = Math.round(centre.dot(right) / texel) * texel;
    const along = Math.round(centre.dot(up) / texel) * texel;
    const deep = centre.dot(this.sunwards);
    camera.position
      .copy(right.multiplyScalar(across))
      .addScaledVector(up, along)
      .addScaledVector(this.sunwards, deep + this.reach);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    toMap
      .makeTranslation(0.5, 0.5, 0.5)
      .scale(new THREE.Vector3(0.5, 0.5, 0.5))
      .multiply(camera.projectionMatrix)
      .multiply(camera.matrixWorldInverse);
    return 1 / this.pixels;
  }

  draw(renderer: THREE.WebGLRenderer): void {
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.casters, this.camera);
    renderer.setRenderTarget(null);
  }

  dispose(): void {
    this.depth.dispose();
    this.target.dispose();
  }
}

export class Daylight {
  readonly uniforms: Light;
  private readonly standing: ShadowMap;
  private readonly moving: ShadowMap;
  private stale = true;
  private fine: boolean;
  private readonly materials = new Set<THREE.RawShaderMaterial>();

  /** Where drawing is slow, shadows are coarser; reach [m]: of what casts them; sunwards: where the
   * light comes from. */
  constructor(frugal: boolean, reach = TOWN_REACH, sunwards = SUNWARDS) {
    this.standing = new ShadowMap(frugal ? 1024 : 3072, reach, sunwards);
    this.moving = new ShadowMap(frugal ? 512 : 1024, reach, sunwards);
    this.uniforms = lightUniforms(this.standing.depth, this.moving.depth, sunwards);
    this.fine = !frugal;
  }

  get isFine(): boolean {
    return this.fine;
  }

  /** Of something that this light falls on. */
  material(
    vertexShader: string,
    fragmentShader: string,
    more: THREE.ShaderMaterialParameters = {},
  ): THREE.RawShaderMaterial {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader,
      fragmentShader,
      ...more,
      uniforms: { ...this.uniforms, ...more.uniforms },
      defines: { ...more.defines, FINE: this.fine && 1 },
    });
    this.materials.add(material);
    material.addEventListener("dispose", () => this.materials.delete(material));
    return material;
  }

  /** Whether all is shown, or what is only ornament is left out: where pixels are dear. */
  setFine(on: boolean): void {
    if (on === this.fine) return;
    this.fine = on;
    for (const material of this.materials) {
      material.defines = { ...material.defines, FINE: on && 1 };
      material.needsUpdate = true;
    }
  }

  /** What casts shadows that stay; drawn once more after every change. */
  addStanding(object: THREE.Object3D): void {
    object.updateMatrixWorld();
    this.standing.casters.add(object);
    this.stale = true;
  }

  addMoving(object: THREE.Object3D): void {
    this.moving.casters.add(object);
  }

  removeMoving(object: THREE.Object3D): void {
    this.moving.casters.remove(object);
  }

  removeStanding(object: THREE.Object3D): void {
    this.standing.casters.remove(object);
    this.stale = true;
  }

  /** The circle that shadows fall into that stay. */
  coverTown(x: number, y: number, radius: number): void {
    const { toStanding, texels } = this.uniforms;
    texels.value.x = this.standing.cover(x, y, radius, toStanding.value);
    this.stale = true;
  }

  /** Draws the shadows of who moves, in a circle on the ground around what the camera looks at. */
  draw(renderer: THREE.WebGLRenderer, x: number, y: number, radius: number): void {
    const { toMoving, texels } = this.uniforms;
    texels.value.y = this.moving.cover(x, y, radius, toMoving.value);
    this.moving.draw(renderer);
    if (!this.stale) return;
    this.stale = false;
    this.standing.draw(renderer);
  }

  dispose(): void {
    this.standing.dispose();
    this.moving.dispose();
  }
}
