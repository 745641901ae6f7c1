/** Reads JSON text value by value, so that a long one can be read in steps. */

import { type Json, parseJson, TooMuchJson } from "./json.ts";

const mostNameLength = 1000;
/** Of what is read at once: making very many takes a while, however short they are. */
const mostValues = 12_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Told what is wrong with the text; undefined where it is no JSON. */
type Refuse = (fact: string | undefined) => never;

export class JsonReader {
  readonly #text: string;
  readonly #refuse: Refuse;
  #at = 0;
  /** Of each array and object that is open: whether nothing of it was read yet. */
  readonly #isFirst: boolean[] = [];

  constructor(text: string, refuse: Refuse) {
    this.#text = text;
    this.#refuse = refuse;
  }

  /** Goes into the array or object that comes next, if one does. */
  opens(bracket: "[" | "{"): boolean {
    if (!this.#takes(bracket.charCodeAt(0))) return false;
    this.#isFirst.push(true);
    return true;
  }

  /** Whether there is one more in the array or object; goes out of it where there is not. */
  hasNext(bracket: "]" | "}"): boolean {
    const isFirst = this.#isFirst.pop();
    if (this.#takes(bracket.charCodeAt(0))) return false;
    if (!isFirst && !this.#takes(comma)) this.#fail();
    this.#isFirst.push(false);
    return true;
  }

  /** The name of a member; its value comes next. */
  name(): string {
    const name = this.#peek() === quote ? this.value(mostNameLength) : this.#fail();
    if (!this.#takes(colon)) this.#fail();
    return name as string;
  }

  /** @param mostLength characters that it may have */
  value(mostLength = Number.POSITIVE_INFINITY): Json {
    this.#skipBlanks();
    const start = this.#at;
    this.#at = endOfValue(this.#text, start, mostLength, this.#refuse);
    try {
      return parseJson(this.#text.slice(start, this.#at));
    } catch (error) {
      return this.#refuse(error instanceof TooMuchJson ? `${error.message}.` : undefined);
    }
  }

  end(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) this.#fail();
  }

  #fail(): never {
    return this.#refuse(undefined);
  }

  #peek(): number {
    this.#skipBlanks();
    return this.#text.charCodeAt(this.#at);
  }

  #takes(code: number): boolean {
    if (this.#peek() !== code) return false;
    this.#at++;
    return true;
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}

const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Where the value ends that begins there, if it is JSON at all. */
function endOfValue(text: string, start: number, mostLength: number, refuse: Refuse): number {
  let level = 0;
  let values = 0;
  const stop = start + mostLength + 1;
  let index = start;
  for (; index < text.length; index++) {
    if (index - start > mostLength) refuse(`a value in it has more than ${mostLength} characters.`);
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index, stop);
      if (level > 0) continue;
      if (index - start > mostLength) refuse(`a value in it has more than ${mostLength} characters.`);
      return index + 1;
    }
    const opens = code === openBrace || code === openBracket;
    if ((opens || code === comma) && ++values > mostValues)
      refuse(`there are more than ${mostValues} values in one of its parts.`);
    if (opens) level++;
    else if (code === closeBrace || code === closeBracket) {
      // That of the array or object around it.
      if (level === 0) return index;
      if (--level === 0) return index + 1;
    } else if (level === 0 && (code === comma || isBlank(code))) {
      return index;
    }
  }
  return index;
}

/** Where its closing quote is, or the last character that is looked at. */
function endOfString(text: string, start: number, stop: number): number {
  const last = Math.min(text.length - 1, stop);
  for (let index = start + 1; index <= last; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index++;
  }
  return last;
}
