/** Which panels this browser has folded away or opened, over visits. */
import type { Panel } from "./registry.ts";

const KEPT = "motorium-panels";

export function isFolded({ id, folded }: Pick<Panel, "id" | "folded">): boolean {
  const chosen = kept()[id];
  return typeof chosen === "boolean" ? chosen : (folded ?? false);
}

export function remember(id: string, folded: boolean): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [id]: folded }));
  } catch {
    // Whoever lets no page keep anything folds them anew each time.
  }
}

function kept(): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return read !== null && typeof read === "object" ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
