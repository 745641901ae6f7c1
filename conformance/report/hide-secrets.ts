/** Takes secrets out of what a run reports: the key and the user's header values, and what an exchange carries itself. */

import { keyMasks } from "../../base/curl.ts";
import { type Cleaner, createCleaners, type Hide } from "../../base/secrets.ts";
import { bodyText, type Exchange, type HeaderList } from "../evidence/exchange.ts";

/** A shorter one is hidden in no base64. */
const shortestSecret = 6;
/** What stands where the value of a header of the user's was, or a credential of the server's. */
const hidden = "(hidden)";

/** The key in another case is told apart, so that a command can send it that way again. */
function keyMask(apiKey: string): (found: string) => string {
  return (found) => {
    if (found === apiKey || found.length < apiKey.length) return keyMasks.whole;
    if (found === apiKey.toUpperCase()) return keyMasks.upperCase;
    return found === apiKey.toLowerCase() ? keyMasks.lowerCase : keyMasks.whole;
  };
}

export interface ReportSecrets {
  /** For texts that belong to no exchange. */
  readonly hide: Hide;
  /** Knows the credentials that an exchange carries, too. */
  cleanerOf(exchange: Exchange): ExchangeCleaner;
}

export interface ExchangeCleaner extends Cleaner {
  /** What is shown of the headers of the request. */
  readonly sent: HeaderList;
}

/**
 * @param headers the user's own: of `Basic dTpw` and `a=1; b=2`, the parts are secrets as well
 */
export function createReportSecrets(apiKey: string, headers: HeaderList = []): ReportSecrets {
  const cleaners = createCleaners(
    [
      { text: apiKey, mask: keyMask(apiKey) },
      // The suite sends the key less a character, and that tells almost as much.
      { text: apiKey.slice(0, -1), mask: () => keyMasks.withoutLast },
      { text: apiKey.slice(1), mask: () => keyMasks.withoutFirst },
      ...headers.flatMap(([, value]) => secretsIn(value)).map((text) => ({ text, mask: () => hidden })),
    ],
    { mask: hidden, authorization: (value, hide) => hide(value) },
  );
  const { hide } = cleaners();
  return {
    hide,
    // The request is the kit's own: of that, only cookies are the server's.
    cleanerOf({ request, answer }) {
      const isCookie = (name: string) => /^cookie$/i.test(name);
      const cleaner = cleaners({
        headers: [...request.headers.filter(([name]) => isCookie(name)), ...(answer?.headers ?? [])],
        texts: answer ? [bodyText(answer)] : [],
      });
      const sent = request.headers.map(
        ([name, value]) => [hide(name), isCookie(name) ? cleaner.header(name, value) : hide(value)] as const,
      );
      return { ...cleaner, sent };
    },
  };
}

export const createReportHider = (apiKey: string, headers?: HeaderList): Hide =>
  createReportSecrets(apiKey, headers).hide;

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

export type Cleaners = ReturnType<typeof createCleaners>;

/** The same for exchanges that somebody else made. */
export function createTrafficSecrets(cleaners: Cleaners): ReportSecrets {
  return {
    hide: cleaners().hide,
    cleanerOf({ request, answer }) {
      const cleaner = cleaners({
        headers: [...request.headers, ...(answer?.headers ?? [])],
        texts: [request.path, ...(answer ? [bodyText(answer)] : [])],
      });
      return { ...cleaner, sent: cleaner.headers(request.headers) };
    },
  };
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
