/** The server that recordings are about. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { ordersPath, versionPrefix } from "../../spec/wire.ts";

/** Maximum number of servers that a refusal names. */
export const maxNamed = 5;

/** The part of an address up to the version of the API, and whether it is the address of orders. */
export function readBase(url: string): { readonly base: string; readonly hasOrders: boolean } | undefined {
  const path = url.split(/[?#]/, 1)[0]!;
  const at = path.lastIndexOf(versionPrefix + ordersPath);
  const end = at < 0 ? path.lastIndexOf(`${versionPrefix}/`) : at;
  return end < 0 ? undefined : { base: path.slice(0, end + versionPrefix.length), hasOrders: at >= 0 };
}

/**
 * @param option the option that named the files, for messages
 * @param found the bases of addresses of orders
 * @param named the base address where the user named it
 * @throws {BadInput} where the recordings have no call of the API, or calls of several servers
 */
export function chooseBase(option: string, found: ReadonlySet<string>, named: string | undefined): string {
  const [base, other] = found;
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use ${option}: ${fact}`);
  };
  const shown = [...found].slice(0, maxNamed).map(quoteValue).join(", ");
  const servers = found.size > maxNamed ? `${shown} and more` : shown;
  if (base === undefined)
    return refuse(`no exchange is one of this API: no address has ${versionPrefix}${ordersPath} in it.`);
  if (named !== undefined)
    return refuse(
      `no exchange is with ${quoteValue(named)}, got exchanges with ${servers}. Name one of these as the base URL, or none.`,
    );
  if (other !== undefined)
    return refuse(`there are exchanges with several servers, ${servers}. Name one as the base URL.`);
  return base;
}

/** An address with normalized scheme, host and port; the rest is unchanged. */
export function normalAddress(url: string): string {
  const [, start = "", rest = ""] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  return URL.canParse(start) ? new URL(start).origin + rest : url;
}
