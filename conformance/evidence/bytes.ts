/** Digests of bodies, since the same long list is received many times. */

/**
 * The bytes as signed words, so that numbers stay within the 31 bits that V8 keeps in a register, and the bytes after the
 * last word.
 */
function wordsOf(bytes: Uint8Array): { readonly words: Int32Array; readonly rest: Uint8Array } {
  const isAligned = bytes.byteOffset % 4 === 0;
  // Not sliced: a Buffer's slice is a view of the same, unaligned bytes.
  const whole = isAligned ? bytes : new Uint8Array(bytes);
  const words = new Int32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  return { words, rest: whole.subarray(words.length << 2) };
}

/** 64 bits and the length, so that two bodies of a run do not have the same digest by chance. */
export function digestOf(bytes: Uint8Array): string {
  const { words, rest } = wordsOf(bytes);
  let one = 0x811c9dc5 | 0;
  let other = 0x9e3779b9 | 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    one = Math.imul(one ^ word, 0x01000193);
    one ^= one >>> 15;
    other = Math.imul((other + word) | 0, 0x85ebca6b | 0);
    other = (other << 13) | (other >>> 19);
  }
  for (const byte of rest) {
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other + byte, 0x85ebca6b);
  }
  return `${bytes.length}:${one >>> 0}:${other >>> 0}`;
}

/** The digest of a short text, never 0. */
export function digestOfText(text: string): number {
  let digest = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
    digest ^= digest >>> 15;
  }
  return digest | 1;
}
