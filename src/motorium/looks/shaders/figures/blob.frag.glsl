precision highp float;
in vec2 at;
flat in vec4 ends;
flat in vec2 how;
in vec3 place;
out vec4 pixel;
void main() {
  vec2 along = ends.zw - ends.xy;
  float way = clamp(dot(at - ends.xy, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  float off = length(at - ends.xy - way * along) / how.x;
  float dark = how.y * exp(-1.6 * off * off);
  pixel = vec4(0.045, 0.04, 0.055, dark * smoothstep(2.2, 1.4, off));
}
