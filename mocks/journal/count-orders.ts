/** How many orders a list shows, from its bytes: reading them as JSON would cost a request too much. */

/** A list up to this many bytes is counted; that takes some microseconds, once for each change of it. */
const mostBytes = 16 * 1024;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The number of elements of a JSON array without blanks, or undefined for what is none, broken off or too long. */
export function countOrders(pieces: readonly Uint8Array[], length: number): number | undefined {
  if (length > mostBytes || pieces[0]?.[0] !== openBracket) return undefined;
  if (length === 2) return 0;
  let count = 1;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  for (const piece of pieces) {
    for (const byte of piece) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === openBracket || byte === openBrace) depth++;
      else if (byte === closeBracket || byte === closeBrace) depth--;
      else if (byte === comma && depth === 1) count++;
    }
  }
  return depth === 0 ? count : undefined;
}
