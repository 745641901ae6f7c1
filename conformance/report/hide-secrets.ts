/** Removes secrets from reports: the key, the values of the user's headers, and the credentials of an exchange. */

import { partsOf } from "../../base/credentials.ts";
import { keyMasks } from "../../base/curl.ts";
import { type Secret, shortestSecret } from "../../base/secret-forms.ts";
import { type Cleaner, createCleaners, textOf } from "../../base/secrets.ts";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import * as keyForms from "../misreadings/key-forms.ts";

/** The text in place of the value of a user's header, or of a credential of the server. */
const hidden = "(hidden)";

/** The mask of the key in another form, by which a command can send it in this form. */
function keyMask(apiKey: string): Secret["mask"] {
  const inBase64 = /^[\x21-\x7e]*$/.test(apiKey) ? btoa(apiKey).replace(/=+$/, "") : "";
  // The key itself comes last: a key without letters equals itself in capitals.
  const masks = new Map<string, string>([
    [keyForms.encodeFirst(apiKey), keyMasks.firstEncoded],
    [inBase64, keyMasks.base64],
    [keyForms.firstHalf(apiKey), keyMasks.firstHalf],
    [keyForms.swappedCase(apiKey), keyMasks.swappedCase],
    [apiKey.toUpperCase(), keyMasks.upperCase],
    [apiKey.toLowerCase(), keyMasks.lowerCase],
    [apiKey, keyMasks.whole],
  ]);
  return (found, written) => masks.get(written) ?? masks.get(found) ?? keyMasks.whole;
}

/** Forms in which the suite also sends the key, and that show most of it. */
function formsOfKey(apiKey: string): readonly Secret[] {
  const forms = [
    [apiKey.slice(0, -1), keyMasks.withoutLast],
    [apiKey.slice(1), keyMasks.withoutFirst],
    [keyForms.withoutSigns(apiKey), keyMasks.withoutSigns],
    [keyForms.otherSigns(apiKey), keyMasks.otherSigns],
    [keyForms.sorted(apiKey), keyMasks.sorted],
    [keyForms.inEightBits(apiKey), keyMasks.eightBits],
  ] as const;
  return forms
    .filter(([text]) => text !== apiKey && text.length >= shortestSecret - 1)
    .map(([text, mask]) => ({ text, mask: () => mask }));
}

/** Hides secrets in texts that do not belong to an exchange. */
export interface ReportSecrets extends Cleaner {
  /** Makes a cleaner that also hides the credentials of an exchange. */
  cleanerOf(exchange: Exchange): ExchangeCleaner;
}

export interface ExchangeCleaner extends Cleaner {
  /** The headers of the request for a report. */
  readonly sent: HeaderList;
}

/**
 * @param headers the user's own
 * @param more further texts, each a secret as a whole
 */
export function createReportSecrets(
  apiKey: string,
  headers: HeaderList = [],
  more: readonly string[] = [],
): ReportSecrets {
  const cleaners = createCleaners(
    [
      { text: apiKey, mask: keyMask(apiKey) },
      ...formsOfKey(apiKey),
      ...[...headers.flatMap(([, value]) => partsOf(value)), ...more].map((text) => ({
        text,
        mask: () => hidden,
      })),
    ],
    { mask: hidden, authorization: (value, hide) => hide(value) },
  );
  const general = cleaners();
  const { hide } = general;
  return {
    ...general,
    // The request is the kit's own; only its cookies come from the server.
    cleanerOf({ request, answer }) {
      const isCookie = (name: string) => /^cookie$/i.test(name);
      const cleaner = cleaners({
        headers: [...request.headers.filter(([name]) => isCookie(name)), ...(answer?.headers ?? [])],
        texts: answer ? [textOf(answer.body)] : [],
      });
      const sent = request.headers.map(
        ([name, value]) => [hide(name), isCookie(name) ? cleaner.header(name, value) : hide(value)] as const,
      );
      return { ...cleaner, sent };
    },
  };
}

/** A warning about secrets that are too short to be hidden in every form. */
export function namesOfShown(apiKey: string | undefined, headers: HeaderList): readonly string[] {
  const short = headers
    .filter(([, value]) => value.length < shortestSecret)
    .map(([name]) => `header ${name}`);
  return apiKey !== undefined && apiKey.length < shortestSecret ? ["the API key", ...short] : short;
}

export type Cleaners = ReturnType<typeof createCleaners>;

/** Headers of one connection, and of HTTP/2 as browsers record it: another connection has its own. */
const isOfConnection = (name: string) =>
  /^(?::.*|host|connection|proxy-connection|keep-alive|te|trailer|transfer-encoding|upgrade|content-length)$/i.test(
    name,
  );

/** The same for exchanges of other clients. */
export function createTrafficSecrets(cleaners: Cleaners): ReportSecrets {
  return {
    ...cleaners(),
    cleanerOf({ request, answer }) {
      const cleaner = cleaners({
        headers: [...request.headers, ...(answer?.headers ?? [])],
        texts: [request.path, ...(answer ? [textOf(answer.body)] : [])],
      });
      const sent = request.headers.filter(([name]) => !isOfConnection(name));
      return { ...cleaner, sent: cleaner.headers(sent) };
    },
  };
}
