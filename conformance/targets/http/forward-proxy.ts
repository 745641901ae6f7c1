/** A forward proxy on the way to a server: its address, its credentials, and the words for its refusals. */

import type { HeaderList } from "../../evidence/exchange.ts";

export interface ForwardProxy {
  readonly url: URL;
  /** Its address without user and password. */
  readonly address: string;
  /** For the proxy alone: no server may get it (RFC 9110, 11.7.2). */
  readonly headers: HeaderList;
}

/** @param address with `user:password@` before the host, percent-encoded, if the proxy requires credentials */
export function readForwardProxy(address: string): ForwardProxy {
  const url = new URL(address);
  const token = tokenOf(url);
  return {
    url,
    address: `${url.protocol}//${url.host}`,
    headers: token === undefined ? [] : [["proxy-authorization", `Basic ${token}`]],
  };
}

/** `user:password` in base64 (RFC 7617). */
function tokenOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  return Buffer.concat([decodePercent(username), Buffer.from(":"), decodePercent(password)]).toString(
    "base64",
  );
}

/** Bytes of any encoding; a percent sign without two hex digits is itself. */
function decodePercent(text: string): Buffer {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, "latin1");
}

/** Shorter passwords occur in too many other texts. */
const shortestSecret = 6;

/** Texts by which a proxy's credentials could be recognized in an output. */
export function secretsOfProxy(address: string | undefined): readonly string[] {
  if (address === undefined) return [];
  const url = new URL(address);
  const token = tokenOf(url);
  if (token === undefined) return [];
  const passwords = [url.password, decodePercent(url.password).toString()];
  return [token, ...passwords.filter((text) => text.length >= shortestSecret)];
}

/** Why a proxy does not let a call through, with the next step. */
export function describeRefusal({ address, headers, url }: ForwardProxy, status: number, to: string): string {
  const answered = `the proxy ${address} answered ${status}${to}`;
  if (status === 407)
    return headers.length > 0
      ? `${answered}: it does not accept the user and password of its address`
      : `${answered}: it requires credentials. Give them in its address, as in --proxy ${url.protocol}//USER:PASSWORD@${url.host}`;
  if (status === 403 || status === 405) return `${answered}: it does not allow this connection`;
  return `${answered}: it cannot reach the server`;
}
