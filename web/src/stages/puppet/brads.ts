/** Brass pins that hold the parts of a flat puppet together, where one turns against another. */
import BRAD_FRAGMENT from "shaders/puppet/brad.frag.glsl";
import BRAD_VERTEX from "shaders/puppet/brad.vert.glsl";
import * as THREE from "three";
import type { Figure } from "./figure.ts";

/** As a share of the puppet's size. */
const RADIUS = 0.0135;

export class Brads {
  readonly object: THREE.InstancedMesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;
  private readonly figure: Figure;
  private readonly points: readonly number[];
  private readonly scale: THREE.Vector3;

  /** order: in which it is drawn, after all parts. */
  constructor(figure: Figure, size: number, order: number) {
    this.figure = figure;
    this.points = pinned(figure);
    this.scale = new THREE.Vector3().setScalar(RADIUS * size);
    this.object = new THREE.InstancedMesh(
      new THREE.PlaneGeometry(2, 2),
      new THREE.ShaderMaterial({
        vertexShader: BRAD_VERTEX,
        fragmentShader: BRAD_FRAGMENT,
        uniforms: { opacity: { value: 1 } },
        transparent: true,
        depthTest: false,
        depthWrite: false,
        side: THREE.DoubleSide,
      }),
      Math.max(1, this.points.length),
    );
    this.object.count = this.points.length;
    this.object.renderOrder = order;
    this.object.frustumCulled = false;
  }

  show(visible: boolean, opacity: number): void {
    this.object.visible = visible;
    (this.object.material.uniforms.opacity as THREE.IUniform).value = opacity;
  }

  update(): void {
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    for (const [k, point] of this.points.entries()) {
      const place = new THREE.Vector3(...this.figure.placeOf(point));
      this.object.setMatrixAt(k, matrix.compose(place, turn, this.scale));
    }
    this.object.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}

/** Points at which one part begins and another one goes on. */
function pinned({ parts }: Figure): number[] {
  const starts = new Set(parts.map(({ follows }) => follows[0] ?? -1));
  return [...starts].filter((point) => {
    const sharing = parts.filter(({ follows }) => follows.includes(point));
    return sharing.length > 1 && sharing.some(({ follows }) => follows[0] !== point);
  });
}
