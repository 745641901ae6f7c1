/**
 * Limits of a JSON text, checked before it is parsed: deep nesting and many values can take JSON.parse a hundred times the
 * memory of the text.
 */

/** Text that may be JSON and exceeds a limit, which the message names. */
export class TooMuchJson extends SyntaxError {
  override name = "TooMuchJson";
}

/** Maximum depth of arrays and objects, so that code may walk a value by recursion. */
export const maxLevels = 500;
export const tooDeep = () => new TooMuchJson(`JSON is nested deeper than ${maxLevels} levels`);

/** Maximum number of values in a text of a number of bytes. In an order with all its fields, a value takes 15 bytes. */
export const maxValuesOf = (bytes: number): number => Math.ceil(bytes / 15);

/**
 * @param maxValues maximum number of commas and opening brackets outside strings
 * @throws {TooMuchJson} where the text is nested too deep, or has more values
 */
export function checkSize(text: string, maxValues: number): void {
  let [levels, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at + 1);
    else if (character === "]" || character === "}") levels--;
    else if (character === "[" || character === "{" || character === ",") {
      if (character !== "," && ++levels > maxLevels) throw tooDeep();
      if (++values > maxValues) throw new TooMuchJson(`JSON has more than ${maxValues} values`);
    }
  }
}

/**
 * The place of the quote that ends a string, or the end of the text.
 * @param slashes number of backslashes before each quote, where the JSON is itself in a string of JSON
 */
export function endOfString(text: string, from: number, slashes = 0): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === "\\") before--;
    if ((at - before) % (2 * (slashes + 1)) === slashes) return at;
  }
  return text.length + slashes;
}
