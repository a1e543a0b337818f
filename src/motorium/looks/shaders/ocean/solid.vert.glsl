/**
 * Stones and corals, many of one form: `placed` is where one stands and how high the sand is there,
 * `sized` its scale and a chance of its own, `turned` a quaternion. `look`: how far a vertex is
 * towards its tip, open to the light, and free to sway; `tipColour.a` the number of what it belongs to.
 */
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float time;
in vec3 position, normal, look;
in vec4 placed, sized, turned, colour, tipColour;
out vec3 worldPlace, worldNormal, inMetres;
out vec2 tipAndOpen;
flat out vec3 paint, tipPaint;
flat out vec4 own;
flat out int who;

vec3 turnedBy(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main() {
  inMetres = position * sized.xyz;
  worldPlace = placed.xyz + turnedBy(turned, inMetres);
  worldNormal = normalize(turnedBy(turned, normal / sized.xyz));
  // The swell moves what is soft, one a little after the other.
  float beat = time * 1.25 + dot(worldPlace.xz, vec2(1.9, 2.6)) + 6.0 * sized.w;
  worldPlace += (0.16 * look.z * sized.y) * vec3(sin(beat), -0.25 * abs(sin(beat)), cos(0.8 * beat + 1.0));
  paint = colour.rgb;
  tipPaint = tipColour.rgb;
  tipAndOpen = look.xy;
  who = int(tipColour.a + 0.5);
  own = vec4(colour.a, sized.w, placed.w, sized.x);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
