/** The body as the simulation has it: 23 nodes, 91 units, the muscles among them tinted. */
import WIRE_FRAGMENT from "shaders/ocean/wire.frag.glsl";
import WIRE_VERTEX from "shaders/ocean/wire.vert.glsl";
import * as THREE from "three";
import { bodyUnits } from "../../../wire/body.ts";
import { NODES_PER_BLOCK } from "../../../wire/messages.ts";

export function wireObjects(uniforms: Record<string, THREE.IUniform>): {
  lines: THREE.LineSegments<THREE.InstancedBufferGeometry>;
  points: THREE.Points<THREE.InstancedBufferGeometry>;
} {
  const material = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: WIRE_VERTEX,
    fragmentShader: WIRE_FRAGMENT,
    uniforms,
  });
  // Muscles last: they are drawn over the other units.
  const units = bodyUnits().sort((a, b) => Number(a.muscle) - Number(b.muscle));
  const lines = new THREE.LineSegments(
    wireGeometry(
      units.flatMap((unit) => [unit.from, unit.to]),
      units.flatMap((unit) => (unit.muscle ? [1, 1] : [0, 0])),
    ),
    material,
  );
  const nodes = Array.from({ length: NODES_PER_BLOCK }, (_, node) => node);
  const points = new THREE.Points(
    wireGeometry(
      nodes,
      nodes.map(() => 2),
    ),
    material,
  );
  lines.frustumCulled = points.frustumCulled = false;
  return { lines, points };
}

function wireGeometry(nodes: number[], tints: number[]): THREE.InstancedBufferGeometry {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("node", new THREE.BufferAttribute(Float32Array.from(nodes), 1));
  geometry.setAttribute("tint", new THREE.BufferAttribute(Float32Array.from(tints), 1));
  // three.js counts vertices by this attribute; the shader does not read it.
  geometry.setAttribute(
    "position",
    new THREE.BufferAttribute(new Float32Array(nodes.length * 3), 3),
  );
  geometry.instanceCount = 0;
  return geometry;
}
