/** A text with its percent-encodings undone (RFC 3986, 2.1); one that holds a broken encoding stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
