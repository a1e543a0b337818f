/** Meshes over photographs: their border, their lines, and what a pointer is near to. */
import { MESH_COLUMNS, MESH_ROWS } from "../wire/texturing.ts";

export interface Node {
  row: number;
  column: number;
}

export interface Dot {
  x: number;
  y: number;
}

const LAST_ROW = MESH_ROWS - 1;
const LAST_COLUMN = MESH_COLUMNS - 1;

/** Nodes of the border once around, from the nose along the back. */
export const BORDER: readonly Node[] = [
  ...range(LAST_COLUMN).map((column) => ({ row: 0, column })),
  ...range(LAST_ROW).map((row) => ({ row, column: LAST_COLUMN })),
  ...range(LAST_COLUMN).map((step) => ({ row: LAST_ROW, column: LAST_COLUMN - step })),
  ...range(LAST_ROW).map((step) => ({ row: LAST_ROW - step, column: 0 })),
];

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export function isSame(a: Node | null, b: Node | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.column === b.column;
}

/** Where a node is [pixels of the photograph]. */
export function placeOf(nodes: readonly number[], { row, column }: Node): Dot {
  const at = 2 * (row * MESH_COLUMNS + column);
  return { x: nodes[at] ?? 0, y: nodes[at + 1] ?? 0 };
}

/** The node of the border nearest to a place, if one is within reach. */
export function nearestNode(nodes: readonly number[], place: Dot, reach: number): Node | null {
  let best: Node | null = null;
  let least = reach;
  for (const node of BORDER) {
    const { x, y } = placeOf(nodes, node);
    const away = Math.hypot(x - place.x, y - place.y);
    if (away <= least) [best, least] = [node, away];
  }
  return best;
}

/** Whether a place is within the border. */
export function isInside(nodes: readonly number[], { x, y }: Dot): boolean {
  let inside = false;
  BORDER.forEach((node, index) => {
    const a = placeOf(nodes, node);
    const b = placeOf(nodes, BORDER[(index + 1) % BORDER.length] as Node);
    const crosses = a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x);
    if (crosses) inside = !inside;
  });
  return inside;
}

/** The node so many farther around the border. */
export function farther(node: Node, steps: number): Node {
  const at = BORDER.findIndex((one) => isSame(one, node));
  const count = BORDER.length;
  return BORDER[(((at + steps) % count) + count) % count] as Node;
}

/** The contours inside as one path, the border as another. */
export function meshPaths(nodes: readonly number[]): { inner: string; border: string } {
  const line = (dots: readonly Node[]) =>
    dots
      .map((node, index) => {
        const { x, y } = placeOf(nodes, node);
        return `${index ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`;
      })
      .join("");
  const rows = range(MESH_ROWS - 2).map((n) =>
    line(range(MESH_COLUMNS).map((column) => ({ row: n + 1, column }))),
  );
  const columns = range(MESH_COLUMNS - 2).map((n) =>
    line(range(MESH_ROWS).map((row) => ({ row, column: n + 1 }))),
  );
  return { inner: [...rows, ...columns].join(""), border: `${line(BORDER)}Z` };
}

/** How a node is called aloud. */
export function nameOf({ row, column }: Node): string {
  const along = ["nose", "front", "middle", "rear", "tail"];
  const where = along[Math.round((4 * column) / LAST_COLUMN)] ?? "middle";
  if (column === 0 || column === LAST_COLUMN) return `${where}, row ${row + 1}`;
  return `${row === 0 ? "back" : "belly"}, ${where}, column ${column + 1}`;
}

/** What a file may be called that is of this label: "My trout!" is "my-trout". */
export function fileName(label: string): string {
  const plain = label
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  return plain;
}
