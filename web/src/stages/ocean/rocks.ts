/** Boulders here and there on the sand: the same ones at the same place on every page. */
import * as THREE from "three";
import { mergeVertices } from "three/addons/utils/BufferGeometryUtils.js";
import { LIGHT } from "./light.glsl.ts";
import { seabedHeight } from "./seabed.ts";

/** Rocks stand in clusters, at most one cluster a cell of this edge [m]. */
const CELL = 5;
const CELLS_AROUND = 3;
const ROCKS_IN_CLUSTER = 4;
const MOST_ROCKS = (2 * CELLS_AROUND + 1) ** 2 * ROCKS_IN_CLUSTER;
/** Share of the cells that have a cluster. */
const FREQUENCY = 0.45;

const ROCK_VERTEX = /* glsl */ `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position;
in vec4 rock;
out vec3 worldPlace, worldNormal, onRock;
out float shade;

float lumps(vec3 p) {
  return sin(p.x * 2.3 + 1.7 * sin(p.y * 1.9 + p.z)) * sin(p.y * 2.9 + 1.3 * sin(p.z * 2.1))
    + 0.45 * sin(p.z * 4.7 + 2.0 * sin(p.x * 3.1)) * sin(p.x * 5.3 - p.y * 2.0);
}

vec3 lumpy(vec3 p, float own) {
  vec3 shape = p * (1.0 + 0.26 * lumps(p * 1.3 + own));
  return shape * vec3(1.0, 0.55 + 0.25 * sin(own * 9.0), 1.0);
}

void main() {
  float own = rock.x * 3.1 + rock.z * 1.7;
  vec3 shape = lumpy(position, own);
  vec3 aside = normalize(cross(position, vec3(0.31, 0.52, 0.8))), onward = cross(position, aside);
  vec3 alongAside = lumpy(position + 0.02 * aside, own) - shape;
  vec3 alongOnward = lumpy(position + 0.02 * onward, own) - shape;
  worldNormal = normalize(cross(alongAside, alongOnward));
  worldPlace = rock.xyz + shape * rock.w;
  onRock = position + own;
  // Darker where it meets the sand and in its hollows.
  shade = smoothstep(-0.25, 0.5, position.y) * (0.75 + 0.25 * lumps(position * 1.3 + own));
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
`;

const ROCK_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace, worldNormal, onRock;
in float shade;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec2 grain = texture(noise, onRock.xz * 0.6 + onRock.y * 0.37).ra;
  n = normalize(n + (grain.x - 0.5) * vec3(0.9, 0.3, -0.7) + (grain.y - 0.5) * vec3(-0.4, 0.2, 0.5));
  vec3 stone = mix(vec3(0.115, 0.110, 0.100), vec3(0.32, 0.285, 0.225), grain.x);
  // Weed likes the light.
  stone = mix(stone, vec3(0.07, 0.125, 0.045), smoothstep(0.35, 0.85, n.y + grain.x - 0.5) * 0.7);
  float net = caustic(worldPlace);
  vec3 light = daylight(worldPlace.y) * vec3(1.35, 1.3, 1.15) * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.5 + 0.45 * net);
  light += mix(vec3(0.03, 0.07, 0.09), vec3(0.11, 0.20, 0.22), n.y * 0.5 + 0.5);
  vec3 direction = normalize(worldPlace - eye);
  vec3 colour = stone * light * (0.3 + 0.7 * shade);
  pixel = vec4(finished(throughWater(colour, worldPlace, openWater(direction))), 1.0);
}
`;

export class Rocks {
  readonly object: THREE.Mesh<THREE.InstancedBufferGeometry>;
  private readonly places = new THREE.InstancedBufferAttribute(new Float32Array(MOST_ROCKS * 4), 4);
  private cell = "";

  constructor(light: Record<string, THREE.IUniform>) {
    const geometry = new THREE.InstancedBufferGeometry();
    const ball = new THREE.IcosahedronGeometry(1, 4);
    ball.deleteAttribute("normal");
    ball.deleteAttribute("uv");
    const shared = mergeVertices(ball);
    geometry.setAttribute("position", shared.getAttribute("position"));
    geometry.setIndex(shared.getIndex());
    geometry.setAttribute("rock", this.places);
    this.object = new THREE.Mesh(
      geometry,
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: ROCK_VERTEX,
        fragmentShader: ROCK_FRAGMENT,
        uniforms: light,
      }),
    );
    this.object.frustumCulled = false;
  }

  /** Keeps the cells around the eye filled. */
  update(eye: THREE.Vector3): void {
    const column = Math.floor(eye.x / CELL);
    const row = Math.floor(eye.z / CELL);
    const cell = `${column} ${row}`;
    if (cell === this.cell) return;
    this.cell = cell;
    let count = 0;
    for (let i = column - CELLS_AROUND; i <= column + CELLS_AROUND; i++) {
      for (let j = row - CELLS_AROUND; j <= row + CELLS_AROUND; j++) {
        for (const rock of cluster(i, j)) this.places.setXYZW(count++, ...rock);
      }
    }
    this.object.geometry.instanceCount = count;
    this.places.needsUpdate = true;
  }
}

/** (x, y, z, radius) of the rocks of a cell [m]. */
function cluster(column: number, row: number): [number, number, number, number][] {
  const chance = (salt: number) => {
    const mixed = Math.sin(column * 127.1 + row * 311.7 + salt * 74.7) * 43758.5453;
    return mixed - Math.floor(mixed);
  };
  if (chance(0) > FREQUENCY) return [];
  const x = (column + 0.2 + 0.6 * chance(1)) * CELL;
  const z = (row + 0.2 + 0.6 * chance(2)) * CELL;
  const largest = 0.22 + 0.4 * chance(3);
  const rocks = 1 + Math.floor(chance(4) * ROCKS_IN_CLUSTER);
  return Array.from({ length: rocks }, (_, rock) => {
    const angle = 2 * Math.PI * chance(10 + rock);
    const away = rock === 0 ? 0 : largest * (0.9 + 0.6 * chance(20 + rock));
    const radius = largest * (rock === 0 ? 1 : 0.25 + 0.4 * chance(30 + rock));
    const rockX = x + away * Math.cos(angle);
    const rockZ = z + away * Math.sin(angle);
    return [rockX, seabedHeight(rockX, rockZ) + radius * 0.1, rockZ, radius];
  });
}
