/** Gives the person a file of their own data, made in the browser. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers have read it by the next minute; without this it stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
