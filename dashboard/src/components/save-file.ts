/** Time until the browser has started to save the file. */
const releaseMs = 60_000;

/** Saves content as a file of the user. A plain link cannot do it, because requests name the tier in a header. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseMs);
}
