/** A fish drawn by procedure before blue water, for who has no photograph at hand. */

const WIDTH = 1000;
const HEIGHT = 640;

/** Of chance that is the same each time: mulberry32. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const BODY = new Path2D(
  "M150 330C205 235 330 175 470 182C600 189 690 250 752 292C790 270 830 222 872 200" +
    "C852 262 850 392 872 452C830 432 790 388 752 364C690 412 600 470 470 476C330 482 205 425 150 330Z",
);
const FINS = new Path2D(
  "M330 205C380 120 520 100 620 150C600 180 590 200 570 225ZM530 455C556 536 640 545 692 500C676 462 668 430 655 415Z",
);

export async function drawFish(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const draw = canvas.getContext("2d");
  if (!draw) throw new Error("this browser cannot draw");
  const next = chance(7);
  paintWater(draw, next);
  draw.fillStyle = "#d9822b";
  draw.fill(FINS);
  draw.strokeStyle = "#8a4715";
  draw.lineWidth = 3;
  draw.stroke(FINS);
  const shade = draw.createLinearGradient(0, 180, 0, 480);
  for (const [at, color] of [
    [0, "#c4581a"],
    [0.4, "#f08a2c"],
    [0.72, "#f7b55a"],
    [1, "#fbe3b5"],
  ] as const)
    shade.addColorStop(at, color);
  draw.fillStyle = shade;
  draw.fill(BODY);
  draw.save();
  draw.clip(BODY);
  paintScales(draw, next);
  paintBands(draw);
  draw.restore();
  draw.strokeStyle = "#6d3510";
  draw.lineWidth = 4;
  draw.stroke(BODY);
  paintFace(draw);
  return canvas.convertToBlob({ type: "image/png" });
}

type Brush = OffscreenCanvasRenderingContext2D;

function paintWater(draw: Brush, next: () => number): void {
  const water = draw.createLinearGradient(0, 0, 0, HEIGHT);
  water.addColorStop(0, "#bfe3ec");
  water.addColorStop(1, "#6fb0c6");
  draw.fillStyle = water;
  draw.fillRect(0, 0, WIDTH, HEIGHT);
  for (let spot = 0; spot < 60; spot++) {
    const radius = 30 + 90 * next();
    const [x, y] = [WIDTH * next(), HEIGHT * next()];
    const light = draw.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, "rgb(255 255 255 / 9%)");
    light.addColorStop(1, "rgb(255 255 255 / 0%)");
    draw.fillStyle = light;
    draw.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
}

function paintScales(draw: Brush, next: () => number): void {
  for (let x = 260; x < 770; x += 17) {
    for (let y = 170; y < 490; y += 13) {
      const odd = Math.round((y - 170) / 13) % 2;
      draw.strokeStyle = `rgb(120 50 5 / ${(12 + 14 * next()).toFixed(0)}%)`;
      draw.lineWidth = 1.4;
      draw.beginPath();
      draw.arc(x + 8.5 * odd, y, 9, -1.1, 1.1);
      draw.stroke();
    }
  }
}

function paintBands(draw: Brush): void {
  for (const [x, wide] of [
    [315, 44],
    [505, 50],
    [690, 34],
  ] as const) {
    draw.beginPath();
    draw.ellipse(x, 330, wide / 2, 190, 0.08, 0, 2 * Math.PI);
    draw.fillStyle = "#fbfaf2";
    draw.fill();
    draw.strokeStyle = "rgb(40 22 10 / 75%)";
    draw.lineWidth = 5;
    draw.stroke();
  }
}

function paintFace(draw: Brush): void {
  draw.fillStyle = "#fdf6e3";
  draw.beginPath();
  draw.arc(235, 300, 19, 0, 2 * Math.PI);
  draw.fill();
  draw.fillStyle = "#1b1410";
  draw.beginPath();
  draw.arc(232, 300, 11, 0, 2 * Math.PI);
  draw.fill();
  draw.fillStyle = "#fff";
  draw.beginPath();
  draw.arc(228, 295, 3.5, 0, 2 * Math.PI);
  draw.fill();
  draw.strokeStyle = "#6d3510";
  draw.lineWidth = 4;
  draw.beginPath();
  draw.moveTo(156, 338);
  draw.quadraticCurveTo(185, 352, 205, 345);
  draw.stroke();
  draw.fillStyle = "rgb(222 120 30 / 85%)";
  draw.beginPath();
  draw.moveTo(385, 350);
  draw.bezierCurveTo(430, 330, 480, 360, 470, 400);
  draw.bezierCurveTo(435, 410, 400, 395, 385, 350);
  draw.fill();
}
