/** Arrows in the water, over everything else. */
import * as THREE from "three";

const UP = new THREE.Vector3(0, 1, 0);
/** Of an arrow of length 1: its head, and how broad head and shaft are. */
const HEAD = 0.3;
const BROAD = 0.09;
const SHAFT = 0.028;
const AROUND = 8;
/** Shorter ones would be specks, for each L of the fish. */
const SHORTEST = 0.02;

export class Arrows {
  readonly object: THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly most: number;
  private readonly matrix = new THREE.Matrix4();
  private readonly turn = new THREE.Quaternion();
  private readonly along = new THREE.Vector3();
  private readonly size = new THREE.Vector3();

  constructor(most: number) {
    this.most = most;
    const material = new THREE.MeshBasicMaterial({
      transparent: true,
      opacity: 0.95,
      side: THREE.DoubleSide,
      depthTest: false,
      depthWrite: false,
    });
    this.object = new THREE.InstancedMesh(arrow(), material, most);
    this.object.setColorAt(0, new THREE.Color());
    this.object.frustumCulled = false;
    this.object.renderOrder = 4;
    this.clear();
  }

  get count(): number {
    return this.object.count;
  }

  clear(): void {
    this.object.count = 0;
  }

  /** From a place, as long and as it points [m]; `thick`: how much broader than others; `length`: of the fish. */
  add(
    from: THREE.Vector3,
    vector: THREE.Vector3,
    colour: THREE.Color,
    { thick = 1, length }: { thick?: number; length: number },
  ): void {
    const long = vector.length();
    if (long < SHORTEST * length || this.count >= this.most) return;
    this.turn.setFromUnitVectors(UP, this.along.copy(vector).divideScalar(long));
    const broad = thick * Math.min(long, 0.35 * length);
    this.matrix.compose(from, this.turn, this.size.set(broad, long, broad));
    const index = this.object.count++;
    this.object.setMatrixAt(index, this.matrix);
    this.object.setColorAt(index, colour);
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.object.dispose();
  }
}

/** Upwards from the origin, of length 1. */
function arrow(): THREE.BufferGeometry {
  const profile = [
    [0, 0],
    [SHAFT, 0],
    [SHAFT, 1 - HEAD],
    [BROAD, 1 - HEAD],
    [0, 1],
  ].map(([x, y]) => new THREE.Vector2(x, y));
  return new THREE.LatheGeometry(profile, AROUND);
}
