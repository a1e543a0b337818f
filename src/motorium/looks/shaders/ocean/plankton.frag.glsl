#include "ocean/particle_head.glsl"
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float away = dot(place, place);
  float soft = max(0.0, 1.0 - away);
  float core = smoothstep(0.35, 0.0, away);
  float twinkle = 0.75 + 0.25 * sin(time * (0.8 + own) + own * 40.0);
  vec3 colour = mix(vec3(0.55, 0.95, 0.75), vec3(1.0, 0.80, 0.55), step(0.72, own));
  float bright = (soft * soft * 0.45 + core * 0.75) * twinkle * clearness() * faint;
  pixel = vec4(colour * sqrt(sunshine), bright);
}
