/** Text out of the page: to the clipboard, or as a file. */

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error("Cannot copy: this browser keeps the clipboard from the page. Download it instead.");
  }
}

export function saveText(text: string, name: string, mediaType: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: mediaType }));
  link.download = name;
  link.click();
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
