/** The body as the simulation has it: 23 nodes, 91 units, the muscles among them tinted. */
import * as THREE from "three";
import { bodyUnits } from "../../../wire/body.ts";
import { NODES_PER_BLOCK } from "../../../wire/messages.ts";
import { LIGHT } from "../light.glsl.ts";
import { LEVEL_COLOURS } from "./levels.glsl.ts";
import { ORIGIN_TEXEL, POSE_LOOKUP } from "./pose.glsl.ts";

const WIRE_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float pointScale;
in float node, tint;
out vec3 worldPlace;
out float tinted;
flat out vec4 levelled;
${POSE_LOOKUP}
${LEVEL_COLOURS}
void main() {
  worldPlace = poseTexel(gl_InstanceID, ${ORIGIN_TEXEL}) + poseTexel(gl_InstanceID, int(node));
  int flags = poseFlags(gl_InstanceID);
  tinted = tint;
  levelled = levelColour(flags);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
  // Beyond the far plane: nobody sees who is not shown.
  if (!isShown(flags)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  gl_PointSize = clamp(pointScale / gl_Position.w, 1.5, 6.0);
}
`;

const WIRE_FRAGMENT = /* glsl */ `
${LIGHT}
in vec3 worldPlace;
in float tinted;
flat in vec4 levelled;
out vec4 pixel;
void main() {
  vec3 colour = tinted > 1.5 ? vec3(0.75, 0.95, 0.95) : mix(vec3(0.05, 0.42, 0.52), vec3(1.5, 0.16, 0.05), tinted);
  if (tinted < 0.5) colour = mix(colour, levelled.rgb, levelled.a > 0.0 ? 0.85 : 0.0);
  vec3 direction = normalize(worldPlace - eye);
  pixel = vec4(finished(throughWater(colour, worldPlace, openWater(direction))), 1.0);
}
`;

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
