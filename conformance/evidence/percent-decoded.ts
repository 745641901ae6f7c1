/** A text with its percent-encodings decoded (RFC 3986, 2.1); a text with an invalid encoding stays unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
