/** Bytes as text: as UTF-8, in base64 (RFC 4648, 4 and 5), and with a character for each byte. Without Node's Buffer. */

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @returns undefined for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as text, with a character for each byte. */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The bytes of such a text. */
export function bytesOf(characters: string): Uint8Array {
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/** Reads both alphabets. @returns undefined for a text that is not base64 */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return bytesOf(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined;
  }
}

/** Encodes a text's UTF-8, in the alphabet of URLs and without padding. */
export function encodeBase64url(text: string): string {
  return btoa(charactersOf(new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** @returns undefined for a text that is not base64, or whose bytes are not UTF-8 */
export function decodeBase64url(text: string): string | undefined {
  const bytes = decodeBase64(text);
  return bytes && decodeUtf8(bytes);
}
