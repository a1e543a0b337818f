/** The marks of a skin by procedure, in the side view of the body at rest; needs skin_head. */

/** Overlapping scales: x brightens their rims, y differs from scale to scale. */
vec2 scales(float s, float around) {
  vec2 place = vec2(s * 2.8 * scaleRows, around * scaleRows);
  float blur = max(fwidth(place.x), fwidth(place.y));
  float row = floor(place.y);
  place.x += 0.5 * mod(row, 2.0);
  vec2 cell = vec2(fract(place.x), fract(place.y) - 0.5);
  float rim = length(vec2(cell.x - 0.15, cell.y * 1.5));
  float edge = smoothstep(0.52, 0.80, rim) * smoothstep(1.05, 0.80, rim);
  float fade = smoothstep(0.17, 0.27, s) * smoothstep(0.9, 0.35, blur) * step(0.5, scaleRows);
  float each = hash(floor(place.x) * 0.0131 + row * 0.0717 + 23.0);
  return vec2(edge * fade, mix(0.5, each, fade));
}

/** Spots that lie where they like, each a little larger or smaller; 0 to 1. */
float spots(vec2 side, float rise) {
  if (spotted.y <= 0.0) return 0.0;
  float cell = 2.9 * spotted.x;
  vec2 place = side / cell + vec2(17.0, 9.0) * own(3.0) + 40.0;
  vec2 corner = floor(place);
  float soft = max(0.12, length(fwidth(place)));
  float cover = 0.0;
  for (int k = 0; k < 4; k++) {
    // A spot stays within its cell's neighbours: the four nearest cells are enough.
    vec2 near = corner + floor(fract(place) + 0.5) - 1.0 + vec2(k & 1, k >> 1);
    float luck = hash2(near + float(numbered()));
    vec2 middle = near + 0.5 + 0.36 * (vec2(hash2(near + 3.7), hash2(near + 8.1)) * 2.0 - 1.0);
    float radius = 0.345 * (0.65 + 0.6 * hash2(near + 5.3));
    float there = step(luck, spotted.y);
    cover = max(cover, there * smoothstep(radius + 0.5 * soft, radius - 0.5 * soft, length(place - middle)));
  }
  vec4 range = spotRange;
  float within = smoothstep(range.x - 0.01, range.x + 0.03, side.x) * smoothstep(range.y + 0.01, range.y - 0.03, side.x);
  within *= smoothstep(range.z - 0.05, range.z + 0.1, rise) * smoothstep(range.w + 0.05, range.w - 0.1, rise);
  return cover * within * smoothstep(1.6, 0.7, soft);
}

/** x: the dark middle of a false eye, y: with its ring. */
vec2 falseEyed(vec2 side) {
  if (falseEye.z <= 0.0) return vec2(0.0);
  float away = length(side - falseEye.xy - 0.008 * vec2(own(5.0), own(6.0))) / falseEye.z;
  float soft = fwidth(away) + 0.05;
  return vec2(smoothstep(0.70 + soft, 0.70 - soft, away), smoothstep(1.0 + soft, 1.0 - soft, away));
}

/** The edge of a gill cover, or slits; darkens by x, brightens what is before it by y. */
vec2 gills(float s, float rise) {
  if (gillSlits > 0.5) {
    float at = (s - 0.195 + 0.012 * rise) / 0.017;
    float slit = smoothstep(0.30, 0.12, abs(fract(at) - 0.5)) * step(0.0, at) * step(at, gillSlits);
    return vec2(slit * smoothstep(0.52, 0.34, abs(rise + 0.12)), 0.0);
  }
  float gill = s - (0.205 - 0.055 * (rise - 0.05) * (rise - 0.05));
  float cover = smoothstep(0.012, 0.0, abs(gill)) * smoothstep(0.85, 0.5, abs(rise));
  float cheek = smoothstep(0.03, -0.05, gill) * smoothstep(0.5, 0.0, abs(rise + 0.1));
  return vec2(cover * smoothstep(-0.004, 0.006, gill), cheek);
}

/** Colour of the skin and how much of a mirror it is; `around` from back to belly, 0 to 1. */
vec3 skinPaint(vec2 side, float rise, float around, float v, out float shine) {
  float s = side.x;
  vec2 shift = vec2(hash(0.37), hash(0.71));
  float cloud = texture(noise, side * 2.3 + shift).r - 0.5;
  float fine = texture(noise, side * 7.1 + shift.yx).r - 0.5;
  shine = silver * smoothstep(0.95, 0.1, abs(rise + 0.12)) * (0.35 + 0.65 * smoothstep(0.05, 0.2, s));
  if (photographed > 0.5) {
    // The same photograph for all, bent and tinted a little for each.
    vec2 at = vec2(v, around) + 0.012 * variety * vec2(cloud, fine);
    vec3 colour = texture(photo, vec2(at.x, clamp(at.y, 0.003, 0.997) * PHOTO_BODY)).rgb;
    return moody(individual(colour), smoothstep(0.1, -0.6, rise) * smoothstep(0.6, 0.3, s));
  }
  // Dark above and light below: countershading; how far the back reaches down differs.
  float shade = rise + 0.24 * cloud + 0.10 * own(4.0);
  vec3 colour = mix(individual(flankColour), individual(backColour), smoothstep(0.10, 0.78, shade));
  colour = mix(colour, bellyColour, smoothstep(-0.12, -0.72, shade));
  // A line of pores along the flank, as most fishes have.
  float body = smoothstep(0.17, 0.27, s);
  float line = abs(rise - 0.22 + 0.20 * smoothstep(0.15, 0.6, s));
  colour = mix(colour, backColour * 0.6, 0.30 * body * smoothstep(0.045, 0.012, line));
  float clouds = smoothstep(0.02, 0.22, cloud + 0.55 * fine + 0.10 * own(7.0));
  colour = mix(colour, accentColour, 0.75 * mottling * clouds * smoothstep(-0.9, -0.2, rise));
  float rows = stripes * (1.0 + 0.12 * own(8.0));
  float stripe = abs(fract(around * rows + 0.28 * cloud + 0.12 * fine + own(9.0)) - 0.5) * 2.0;
  float stripeBlur = min(1.0, fwidth(around) * rows * 2.0);
  float striped = mix(smoothstep(0.45, 0.75, stripe), 0.4, stripeBlur) * step(0.5, stripes);
  colour = mix(colour, individual(finColour), 0.85 * striped * body * smoothstep(0.95, 0.75, abs(rise)));
  colour = mix(colour, spotColour, 0.88 * spots(side, rise));
  float wobble = 0.012 * rise * rise + 0.020 * (cloud + 0.4 * fine);
  colour = withBands(colour, 0.93, banded(s, wobble));
  vec2 decoy = falseEyed(side);
  colour = mix(mix(colour, bellyColour, 0.9 * decoy.y), accentColour, 0.95 * decoy.x);
  vec2 gill = gills(s, rise);
  colour = mix(colour * (1.0 - 0.55 * gill.x), individual(flankColour) * 1.1, 0.22 * gill.y * (1.0 - silver));
  // Scales that were lost once, and an old scratch: few have them, nobody where another has.
  float scuffed = smoothstep(0.80, 0.90, texture(noise, side * vec2(3.1, 7.7) + shift.yx * 3.0).r) * body;
  colour = mix(colour, colour * 0.72 + 0.05, 0.55 * scuffed * variety);
  shine *= 1.0 - 0.6 * scuffed;
  return moody(colour, smoothstep(0.15, -0.5, rise) * smoothstep(0.62, 0.25, s));
}

/** Lips, and the dark between them. */
vec3 mouthPaint(vec3 colour, vec2 side, out float inside) {
  vec2 line = fromMouth(side);
  float size = mouthLength();
  float ends = smoothstep(1.06, 0.92, line.y) * step(-0.6, line.y);
  inside = betweenLips(line) * ends * smoothstep(0.04, 0.22, looks.x);
  float closed = smoothstep(0.0034, 0.0012, abs(line.x)) * ends;
  float rim = smoothstep(0.5 * LIP_FOLD * size, 0.9 * LIP_FOLD * size, abs(line.x))
    * smoothstep(2.6 * LIP_FOLD * size, 1.3 * LIP_FOLD * size, abs(line.x)) * ends;
  colour = mix(colour, colour * 1.12 + 0.03, rim * (1.0 - inside));
  colour *= 1.0 - 0.75 * closed * (1.0 - inside);
  vec3 throat = mix(vec3(0.20, 0.045, 0.05), vec3(0.015, 0.005, 0.008), smoothstep(0.9, 0.2, abs(line.x) / (LIP_FOLD * size)));
  return mix(colour, throat, inside);
}
