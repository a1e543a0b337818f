/** Draws the fishing line: a float, a thread, a hook, and the bait on it. */

import BODY_FRAGMENT from "shaders/ocean/lacquer.frag.glsl";
import BODY_VERTEX from "shaders/ocean/lacquer.vert.glsl";
import THREAD_FRAGMENT from "shaders/ocean/thread.frag.glsl";
import THREAD_VERTEX from "shaders/ocean/thread.vert.glsl";
import * as THREE from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { LineFrame } from "../../wire/vessels.ts";

type Tint = readonly [number, number, number];

const STEEL: Tint = [0.42, 0.45, 0.48];
const RED: Tint = [0.75, 0.05, 0.03];
const WHITE: Tint = [0.8, 0.8, 0.76];
const SHRIMP: Tint = [0.95, 0.32, 0.18];
/** Radius of the hook's bend [m]: large for its bait, so that one finds it in the sea. */
const BEND = 0.017;
/** Where the thread is tied to it, from the bait. */
const EYE = new THREE.Vector3(-0.75 * BEND, 3.1 * BEND, 0);
/** How far above the water the thread goes on, to whoever fishes [m]. */
const ABOVE = 1.2;

export class Tackle {
  readonly object = new THREE.Group();
  private readonly ends = new THREE.BufferAttribute(new Float32Array(9), 3);
  private readonly eye = new THREE.Vector3();
  private readonly hook: THREE.Mesh;
  private readonly bait: THREE.Mesh;
  private readonly float: THREE.Mesh;

  constructor(light: Record<string, THREE.IUniform>) {
    const material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: BODY_VERTEX,
      fragmentShader: BODY_FRAGMENT,
      uniforms: light,
      side: THREE.DoubleSide,
    });
    this.hook = new THREE.Mesh(hookGeometry(), material);
    this.bait = new THREE.Mesh(baitGeometry(), material);
    this.float = new THREE.Mesh(floatGeometry(), material);
    const thread = new THREE.Line(
      new THREE.BufferGeometry().setAttribute("position", this.ends),
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: THREAD_VERTEX,
        fragmentShader: THREAD_FRAGMENT,
        uniforms: light,
        transparent: true,
      }),
    );
    thread.frustumCulled = false;
    this.object.add(thread, this.hook, this.bait, this.float);
    this.object.userData.thing = "line";
    this.object.visible = false;
  }

  /** As it is now; `seconds` is the time by which it sways. */
  update(line: LineFrame | null, seconds: number): void {
    this.object.visible = line !== null && line.state !== "up";
    if (!line) return;
    const [x, y, z] = line.hook;
    const [a, b, c] = line.top;
    this.hook.position.set(x, z, -y);
    this.hook.rotation.set(0, 0.5 * Math.sin(0.7 * seconds), 0.08 * Math.sin(1.9 * seconds));
    this.bait.position.copy(this.hook.position);
    this.bait.rotation.copy(this.hook.rotation);
    this.bait.visible = !line.caught;
    this.float.position.set(a, c, -b);
    this.float.rotation.set(0.12 * Math.sin(1.3 * seconds), 0, 0.1 * Math.sin(1.7 * seconds));
    this.ends.setXYZ(0, a, c + ABOVE, -b);
    this.ends.setXYZ(1, a, c, -b);
    const eye = this.eye.copy(EYE).applyEuler(this.hook.rotation).add(this.hook.position);
    this.ends.setXYZ(2, eye.x, eye.y, eye.z);
    this.ends.needsUpdate = true;
  }

  dispose(): void {
    for (const part of this.object.children as (THREE.Mesh | THREE.Line)[]) {
      part.geometry.dispose();
      (part.material as THREE.Material).dispose();
    }
  }
}

/** All of one colour; `gloss` and `glow` as the paint has them. */
function coloured(
  geometry: THREE.BufferGeometry,
  tint: Tint,
  gloss: number,
  glow = 0,
): THREE.BufferGeometry {
  const count = geometry.getAttribute("position").count;
  const fill = (numbers: readonly number[]) =>
    new THREE.Float32BufferAttribute(
      Array.from({ length: count }, () => numbers).flat(),
      numbers.length,
    );
  geometry.deleteAttribute("uv");
  geometry.setAttribute("tint", fill(tint));
  geometry.setAttribute("finish", fill([gloss, glow]));
  return geometry;
}

/** The bait, which is bitten, is at the origin: in the bend. */
function hookGeometry(): THREE.BufferGeometry {
  const thick = 0.13 * BEND;
  const bend = new THREE.TorusGeometry(BEND, thick, 8, 24, 1.25 * Math.PI).rotateZ(-Math.PI);
  const shank = new THREE.CylinderGeometry(thick, thick, 2.4 * BEND, 8).translate(
    -BEND,
    1.2 * BEND,
    0,
  );
  const eye = new THREE.TorusGeometry(2.2 * thick, thick, 6, 14).translate(-BEND, 2.55 * BEND, 0);
  const tip = new THREE.ConeGeometry(1.6 * thick, 0.6 * BEND, 8)
    .rotateZ(0.75)
    .translate(0.62 * BEND, 0.85 * BEND, 0);
  const parts = [bend, shank, eye, tip].map((part) => coloured(part, STEEL, 1));
  return mergeGeometries(parts).translate(0.25 * BEND, 0.55 * BEND, 0);
}

/** A curled shrimp. */
function baitGeometry(): THREE.BufferGeometry {
  const parts = Array.from({ length: 7 }, (_, k) => {
    const angle = -2.6 + 0.42 * k;
    const size = BEND * (0.62 - 0.055 * k);
    return coloured(
      new THREE.SphereGeometry(size, 10, 8).translate(
        1.05 * BEND * Math.cos(angle),
        1.05 * BEND * Math.sin(angle) + 0.5 * BEND,
        0,
      ),
      k % 2 ? SHRIMP : [1.0, 0.5, 0.32],
      0.6,
      0.05,
    );
  });
  return mergeGeometries(parts);
}

function floatGeometry(): THREE.BufferGeometry {
  const ball = 0.045;
  const below = new THREE.SphereGeometry(
    ball,
    16,
    10,
    0,
    2 * Math.PI,
    0.5 * Math.PI,
    0.5 * Math.PI,
  );
  const above = new THREE.SphereGeometry(ball, 16, 10, 0, 2 * Math.PI, 0, 0.5 * Math.PI);
  const stick = new THREE.CylinderGeometry(0.006, 0.006, 0.16, 8);
  return mergeGeometries([
    coloured(below, WHITE, 0.8),
    coloured(above, RED, 0.8),
    coloured(stick, RED, 0.4),
  ]);
}
