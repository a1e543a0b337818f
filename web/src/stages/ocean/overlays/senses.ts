/** What a fish perceives, in the water around it: how far it sees, whom, and who is in its way. */
import * as THREE from "three";
import type { Sensed } from "../../../wire/messages.ts";
import type { Followed } from "../cameras/fish.ts";
import { TONE } from "./tones.ts";
import { boxLines, viewLines } from "./volumes.ts";

type Kind = Sensed["fishes"][number]["kind"];

const MOST_MARKS = 16;
/** Round, or with so many corners: kinds differ in more than colour. */
const CORNERS: Record<Kind, number> = { schoolmate: 24, predator: 3, prey: 4, mate: 6 };
const KINDS = Object.keys(CORNERS) as Kind[];
const MARK_IN_LENGTHS = 0.6;
const DANGER_IN_LENGTHS = 0.85;

/** A fish that is perceived, where it is drawn. */
export interface SeenFish {
  id: number;
  kind: Kind;
  place: THREE.Vector3;
  length: number;
}

export class Senses {
  readonly object = new THREE.Group();
  private readonly view: THREE.LineSegments<THREE.BufferGeometry, THREE.Material>;
  private readonly region: THREE.LineSegments<THREE.BufferGeometry, THREE.LineDashedMaterial>;
  private readonly marks: Record<Kind, THREE.InstancedMesh>;
  private readonly facing = new THREE.Quaternion();
  private shownView = Number.NaN;
  private shownRegion = "";
  private readonly basis = new THREE.Matrix4();
  private readonly left = new THREE.Vector3();
  private readonly matrix = new THREE.Matrix4();
  private readonly size = new THREE.Vector3();

  constructor() {
    this.view = lines(new THREE.LineBasicMaterial({ color: TONE.view, opacity: 0.35 }));
    this.region = lines(
      new THREE.LineDashedMaterial({ color: TONE.region, opacity: 0.95, dashSize: 1, gapSize: 1 }),
    );
    this.region.material.depthTest = false;
    this.marks = Object.fromEntries(KINDS.map((kind) => [kind, marks(kind)])) as typeof this.marks;
    this.object.add(this.view, this.region, ...Object.values(this.marks));
    this.hide();
  }

  hide(): void {
    this.object.visible = false;
  }

  show(sensed: Sensed, fish: Followed, seen: readonly SeenFish[]): void {
    this.object.visible = true;
    this.shape(sensed, fish.length);
    this.left.crossVectors(fish.up, fish.ahead);
    this.basis.makeBasis(fish.ahead, this.left, fish.up);
    this.region.quaternion.setFromRotationMatrix(this.basis);
    this.region.position.copy(fish.place);
    this.view.quaternion.copy(this.region.quaternion);
    this.view.position.copy(fish.place).addScaledVector(fish.ahead, sensed.eye);
    this.view.scale.setScalar(sensed.sight);
    for (const kind of KINDS) this.marks[kind].count = 0;
    for (const { id, kind, place, length } of seen) {
      const mesh = this.marks[kind];
      if (mesh.count === MOST_MARKS) continue;
      const large = (id === sensed.danger ? DANGER_IN_LENGTHS : MARK_IN_LENGTHS) * length;
      this.matrix.compose(place, this.facing, this.size.setScalar(large));
      mesh.setMatrixAt(mesh.count++, this.matrix);
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** Marks look at whoever looks. */
  face(camera: THREE.Camera): void {
    this.facing.copy(camera.quaternion);
  }

  dispose(): void {
    for (const part of [this.view, this.region]) {
      part.geometry.dispose();
      part.material.dispose();
    }
    for (const kind of KINDS) {
      this.marks[kind].geometry.dispose();
      (this.marks[kind].material as THREE.Material).dispose();
      this.marks[kind].dispose();
    }
  }

  private shape({ view, low, high }: Sensed, length: number): void {
    if (view !== this.shownView) {
      this.shownView = view;
      draw(this.view.geometry, viewLines(view));
    }
    const region = `${low} ${high}`;
    if (region === this.shownRegion) return;
    this.shownRegion = region;
    draw(this.region.geometry, boxLines(low, high));
    this.region.material.dashSize = 0.06 * length;
    this.region.material.gapSize = 0.04 * length;
    this.region.computeLineDistances();
  }
}

function draw(geometry: THREE.BufferGeometry, places: number[]): void {
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
}

function lines<M extends THREE.Material>(material: M): THREE.LineSegments<THREE.BufferGeometry, M> {
  material.transparent = true;
  material.depthWrite = false;
  const object = new THREE.LineSegments(new THREE.BufferGeometry(), material);
  object.frustumCulled = false;
  object.renderOrder = 3;
  return object;
}

function marks(kind: Kind): THREE.InstancedMesh {
  const corners = CORNERS[kind];
  const material = new THREE.MeshBasicMaterial({
    color: TONE[kind],
    transparent: true,
    opacity: 0.9,
    depthTest: false,
    depthWrite: false,
  });
  const geometry = new THREE.RingGeometry(0.965, 1, corners, 1, Math.PI / 2);
  const mesh = new THREE.InstancedMesh(geometry, material, MOST_MARKS);
  mesh.frustumCulled = false;
  mesh.renderOrder = 4;
  return mesh;
}
