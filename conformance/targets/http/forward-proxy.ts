/** A forward proxy: its address, its credentials, and descriptions of its refusals. */

import type { HeaderList } from "../../evidence/exchange.ts";

export type ForwardProxy = ReturnType<typeof readForwardProxy>;

/** Shorter passwords occur in too many other texts. */
const shortestSecret = 6;

/** @param given its address, with `user:password@` before the host, percent-encoded, if it requires credentials */
export function readForwardProxy(given: string) {
  const url = new URL(given);
  const { username, password } = url;
  const isOpen = username === "" && password === "";
  // `user:password` in base64 (RFC 7617).
  const token = Buffer.concat([username, ":", password].map(decodePercent)).toString("base64");
  const passwords = [password, decodePercent(password).toString()];
  const headers: HeaderList = [["proxy-authorization", `Basic ${token}`]];
  return {
    url,
    /** Its address without user and password. */
    address: `${url.protocol}//${url.host}`,
    /** The credentials for the proxy, which no server may get (RFC 9110, 11.7.2). */
    headers: isOpen ? [] : headers,
    /** Texts by which its credentials could be recognized in an output. */
    secrets: isOpen ? [] : [token, ...passwords.filter((text) => text.length >= shortestSecret)],
  };
}

/** Bytes of any encoding; a percent sign without two hex digits is itself. */
function decodePercent(text: string): Buffer {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, "latin1");
}

/** The reason of a proxy's refusal, with the next step. */
export function describeRefusal({ address, headers, url }: ForwardProxy, status: number, to: string): string {
  const answered = `the proxy ${address} answered ${status}${to}`;
  if (status === 407)
    return headers.length > 0
      ? `${answered}: it does not accept the user and password of its address`
      : `${answered}: it requires credentials. Give them in its address, as in --proxy ${url.protocol}//USER:PASSWORD@${url.host}`;
  if (status === 403 || status === 405) return `${answered}: it does not allow this connection`;
  return `${answered}: it cannot reach the server`;
}
