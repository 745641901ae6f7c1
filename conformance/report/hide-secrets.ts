/** Takes the key and the user's header values out of a report: the one place where a run does that. */

import { keyMasks } from "../../base/curl.ts";
import {
  caselessForms,
  createHider,
  formsOf,
  type Hide,
  knowForms,
  rememberHidden,
  shortestSecret,
} from "../../base/secrets.ts";
import type { HeaderList } from "../history/exchange.ts";

/** What stands where the value of a header of the user's was. */
const hidden = "(hidden)";

/** The key in another case is told apart, so that a command can send it that way again. */
function keyMask(apiKey: string): (found: string) => string {
  return (found) => {
    if (found === apiKey || found.length < apiKey.length) return keyMasks.whole;
    if (found === apiKey.toUpperCase()) return keyMasks.upperCase;
    return found === apiKey.toLowerCase() ? keyMasks.lowerCase : keyMasks.whole;
  };
}

/**
 * @param headers the user's own: of `Basic dTpw` and `a=1; b=2`, the parts are secrets as well
 */
export function createReportHider(apiKey: string, headers: HeaderList = []): Hide {
  const others = headers.flatMap(([, value]) => secretsIn(value));
  // The suite sends the key less a character, and that tells almost as much.
  const cut = [
    [apiKey.slice(0, -1), keyMasks.withoutLast],
    [apiKey.slice(1), keyMasks.withoutFirst],
  ] as const;
  // A run reports the same exchanges many times: half of its processor time without this.
  return rememberHidden(
    createHider(
      knowForms([
        ...formsOf(apiKey, keyMask(apiKey)),
        ...caselessForms(apiKey),
        ...cut.flatMap(([text, mask]) => formsOf(text, () => mask)),
        ...others.flatMap((value) => formsOf(value, () => hidden)),
        ...others.flatMap((value) => caselessForms(value, () => hidden)),
      ]),
    ),
    mostRemembered,
  );
}

/** Characters of texts whose hidden form is held ready. */
const mostRemembered = 2_000_000;

/** Which of the secrets are too short to be hidden in every form, in words for the person who gave them. */
export function namesOfShown(apiKey: string | undefined, headers: HeaderList): readonly string[] {
  const short = headers
    .filter(([, value]) => value.length < shortestSecret)
    .map(([name]) => `header ${name}`);
  return apiKey !== undefined && apiKey.length < shortestSecret ? ["the API key", ...short] : short;
}

function secretsIn(value: string): readonly string[] {
  const parts = value.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf("=") + 1)]);
  return [value, ...parts].filter((text) => text.length >= shortestSecret);
}

/** A copy of plain data with every text in it hidden, names of members apart. */
export function hideInData<T>(data: T, hide: Hide): T {
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return hide(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
  };
  return visit(data) as T;
}
