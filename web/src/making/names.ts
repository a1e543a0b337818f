/** What is typed as the name of a scenario, as the studio takes names. */
export function nameIn(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/^[^a-z]+/, "");
}
