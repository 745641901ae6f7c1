/**
 * Measures a JSON text before it is parsed: JSON.parse takes up to a hundred times the memory of its text, for levels of nesting
 * and for values. It also marks integers of more than 15 digits, which JSON.parse would round.
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
 * The first number that means a place in the text: `firstPlace + 7` replaces the literal at character 7. A literal of this size
 * has more digits than a double has exactly, so that it is always replaced.
 */
export const firstPlace = 1e15;

const literal = /-?[\d.eE+-]+/y;
/** Literals that lose digits as a double: those of more than 15 characters, or with an exponent. */
const losesDigits = /^(?=.{16}|.*[eE])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The text of the number at a place. */
export function literalAt(text: string, place: number): string {
  literal.lastIndex = place;
  return literal.exec(text)![0];
}

/**
 * The text with a number from `firstPlace` on in place of each literal that loses digits.
 * @param maxValues maximum number of commas and opening brackets outside strings
 * @throws {TooMuchJson} where the text is nested too deep, or has more values
 */
export function measureJson(text: string, maxValues: number): string {
  const pieces: string[] = [];
  let [levels, values, copied] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at + 1);
    else if (character === "]" || character === "}") levels--;
    else if (character === "[" || character === "{" || character === ",") {
      if (character !== "," && ++levels > maxLevels) throw tooDeep();
      if (++values > maxValues) throw new TooMuchJson(`JSON has more than ${maxValues} values`);
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      const number = literalAt(text, at);
      if (losesDigits.test(number)) {
        pieces.push(text.slice(copied, at), String(firstPlace + at));
        copied = at + number.length;
      }
      at += number.length - 1;
    }
  }
  return pieces.join("") + text.slice(copied);
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
