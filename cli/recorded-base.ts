/** The server that recordings are about. */

import { BadInput, quoteValue } from "../base/bad-input.ts";
import { ordersPath, versionPrefix } from "../spec/wire.ts";

/** Maximum number of servers that a refusal names. */
const maxNamed = 5;

/**
 * Finds the base address of recordings while their exchanges are read.
 * @param option the option that named the files, for messages
 * @param named the base address where the user named it
 */
export function createBaseFinder(option: string, named: string | undefined) {
  const wanted = named === undefined ? undefined : normalAddress(named.replace(/\/+$/, ""));
  let isWantedThere = false;
  const found = new Set<string>();
  const shown = () =>
    [...found].slice(0, maxNamed).map(quoteValue).join(", ") + (found.size > maxNamed ? " and more" : "");
  return {
    /** Whether an exchange with this address may be one of the API. */
    mayHave(url: string): boolean {
      const base = baseOf(url);
      if (base !== undefined && found.size <= maxNamed) found.add(base);
      const address = normalAddress(url);
      if (wanted !== undefined) {
        const isWanted = address.startsWith(`${wanted}/`);
        isWantedThere ||= isWanted;
        return isWanted;
      }
      const [first] = found;
      return first === undefined ? address.includes(`${versionPrefix}/`) : address.startsWith(`${first}/`);
    },
    /** Whether each exchange from now on that may be one of the API is one. */
    isKnown: () => wanted !== undefined || found.size > 0,
    /** @throws {BadInput} where the recordings have no call of the API, or calls of several servers */
    base(): string {
      if (wanted !== undefined && isWantedThere) return wanted;
      const [base, other] = found;
      if (base === undefined)
        throw new BadInput(
          `Cannot use ${option}: no exchange is one of this API: no address has ${versionPrefix}${ordersPath} in it.`,
        );
      if (wanted !== undefined)
        throw new BadInput(
          `Cannot use ${option}: no exchange is with ${quoteValue(wanted)}, got exchanges with ${shown()}. Name one of these as the base URL, or none.`,
        );
      if (other !== undefined)
        throw new BadInput(
          `Cannot use ${option}: there are exchanges with several servers, ${shown()}. Name one as the base URL.`,
        );
      return base;
    },
  };
}

/** The base address of the API that an address of one of its orders belongs to. */
function baseOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const at = pathname.lastIndexOf(`${versionPrefix}${ordersPath}`);
  return at < 0 ? undefined : origin + pathname.slice(0, at + versionPrefix.length);
}

/** An address with normalized scheme, host and port; the rest is unchanged. */
export function normalAddress(url: string): string {
  const [, start = "", rest = ""] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  return URL.canParse(start) ? new URL(start).origin + rest : url;
}
