/** What a journal must not show: the mock's own keys, and whatever a client sent in their place. */

import { formsOf } from "../../base/secret-forms.ts";
import { createHider, type Hide, knowForms, rememberHidden } from "../../base/secrets.ts";
import { admit } from "../http/authenticate.ts";

export interface JournalSecrets {
  /** Hides the mock's secrets and, of a request that was refused, what it sent for a key. */
  hiderFor(authorization: string | undefined): Hide;
  isAdmitted(authorization: string | undefined): boolean;
}

/** Longer texts are not kept whole. */
export const mostCharacters = 2048;

/** Characters of texts whose hidden form is held ready. */
const mostRemembered = 100_000;

/** Hiders of so many different refused keys are held ready. */
const mostHiders = 50;

export function createJournalSecrets(
  apiKeys: ReadonlySet<string>,
  controlToken: string | undefined,
): JournalSecrets {
  const secrets = controlToken === undefined ? [...apiKeys] : [...apiKeys, controlToken];
  const own = knowSecrets(secrets);
  // Most requests resemble the one before: a journal entry in 0.6 of its time without this.
  const hideOwn = rememberHidden(createHider(own), mostRemembered);
  const hiders = new Map<string, Hide>();
  const isAdmitted = (authorization: string | undefined) => "world" in admit(authorization, apiKeys);

  return {
    isAdmitted,
    hiderFor(authorization) {
      if (authorization === undefined || isAdmitted(authorization)) return hideOwn;
      // Longer than any text that is shown: what could hold it is left out.
      if (authorization.length > mostCharacters)
        return (text) => (text.length > mostCharacters ? "***" : hideOwn(text));
      const known = hiders.get(authorization);
      if (known) return known;
      // It may be a secret of another service.
      const sent = sentSecrets(authorization);
      const hide = sent.length === 0 ? hideOwn : createHider(own, knowSecrets(sent));
      if (hiders.size >= mostHiders) hiders.clear();
      hiders.set(authorization, hide);
      return hide;
    },
  };
}

/** As they are and escaped: nothing that a request costs may go into undoing base64. */
const knowSecrets = (secrets: readonly string[]) =>
  knowForms(
    secrets.flatMap((secret) => formsOf(secret)),
    0,
  );

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
export function hideKey(authorization: string): string {
  const [, scheme = "", rest = ""] = /^[ \t]*(\S*)[ \t]*(.*)$/s.exec(authorization)!;
  if (!schemes.test(scheme)) return "***";
  return rest === "" ? scheme : `${scheme} ***`;
}
