/** How many pages share a stage, where there are several. */
export function PagesHere({ pages }: { pages: number }) {
  if (pages < 2) return null;
  return (
    <span
      class="company"
      data-testid="company"
      title="As many pages show this stage: what is done on one happens on all of them"
    >
      {pages} pages
    </span>
  );
}
