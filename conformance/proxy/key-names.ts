/** Stands in for every key that passes, so that what is written tells clients apart and betrays none. */

import type { HeaderList } from "../history/exchange.ts";

export interface KeyNames {
  /** Headers as they may be written. */
  hideHeaders(headers: HeaderList): HeaderList;
  /** A text with every key that was seen so far taken out. */
  hide(text: string): string;
}

/** Headers whose value lets somebody in. */
const secretHeader = /^(?:cookie|set-cookie|.*(?:auth|token|secret|password|session|api-?key|signature).*)$/i;
/** Say nothing of a key although they are named like it. */
const openHeader = /^(?:www-authenticate|proxy-authenticate|access-control-.*)$/i;
const secretParameter =
  /([?&;][^=&;#]*(?:auth|token|secret|password|session|key|signature)[^=&;#]*=)[^&;#\s"']+/gi;

/** Shorter ones cannot be told from ordinary text. */
const shortestKey = 4;
/** Characters of texts that were looked through already. */
const mostRemembered = 8_000_000;
/** More clients than a proxy on somebody's machine ever has. */
const mostKeys = 1000;

export function createKeyNames(
  known: readonly string[],
  createHider: (keys: readonly string[]) => (text: string) => string,
): KeyNames {
  const names = new Map<string, string>();
  let hideKnown = (text: string) => text;
  /** Traffic repeats itself, and a key may be in a text in many ways: looking for it takes milliseconds. */
  const hidden = new Map<string, string>();
  let hiddenCharacters = 0;
  const forget = () => {
    hidden.clear();
    hiddenCharacters = 0;
  };
  const nameOf = (key: string, word = ""): string => {
    const name = names.get(key);
    if (name !== undefined) return name;
    if (names.size >= mostKeys) return "***";
    const made = `***${word}${names.size + 1}`;
    names.set(key, made);
    forget();
    hideKnown = createHider([...names.keys()].filter(({ length }) => length >= shortestKey));
    return made;
  };
  // Told apart, so that who reads a recording knows them for valid.
  for (const key of known) nameOf(key, "key");

  const hideAuthorization = (value: string): string => {
    const [, scheme = "", space = "", key = ""] = /^(\S*)(\s*)(.*)$/s.exec(value)!;
    if (key !== "") return scheme + space + nameOf(key.trim());
    // A scheme by itself is no secret; anything else by itself may be the key.
    return /^(?:bearer|basic|digest|negotiate|)$/i.test(scheme) ? value : nameOf(scheme);
  };
  const hide = (text: string): string => {
    const known = hidden.get(text);
    if (known !== undefined) return known;
    const made = hideKnown(text).replace(secretParameter, "$1***");
    hiddenCharacters += text.length + 100;
    if (hiddenCharacters > mostRemembered) forget();
    hidden.set(text, made);
    return made;
  };

  return {
    hide,
    hideHeaders: (headers) => {
      // First of all: it may stand again in the others.
      const shown = headers.map(([name, value]) =>
        /^(?:proxy-)?authorization$/i.test(name) ? hideAuthorization(value) : undefined,
      );
      return headers.map(([name, value], index) => {
        const isSecret = secretHeader.test(name) && !openHeader.test(name);
        return [name, shown[index] ?? (isSecret ? "***" : hide(value))] as const;
      });
    },
  };
}
