/** Files that the page gives. */

export function downloadText(text: string, filename: string): void {
  downloadBlob(new Blob([text], { type: "text/plain" }), filename);
}

export function downloadBlob(data: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
