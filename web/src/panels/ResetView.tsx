/** Back to the view that a stage starts with. */
export function ResetView({ resetView }: { resetView: () => void }) {
  return (
    <button
      type="button"
      class="button wide"
      data-testid="reset-view"
      title="Back to the first view (V)"
      onClick={(event) => {
        event.currentTarget.blur();
        resetView();
      }}
    >
      Reset view
    </button>
  );
}
