/** Windows, doors and tiles are painted: a house is few faces. */
#include "figures/light.glsl"
#include "figures/face_kinds.glsl"
in vec3 place, facing, paint;
in vec2 at;
flat in vec4 about;
out vec4 pixel;

const float GROUND_FLOOR = 3.7;

/** How much of a rectangle around the middle covers this pixel. */
float cover(vec2 off, vec2 halves, vec2 blur) {
  vec2 inside = smoothstep(-blur, blur, halves - abs(off));
  return inside.x * inside.y;
}

struct Painted {
  vec3 colour;
  vec3 glow;
  float sun;
};

#ifdef FINE
vec3 plaster(vec3 colour, float seed, vec2 footprint) {
  float stain = noise(vec2(at.x * 0.35 + 37.0 * seed, at.y * 0.16));
  colour *= 0.88 + 0.2 * stain;
  float grain = mix(0.5, noise(at * 23.0), resolved(0.05, footprint));
  colour *= 0.93 + 0.14 * grain;
  // Rain and feet darken the foot of a wall.
  return colour * (0.74 + 0.26 * smoothstep(0.0, 1.3, at.y + 0.5 * stain));
}

vec3 bricks(vec3 colour, float seed, vec2 footprint) {
  float row = floor(at.y / 0.085);
  float along = at.x / 0.25 + 0.5 * mod(row, 2.0);
  vec2 inside = vec2(fract(along) * 0.25, fract(at.y / 0.085) * 0.085);
  float sharp = resolved(0.03, footprint);
  float joint = 1.0 - step(0.012, inside.x) * step(0.012, inside.y);
  colour *= 0.86 + 0.3 * mix(0.5, hash(vec2(floor(along), row)), resolved(0.1, footprint));
  colour *= 0.9 + 0.2 * noise(at * 0.4 + seed * 11.0);
  return mix(colour, vec3(0.42, 0.37, 0.32), 0.55 * joint * sharp);
}

/** Glass shows the sky, a curtain or a lamp behind it. */
vec3 glass(vec2 pane, float number, vec3 towards) {
  vec3 mirrored = reflect(towards, facing);
  mirrored.z = abs(mirrored.z) + 0.06;
  vec3 sky = skyColour(normalize(mirrored));
  // Low down it is the other side of the street that is mirrored.
  sky = mix(vec3(0.24, 0.19, 0.155), sky, smoothstep(0.06, 0.3, mirrored.z));
  float fresnel = 0.11 + 0.89 * pow(1.0 - abs(dot(towards, facing)), 4.0);
  vec3 inside = mix(vec3(0.035, 0.042, 0.055), vec3(0.10, 0.09, 0.08), pane.y);
  float lamp = step(0.86, number);
  inside += lamp * vec3(1.25, 0.72, 0.28) * (0.35 + 0.65 * pane.y);
  float drawn = step(0.45, fract(number * 7.3));
  float curtain = drawn * smoothstep(0.16, 0.22, abs(pane.x - 0.5));
  inside = mix(inside, vec3(0.42, 0.40, 0.36) * (0.7 + 0.5 * lamp), 0.75 * curtain);
  return mix(inside, sky, fresnel * (1.0 - 0.55 * lamp));
}

/** A row of windows between two heights. */
void windows(inout Painted wall, float bottom, float top, float floorNumber, float seed,
    vec3 towards, vec2 footprint) {
  float width = about.x;
  float columns = max(1.0, floor((width - 0.9) / (2.25 + 0.7 * fract(seed * 5.7))));
  float pitch = width / columns;
  float column = clamp(floor(at.x / pitch), 0.0, columns - 1.0);
  float number = hash(vec2(column + 17.0 * floorNumber, 91.0 * seed + 3.0));
  vec2 halves = vec2(0.52, 0.5 * (top - bottom));
  vec2 off = vec2(at.x - (column + 0.5) * pitch, at.y - 0.5 * (top + bottom));
  vec2 blur = max(0.5 * footprint, vec2(0.004));
  if (abs(off.x) > 1.2 || abs(off.y) > halves.y + 0.5) return;
  bool shuttered = fract(seed * 13.1) > 0.42 && pitch > 2.2;
  if (shuttered) {
    vec2 leaf = vec2(abs(off.x) - halves.x - 0.31, off.y);
    float shut = cover(leaf, vec2(0.27, halves.y + 0.02), blur);
    float slat = mix(0.8, 0.62 + 0.38 * smoothstep(0.2, 0.5, fract(at.y / 0.075)),
      resolved(0.05, footprint));
    vec3 tint = mix(vec3(0.12, 0.25, 0.22), vec3(0.30, 0.15, 0.10), step(0.6, fract(seed * 29.0)));
    tint = mix(tint, vec3(0.17, 0.24, 0.33), step(0.8, fract(seed * 3.7)));
    wall.colour = mix(wall.colour, tint * slat, shut);
  }
  float surround = cover(off, halves + 0.13, blur);
  wall.colour = mix(wall.colour, shuttered ? wall.colour * 1.06 : vec3(0.58, 0.54, 0.47), surround);
  float hole = cover(off, halves, blur);
  vec2 pane = off / (2.0 * halves) + 0.5;
  // The wall is thick: its edge throws a shadow on what is set back.
  vec3 along = vec3(-facing.y, facing.x, 0.0);
  float flat_ = max(dot(sunwards, facing), 0.08);
  vec2 thrown = 0.13 * vec2(dot(sunwards, along), sunwards.z) / flat_;
  vec2 lightened = off + thrown;
  float sun = cover(lightened, halves, blur + 0.02);
  float frame = 1.0 - cover(off, halves - 0.055, blur);
  frame = max(frame, cover(vec2(off.x, 0.0), vec2(0.028, 1.0), blur));
  frame = max(frame, cover(vec2(0.0, off.y - 0.28 * halves.y), vec2(1.0, 0.022), blur));
  vec3 shown = vec3(0.62, 0.60, 0.55) * 0.9;
  wall.colour = mix(wall.colour, mix(vec3(0.02), shown, frame), hole);
  wall.glow = mix(wall.glow, (1.0 - frame) * glass(pane, number, towards), hole);
  wall.sun = mix(wall.sun, sun, hole);
  vec2 below = vec2(off.x, off.y + halves.y + 0.05);
  float sill = cover(below, vec2(halves.x + 0.14, 0.05), blur);
  wall.colour = mix(wall.colour, vec3(0.63, 0.60, 0.54), sill);
  float under = cover(below + vec2(0.0, 0.10), vec2(halves.x + 0.1, 0.055), blur + 0.02);
  wall.sun *= 1.0 - 0.7 * under * (1.0 - sill);
}

/** Shops and doors where people pass. */
void groundFloor(inout Painted wall, float seed, vec3 towards, vec2 footprint) {
  float width = about.x;
  float bays = max(1.0, floor(width / 4.3));
  float pitch = width / bays;
  float bay = clamp(floor(at.x / pitch), 0.0, bays - 1.0);
  float number = hash(vec2(bay * 3.1 + 7.0, seed * 57.0));
  float off = at.x - (bay + 0.5) * pitch;
  vec2 blur = max(0.5 * footprint, vec2(0.004));
  float front = 0.5 * pitch - 0.42;
  vec3 trim = mix(vec3(0.09, 0.15, 0.13), vec3(0.24, 0.09, 0.07), step(0.5, fract(number * 3.0)));
  trim = mix(trim, vec3(0.10, 0.13, 0.22), step(0.72, fract(number * 11.0)));
  if (number < 0.62) {
    // A shop: a sign, glass down to the knee, a door at one side.
    vec2 board = vec2(off, at.y - 3.02);
    wall.colour = mix(wall.colour, trim, cover(board, vec2(front + 0.12, 0.26), blur));
    float letters = step(0.42, noise(vec2(off * 4.6 + 40.0 * number, 3.0 * number)))
      * cover(board, vec2(0.62 * front, 0.085), blur);
    wall.colour = mix(wall.colour, vec3(0.72, 0.62, 0.40),
      letters * resolved(0.12, footprint) * 0.9);
    vec2 pane = vec2(off, at.y - 1.36);
    vec2 halves = vec2(front, 1.36);
    float hole = cover(pane, halves, blur);
    float post = 1.0 - cover(pane - vec2(0.0, 0.24), halves - vec2(0.09, 0.36), blur);
    post = max(post, cover(vec2(off - 0.36 * front, 0.0), vec2(0.045, 1.0), blur));
    vec2 shown = pane / (2.0 * halves) + 0.5;
    wall.colour = mix(wall.colour, mix(vec3(0.02), trim, post), hole);
    vec3 window = glass(shown, 0.4 * number, towards);
    // Goods on shelves, lit from above.
    float shelf = step(0.35, hash(floor(vec2(off * 3.2, at.y * 2.4)) + 9.0 * number));
    vec3 goods = mix(vec3(0.5, 0.3, 0.14), vec3(0.3, 0.36, 0.3), hash(floor(vec2(off * 3.2, 7.0))));
    window += 0.5 * shelf * goods * smoothstep(0.2, 0.8, shown.y) * resolved(0.3, footprint);
    window += vec3(0.30, 0.18, 0.07) * smoothstep(0.1, 1.0, shown.y);
    wall.glow = mix(wall.glow, (1.0 - post) * window, hole);
    wall.sun = mix(wall.sun, mix(0.25, 1.0, smoothstep(1.3, 0.7, pane.y)), hole);
  } else {
    vec2 door = vec2(off, at.y - 1.15);
    vec2 halves = vec2(0.62, 1.15);
    wall.colour = mix(wall.colour, vec3(0.56, 0.52, 0.45), cover(door, halves + vec2(0.2, 0.2), blur));
    float leaf = cover(door, halves, blur);
    float panel = cover(vec2(abs(off) - 0.31, fract(at.y / 0.72) - 0.5), vec2(0.2, 0.34), blur + 0.01);
    wall.colour = mix(wall.colour, trim * (1.0 + 0.5 * panel), leaf);
    wall.sun = mix(wall.sun, 0.35, leaf * smoothstep(0.5, 0.9, door.y));
    float knob = cover(door - vec2(0.1, -0.1), vec2(0.03), blur);
    wall.colour = mix(wall.colour, vec3(0.7, 0.5, 0.2), knob);
    float sides = (pitch - 1.9) * 0.5;
    if (sides > 1.0) windows(wall, 1.05, 2.75, 0.0, seed, towards, footprint);
  }
}

vec3 tiled(vec3 colour, float seed, vec2 footprint) {
  float row = floor(at.y / 0.32);
  float along = at.x / 0.24 + 0.5 * mod(row, 2.0);
  float sharp = resolved(0.1, footprint);
  float tone = hash(vec2(floor(along), row) + 31.0 * seed) - 0.5;
  colour *= 1.0 + 0.42 * tone * resolved(0.2, footprint) + 0.22 * (noise(at * 0.6 + seed * 9.0) - 0.5);
  float lap = smoothstep(0.0, 0.22, fract(at.y / 0.32));
  float roll = 0.75 + 0.25 * sin(6.2832 * fract(along));
  return colour * mix(0.92, (0.62 + 0.38 * lap) * roll + 0.12, sharp);
}
#else
vec3 plaster(vec3 colour, float seed, vec2 footprint) {
  return colour * (0.86 + 0.14 * step(0.5, at.y));
}

vec3 bricks(vec3 colour, float seed, vec2 footprint) {
  return plaster(colour, seed, footprint);
}

vec3 tiled(vec3 colour, float seed, vec2 footprint) {
  return colour * (0.82 + 0.2 * step(0.35, fract(at.y / 0.32)));
}

void windows(inout Painted wall, float bottom, float top, float floorNumber, float seed,
    vec3 towards, vec2 footprint) {
  float columns = max(1.0, floor((about.x - 0.9) / (2.25 + 0.7 * fract(seed * 5.7))));
  float pitch = about.x / columns;
  float column = clamp(floor(at.x / pitch), 0.0, columns - 1.0);
  vec2 off = abs(vec2(at.x - (column + 0.5) * pitch, at.y - 0.5 * (top + bottom)));
  float tall = 0.5 * (top - bottom);
  if (off.x > 1.1 || off.y > tall) return;
  if (off.x < 0.52) {
    bool frame = off.x < 0.03 || off.x > 0.46 || off.y > tall - 0.06;
    float lamp = step(0.86, hash(vec2(column + 17.0 * floorNumber, 91.0 * seed + 3.0)));
    wall.colour = frame ? vec3(0.56, 0.54, 0.5) : vec3(0.03);
    wall.glow = frame ? vec3(0.0) : mix(vec3(0.10, 0.13, 0.18), vec3(0.8, 0.5, 0.22), lamp);
  } else if (fract(seed * 13.1) > 0.42 && pitch > 2.2) {
    wall.colour = mix(vec3(0.10, 0.19, 0.19), vec3(0.25, 0.13, 0.09), step(0.6, fract(seed * 29.0)));
  }
}

void groundFloor(inout Painted wall, float seed, vec3 towards, vec2 footprint) {
  float bays = max(1.0, floor(about.x / 4.3));
  float pitch = about.x / bays;
  float bay = clamp(floor(at.x / pitch), 0.0, bays - 1.0);
  float number = hash(vec2(bay * 3.1 + 7.0, seed * 57.0));
  float off = abs(at.x - (bay + 0.5) * pitch);
  vec3 trim = mix(vec3(0.09, 0.15, 0.13), vec3(0.24, 0.09, 0.07), step(0.5, fract(number * 3.0)));
  if (number < 0.62) {
    if (off > 0.5 * pitch - 0.42 || at.y > 3.28) return;
    bool pane = at.y > 0.5 && at.y < 2.65 && off < 0.5 * pitch - 0.51;
    wall.colour = pane ? vec3(0.03) : trim;
    wall.glow = pane ? vec3(0.20, 0.18, 0.15) : vec3(0.0);
  } else if (off < 0.62 && at.y < 2.3) wall.colour = trim;
}
#endif

void main() {
  vec2 footprint = fwidth(at);
  vec3 towards = normalize(place - eye);
  float seed = about.z;
  int which = int(about.w + 0.25);
  bool streetwards = about.w - float(which) > 0.25;
  vec3 n = normalize(facing);
  Painted face = Painted(paint, vec3(0.0), 1.0);
  float open = 1.0;
  if (which == WALL) {
    bool brick = fract(seed * 17.7) > 0.74;
    face.colour = brick ? bricks(paint, seed, footprint) : plaster(paint, seed, footprint);
    float height = about.y;
    float floors = max(0.0, floor((height - GROUND_FLOOR) / 2.9));
    float pitch = floors > 0.0 ? (height - GROUND_FLOOR) / floors : 1.0;
    if (at.y < GROUND_FLOOR - 0.12 || floors < 0.5) {
      if (streetwards && height > 3.2) {
        face.colour = mix(face.colour, face.colour * vec3(0.86, 0.84, 0.82), 0.8);
        groundFloor(face, seed, towards, footprint);
      } else if (height > 2.6) {
        windows(face, 1.0, min(2.6, height - 0.6), 0.0, seed, towards, footprint);
      }
    } else {
      float level = clamp(floor((at.y - GROUND_FLOOR) / pitch), 0.0, floors - 1.0);
      float bottom = GROUND_FLOOR + level * pitch + 0.72;
      windows(face, bottom, bottom + min(1.75, pitch - 1.15), level + 1.0, seed, towards, footprint);
      float band = cover(vec2(0.0, at.y - GROUND_FLOOR), vec2(1.0, 0.11), 0.5 * footprint + 0.004);
      face.colour = mix(face.colour, vec3(0.60, 0.56, 0.49), band);
    }
    // Below the eaves and near the ground less of the sky is seen.
    open = 0.62 + 0.38 * smoothstep(0.0, 3.0, at.y);
    face.sun *= 1.0 - 0.65 * smoothstep(height - 0.26, height - 0.2, at.y);
  } else if (which == TILES) {
    face.colour = tiled(paint, seed, footprint);
  } else if (which == FLAT) {
    face.colour *= 0.8 + 0.4 * noise(place.xy * 3.0);
  } else if (which == AWNING) {
    float stripe = smoothstep(0.24 - footprint.x, 0.24 + footprint.x, abs(fract(at.x / 0.62) - 0.5));
    face.colour = mix(vec3(0.74, 0.70, 0.62), paint, stripe);
  }
  if (!gl_FrontFacing) n = -n;
  float facingSun = dot(n, sunwards);
  float sun = facingSun > 0.0 ? facingSun * sunshine(place, n) * face.sun : 0.0;
  vec3 colour = lit(face.colour, place, facingSun > 0.0 ? -n : n, open);
  // As if turned away: only the sky's light; the sun's has its own shade here.
  if (facingSun > 0.0) {
    vec3 sky = mix(AROUND, ABOVE, smoothstep(0.0, 1.0, n.z));
    sky += 0.22 * SUN * vec3(0.30, 0.26, 0.21) * max(0.0, 0.6 - facingSun) * (1.0 - abs(n.z) * 0.6);
    colour = face.colour * (sky * open + SUN * sun);
  }
  // Cloth lets light through.
  if (which == AWNING) colour += 0.35 * face.colour * SUN * sunshine(place + 0.1 * sunwards, sunwards) * 0.4;
  pixel = vec4(finished(throughAir(colour + face.glow, place)), 1.0);
}
