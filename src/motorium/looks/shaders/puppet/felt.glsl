{
  vec2 stitch = knit();
  diffuseColor.rgb *= mix(0.96, 0.80 + 0.26 * stitch.x, stitch.y);
  float nap = fract(sin(dot(floor(vWoven.xz * 900.0) + floor(vWoven.y * 900.0), vec2(12.9898, 78.233))) * 43758.5453);
  diffuseColor.rgb *= 0.97 + 0.06 * nap;
}
