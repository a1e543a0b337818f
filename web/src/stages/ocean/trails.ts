/** The paths of two twins, drawn as lines that fade: beside its own path each has the other's. */
import TRAIL_FRAGMENT from "shaders/ocean/trail.frag.glsl";
import TRAIL_VERTEX from "shaders/ocean/trail.vert.glsl";
import * as THREE from "three";
import type { Vector } from "../../wire/decode.ts";
import { LEVEL_COLOUR } from "./fish/levels.ts";

const MOST_POINTS = 4096;
/** Frames between two points. */
const EVERY = 3;

/** One path, as it lies around the place where it began. */
class Path {
  readonly points = new THREE.BufferAttribute(new Float32Array(MOST_POINTS * 3), 3);
  count = 0;
  length = 0;
  start: Vector = [0, 0, 0];
  last: Vector = [0, 0, 0];

  clear(): void {
    this.count = 0;
    this.length = 0;
  }

  add(place: Vector): void {
    if (this.count === 0) this.start = this.last = place;
    this.length += distance(this.last, place);
    this.last = place;
    if (this.count === MOST_POINTS) return;
    const [x, y, z] = this.fromStart(place);
    this.points.setXYZ(this.count++, x, z, -y);
    this.points.needsUpdate = true;
  }

  fromStart([x, y, z]: Vector): Vector {
    return [x - this.start[0], y - this.start[1], z - this.start[2]];
  }
}

export class Trails {
  readonly object = new THREE.Group();
  private readonly paths = [new Path(), new Path()] as const;
  private readonly lines: readonly THREE.Line[];
  private tick = Number.POSITIVE_INFINITY;

  constructor() {
    const colours = [LEVEL_COLOUR.muscles, LEVEL_COLOUR.playback];
    this.lines = this.paths.map((path, k) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", path.points);
      const order = Float32Array.from({ length: MOST_POINTS }, (_, at) => at);
      geometry.setAttribute("order", new THREE.BufferAttribute(order, 1));
      const material = new THREE.ShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: TRAIL_VERTEX,
        fragmentShader: TRAIL_FRAGMENT,
        transparent: true,
        depthWrite: false,
        uniforms: {
          colour: { value: new THREE.Color(colours[k]).convertLinearToSRGB() },
          strength: { value: 1 },
          last: { value: 0 },
        },
      });
      const line = new THREE.Line(geometry, material);
      line.frustumCulled = false;
      line.renderOrder = 2;
      return line;
    });
    this.object.add(...this.lines);
    this.object.visible = false;
  }

  /** Where both are at a tick, z up [m]; a tick that goes back begins anew. */
  add(tick: number, places: readonly [Vector, Vector]): void {
    if (tick < this.tick) for (const path of this.paths) path.clear();
    else if (tick < this.tick + EVERY) return;
    this.tick = tick;
    for (const [k, path] of this.paths.entries()) path.add(places[k] as Vector);
  }

  /** How far apart the two have come [m]. */
  get apart(): number {
    const [a, b] = this.paths.map((path) => path.fromStart(path.last)) as [Vector, Vector];
    return distance(a, b);
  }

  /** The way of the first so far [m]. */
  get swum(): number {
    return this.paths[0].length;
  }

  /** Lays both paths where one of the two began. */
  layFor(own: 0 | 1): void {
    const [x, y, z] = this.paths[own].start;
    for (const [k, line] of this.lines.entries()) {
      const { count } = this.paths[k as 0 | 1];
      const { uniforms } = line.material as THREE.ShaderMaterial;
      line.position.set(x, z, -y);
      line.geometry.setDrawRange(0, count);
      (uniforms.last as THREE.IUniform).value = count;
      (uniforms.strength as THREE.IUniform).value = k === own ? 0.95 : 0.6;
    }
  }

  clear(): void {
    this.tick = Number.POSITIVE_INFINITY;
    for (const path of this.paths) path.clear();
  }

  dispose(): void {
    for (const line of this.lines) {
      line.geometry.dispose();
      (line.material as THREE.Material).dispose();
    }
  }
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
