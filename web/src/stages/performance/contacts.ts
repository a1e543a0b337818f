/** Soft darkness on the floor below feet, below who lies on it, and below what rolls or stands on it. */
import * as THREE from "three";
import { FLOATS } from "../../performance/body.ts";
import type { ShownDouble } from "../../performance/shown.ts";
import type { SegmentInfo } from "../../wire/performing.ts";
import { Darkness } from "../figures/people/blobs.ts";
import { isOnStage, type Props } from "./props/props.ts";

const MOST = 400;
/** Pairs of segments that rest on the floor between them, how wide they are, and from how high on
 * they darken nothing [m]. */
const LIMBS = [
  ["left foot", "left toes", 0.07, 0.22],
  ["right foot", "right toes", 0.07, 0.22],
  ["left shin", "left foot", 0.08, 0.3],
  ["right shin", "right foot", 0.08, 0.3],
  ["pelvis", "left shin", 0.14, 0.45],
  ["pelvis", "right shin", 0.14, 0.45],
  ["pelvis", "head", 0.2, 0.5],
  ["left upper arm", "left palm", 0.08, 0.3],
  ["right upper arm", "right palm", 0.08, 0.3],
] as const;
const DARKEST = 0.62;
/** From which cosine on an edge counts as upright. */
const UPRIGHT = 0.985;

export class Contacts {
  private readonly darkness = new Darkness(MOST);
  private limbs: readonly (readonly [number, number, number, number])[] = [];
  private readonly turn = new THREE.Quaternion();
  private readonly along = new THREE.Vector3();

  get object(): THREE.Mesh {
    return this.darkness.object;
  }

  setSegments(segments: readonly SegmentInfo[]): void {
    const find = (wanted: string) => segments.findIndex(({ name }) => name === wanted);
    this.limbs = LIMBS.map(([one, other, wide, high]) => [find(one), find(other), wide, high]);
  }

  show(doubles: readonly Pick<ShownDouble, "transforms">[], props: Props | null): void {
    this.darkness.clear();
    for (const double of doubles) this.addBody(double.transforms);
    if (props) this.addProps(props);
    this.darkness.show();
  }

  dispose(): void {
    this.darkness.dispose();
  }

  private addBody(transforms: Float32Array): void {
    const at = (segment: number): [number, number, number] => {
      const [x = 0, y = 0, z = 0] = transforms.subarray(FLOATS * segment, FLOATS * segment + 3);
      return [x, y, z];
    };
    for (const [one, other, wide, high] of this.limbs) {
      const [from, to] = [at(one), at(other)];
      const near = 1 - Math.max(from[2], to[2], 0) / high;
      if (near > 0) this.add(from, to, wide, DARKEST * near);
    }
  }

  private addProps({ infos, transforms }: Props): void {
    for (const [k, { shape, size, hangs }] of infos.entries()) {
      const [x = 0, y = 0, z = 0, w = 1, a = 0, b = 0, c = 0] = transforms.subarray(
        7 * k,
        7 * k + 7,
      );
      const [radius = 0] = size;
      if (!isOnStage(x, y, z) || hangs !== null) continue;
      if (shape === "ball") {
        const near = 1 - (z - radius) / (2 * radius);
        if (near > 0) this.add([x, y, z], [x, y, z], 0.62 * radius, DARKEST * Math.min(1, near));
        continue;
      }
      if (shape === "bar") continue;
      // A box lies along its longest edge that is level.
      this.turn.set(a, b, c, w);
      const [half, wide, low, isTilted] = this.lies(size);
      const near = 1 - (z - low) / 0.25;
      if (near <= 0 || isTilted) continue;
      const { x: dx, y: dy } = half;
      this.add([x - dx, y - dy, 0], [x + dx, y + dy, 0], wide, 0.5 * DARKEST * Math.min(1, near));
    }
  }

  /** Half of what a box lies along, how wide it lies, how high its middle is above the floor, and
   * whether only an edge of it is there. */
  private lies(size: readonly number[]): [THREE.Vector3, number, number, boolean] {
    const axes = [0, 1, 2].map((axis) => {
      this.along
        .set(0, 0, 0)
        .setComponent(axis, size[axis] ?? 0)
        .applyQuaternion(this.turn);
      return this.along.clone();
    });
    const low = axes.reduce((sum, { z }) => sum + Math.abs(z), 0);
    const isTilted = !axes.some((axis) => Math.abs(axis.z) > UPRIGHT * axis.length());
    const level = axes.sort((p, q) => Math.hypot(q.x, q.y) - Math.hypot(p.x, p.y));
    const [long, other] = level as [THREE.Vector3, THREE.Vector3];
    return [long, 0.6 * Math.hypot(other.x, other.y) + 0.04, low, isTilted];
  }

  private add(
    from: readonly [number, number, number],
    to: readonly [number, number, number],
    wide: number,
    dark: number,
  ): void {
    this.darkness.add([from[0], from[1]], [to[0], to[1]], wide, dark, -0.006);
  }
}
