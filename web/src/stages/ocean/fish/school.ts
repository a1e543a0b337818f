/** All fishes: poses computed on the GPU, then bodies, fins or wires in one draw call each. */
import * as THREE from "three";
import type { SnapshotFrame } from "../../../wire/frame.ts";
import type { Pair } from "../../../wire/timeline.ts";
import { bodyMesh, COARSE, COARSEST, type Detail, FINE } from "./anatomy.ts";
import { finMesh } from "./fins.ts";
import { instancedGeometry } from "./meshBuilder.ts";
import { type FishTraits, PosePass } from "./pose.ts";
import { BODY_FRAGMENT, FIN_FRAGMENT, SKIN_VERTEX } from "./skin.glsl.ts";
import { wireObjects } from "./wires.ts";

/** Above this many, most fishes are small on the screen and coarser meshes do. */
const CROWD = 600;
const HOST = 3000;

export class School {
  readonly object = new THREE.Group();
  private readonly poses = new PosePass();
  private readonly body: THREE.Mesh<THREE.InstancedBufferGeometry>;
  private readonly fins: THREE.Mesh<THREE.InstancedBufferGeometry>;
  private readonly lines: THREE.LineSegments<THREE.InstancedBufferGeometry>;
  private readonly points: THREE.Points<THREE.InstancedBufferGeometry>;
  private readonly simulatedTime = { value: 0 };
  private readonly pointScale = { value: 10 };
  private detail: Detail = FINE;
  private readonly plain: boolean;

  /** `plain`: coarse meshes whatever the count. */
  constructor(light: Record<string, THREE.IUniform>, plain: boolean) {
    this.plain = plain;
    const uniforms = {
      ...light,
      ...this.poses.lookup,
      simulatedTime: this.simulatedTime,
      pointScale: this.pointScale,
    };
    const common = { glslVersion: THREE.GLSL3, vertexShader: SKIN_VERTEX, uniforms } as const;
    this.body = new THREE.Mesh(
      instancedGeometry(bodyMesh(FINE)),
      new THREE.RawShaderMaterial({ ...common, fragmentShader: BODY_FRAGMENT }),
    );
    this.fins = new THREE.Mesh(
      instancedGeometry(finMesh(FINE)),
      new THREE.RawShaderMaterial({
        ...common,
        fragmentShader: FIN_FRAGMENT,
        side: THREE.DoubleSide,
        transparent: true,
      }),
    );
    this.body.frustumCulled = this.fins.frustumCulled = false;
    const wires = wireObjects(uniforms);
    this.lines = wires.lines;
    this.points = wires.points;
    this.object.add(this.body, this.fins, this.lines, this.points);
    this.showWires(false);
  }

  setTraits(traits: FishTraits): void {
    this.poses.setTraits(traits);
  }

  showWires(on: boolean): void {
    this.body.visible = this.fins.visible = !on;
    this.lines.visible = this.points.visible = on;
  }

  update(renderer: THREE.WebGLRenderer, pair: Pair<SnapshotFrame>, seconds: number): void {
    this.simulatedTime.value = seconds;
    this.pointScale.value = renderer.domElement.height * 0.005;
    this.fitDetail(pair.to.count);
    for (const part of [this.body, this.fins, this.lines, this.points]) {
      part.geometry.instanceCount = pair.to.count;
    }
    this.object.visible = pair.to.count > 0;
    if (this.object.visible) this.poses.render(renderer, pair);
  }

  readPoses(renderer: THREE.WebGLRenderer, fishes: number): Promise<Float32Array> {
    return this.poses.read(renderer, fishes);
  }

  dispose(): void {
    this.poses.dispose();
    for (const part of [this.body, this.fins, this.lines, this.points]) {
      part.geometry.dispose();
      (part.material as THREE.Material).dispose();
    }
  }

  private fitDetail(count: number): void {
    const detail = count > HOST ? COARSEST : this.plain || count > CROWD ? COARSE : FINE;
    if (detail === this.detail) return;
    this.detail = detail;
    this.body.geometry.dispose();
    this.fins.geometry.dispose();
    this.body.geometry = instancedGeometry(bodyMesh(detail));
    this.fins.geometry = instancedGeometry(finMesh(detail));
  }
}
