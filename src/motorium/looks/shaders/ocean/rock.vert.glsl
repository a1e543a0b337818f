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
