/** An exchange as the journal shows it, without the secrets that were in it. */

import { createSecretHider, hideReason } from "../../base/hide-secrets.ts";
import { controlTokenHeader } from "../../spec/control-protocol.ts";
import { admit } from "../http/authenticate.ts";
import { headerOf, type MockRequest, whyHeader } from "../http/reply.ts";
import { countOrders } from "./count-orders.ts";
import type { JournalEntry } from "./journal.ts";
import type { KeptExchange } from "./keep-exchange.ts";

export interface ExchangeReader {
  read(kept: KeptExchange): JournalEntry;
  /** A request's target without the secrets in it. */
  hideTarget(request: MockRequest): string;
}

type Hide = (text: string) => string;

/** Hiders of so many different refused keys are held ready. */
const mostHiders = 50;

export function createExchangeReader(
  apiKeys: ReadonlySet<string>,
  controlToken: string | undefined,
): ExchangeReader {
  const secrets = controlToken === undefined ? [...apiKeys] : [...apiKeys, controlToken];
  let hideOwn: Hide | undefined;
  const hiders = new Map<string, Hide>();

  /** Whatever a client sent for a key may be a secret of another service. */
  function hiderOf(authorization: string | undefined): Hide {
    hideOwn ??= createSecretHider(secrets);
    const sent = sentSecrets(authorization ?? "");
    if (sent.length === 0 || "world" in admit(authorization, apiKeys)) return hideOwn;
    const known = hiders.get(authorization!);
    if (known) return known;
    if (hiders.size >= mostHiders) hiders.clear();
    const hide = createSecretHider([...secrets, ...sent]);
    hiders.set(authorization!, hide);
    return hide;
  }

  return {
    hideTarget: ({ target, headers }) => hiderOf(headerOf(headers, "authorization"))(target),
    read(kept) {
      const { authorization, ...shown } = kept.headers;
      const hide = hiderOf(authorization);
      const requestHeaders = headersOf(shown, hide);
      const [method, target] = [hide(kept.method), hide(kept.target)];
      const holdsSecret =
        kept.holdsSecret ||
        method !== kept.method ||
        target !== kept.target ||
        Object.entries(requestHeaders).some(([name, value]) => value !== shown[name]);
      if (authorization !== undefined) requestHeaders.authorization = hideKey(authorization);
      return {
        id: kept.id,
        at: kept.at,
        method,
        target,
        requestHeaders,
        admitted: "world" in admit(authorization, apiKeys),
        status: kept.status,
        why: hideReason(kept.why, holdsSecret, hide),
        // The reason is there already, and a header has it cut short.
        responseHeaders: headersOf({ ...kept.responseHeaders, [whyHeader]: undefined }, hide),
        ...answered(kept, holdsSecret, hide),
        ...kept.delivery,
      };
    },
  };
}

/** The body, and how many orders are in it where it is a list. */
function answered({ status, body, bodySize, orders }: KeptExchange, holdsSecret: boolean, hide: Hide) {
  const count = body && status === 200 ? countOrders([body], bodySize) : orders;
  // A message may quote the request cut short, and with it half a secret.
  const isShown = body !== undefined && !(holdsSecret && status >= 400);
  return {
    ...(isShown && { responseBody: hide(new TextDecoder().decode(body)) }),
    responseSize: bodySize,
    ...(count !== undefined && { orders: count }),
  };
}

function headersOf(
  headers: Readonly<Record<string, string | undefined>>,
  hide: Hide,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) shown[name] = neverShown.has(name) ? "***" : hide(value);
  }
  return shown;
}

const neverShown: ReadonlySet<string> = new Set(["cookie", "set-cookie", controlTokenHeader]);

/** What may stand before the key. A word that is none of these may be the key itself. */
const schemes = /^(?:bearer|basic|digest|token|apikey)$/i;
/** Shorter ones are no secrets, and would be found in every address. */
const leastCharacters = 3;

function sentSecrets(authorization: string): readonly string[] {
  const words = authorization.split(/[ \t]+/).filter((word) => word !== "");
  const sent = words.length > 1 && schemes.test(words[0]!) ? words.slice(1) : words;
  const beforeWorlds = sent.map((word) => word.split("~", 1)[0]!);
  return [sent.join(" "), ...sent, ...beforeWorlds].filter((text) => text.length >= leastCharacters);
}

/** The scheme as it was sent, and that there was a key. */
function hideKey(authorization: string): string {
  const [, scheme = "", rest = ""] = /^[ \t]*(\S*)[ \t]*(.*)$/s.exec(authorization)!;
  if (!schemes.test(scheme)) return "***";
  return rest === "" ? scheme : `${scheme} ***`;
}
