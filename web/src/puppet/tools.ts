/** The tools of drawing: their keys, and what they say that they do. */

export const TOOLS = [
  { id: "select", key: "S", label: "Select", does: "choose and move what is there" },
  { id: "point", key: "P", label: "Point", does: "a click sets a point" },
  { id: "rod", key: "R", label: "Rod", does: "drag from point to point" },
  { id: "joint", key: "J", label: "Joint", does: "click two rods that meet" },
  { id: "outline", key: "O", label: "Outline", does: "draw a part of the skin" },
  { id: "path", key: "K", label: "Path", does: "draw the way that a point goes by itself" },
  { id: "erase", key: "E", label: "Erase", does: "a click takes away" },
] as const;

export type Tool = (typeof TOOLS)[number]["id"];
