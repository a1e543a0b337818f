/** The light of an evening performance: a spot that goes with who is on the stage. */
import * as THREE from "three";
import { Daylight } from "../figures/daylight.ts";
import { approach } from "../figures/groundCamera.ts";

/** Where the spot comes from: above the audience's left. */
const SPOTWARDS = new THREE.Vector3(-0.26, -0.7, 0.86).normalize();
/** What casts shadows is within this distance of the middle [m]. */
const REACH = 45;
/** Of its circle around one, and how much wider than those on the stage it is [m]. */
const RADIUS = 3.4;
/** How fast it goes after them [s]. */
const HALF_LIFE = 0.35;

export class Evening extends Daylight {
  private readonly spot = { value: new THREE.Vector4(0, 0, 1, RADIUS) };
  private isNew = true;

  constructor(frugal: boolean) {
    super(frugal, REACH, SPOTWARDS);
  }

  /** Whatever was painted for the day is seen in this light. */
  override material(
    vertexShader: string,
    fragmentShader: string,
    more: THREE.ShaderMaterialParameters = {},
  ): THREE.RawShaderMaterial {
    return super.material(vertexShader, fragmentShader, {
      ...more,
      defines: { ...more.defines, EVENING: 1 },
      uniforms: { ...more.uniforms, spot: this.spot },
    });
  }

  /** At once on whom it has not been on. */
  jump(): void {
    this.isNew = true;
  }

  /** Goes after where they are [m]. */
  follow(places: readonly ArrayLike<number>[], seconds: number): void {
    if (places.length === 0) return;
    const [x, y] = [0, 1].map(
      (axis) => places.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / places.length,
    ) as [number, number];
    const wide = Math.max(
      ...places.map((place) => Math.hypot((place[0] ?? 0) - x, (place[1] ?? 0) - y)),
    );
    const wanted = new THREE.Vector4(x, y, 1, RADIUS + wide);
    this.spot.value.lerp(wanted, this.isNew ? 1 : approach(seconds, HALF_LIFE));
    this.isNew = false;
  }
}
