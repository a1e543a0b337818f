/** Where the audience's page is, seen from another page of the studio; it needs the same token. */
export function audienceUrl(page: Location | URL): string {
  const url = new URL("audience.html", page.href);
  const token = new URLSearchParams(page.search).get("token");
  if (token) url.searchParams.set("token", token);
  return url.href;
}
