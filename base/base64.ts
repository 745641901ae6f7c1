/** Base64 without Node's Buffer (RFC 4648, 4 and 5). */

/** @returns undefined for a text that is not base64 */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const decoded = atob(text);
    const bytes = new Uint8Array(decoded.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = decoded.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Encodes a text's UTF-8, in the alphabet of URLs and without padding. */
export function encodeBase64url(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @returns undefined for a text that is not base64, or whose bytes are not UTF-8 */
export function decodeBase64url(text: string): string | undefined {
  const bytes = decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
