/** Descriptions of failures of calls; those of TLS name the option that helps. */

import type { Answer } from "../evidence/exchange.ts";
import { nothingListens, unknownHost } from "./target.ts";

const orInsecure = "or accept any certificate with --insecure";
const unknownAuthority = `its certificate is of an authority that is not trusted here. Give the authority's certificate with --ca, ${orInsecure}`;
const noTls = "it does not speak TLS at that port. Is it an http address?";
const oldTls = "it speaks no TLS 1.2 or newer";

/** Descriptions by the codes of Node and undici. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: nothingListens,
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ENOTFOUND: unknownHost,
  EAI_AGAIN: "the host name cannot be looked up now",
  UND_ERR_SOCKET: "the connection closed before the answer was whole",
  UND_ERR_CONNECT_TIMEOUT: "timeout while connecting",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body is not as long as Content-Length says",
  UND_ERR_HEADERS_OVERFLOW: "the head of the answer is too long",
  DEPTH_ZERO_SELF_SIGNED_CERT: `self-signed certificate. Give it with --ca, ${orInsecure}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: `its certificate has expired. Renew it on the server, ${orInsecure}`,
  CERT_NOT_YET_VALID: `its certificate is not valid yet. Check the clock of this machine, ${orInsecure}`,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldTls,
};

export function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError" || name === "AbortError") return `timeout after ${timeoutMs} ms`;
  const coded = causeOf(error);
  const known = coded && describeCoded(coded);
  if (known !== undefined) return known;
  // "fetch failed" alone gives no reason.
  return message && cause instanceof Error ? `${message}: ${cause.message}` : message || coded?.code || name;
}

/** The error that has a code: itself, its cause, or one of several. */
function causeOf(error: unknown): CodedError | undefined {
  const causes = [error, (error as Error).cause, ...((error as AggregateError).errors ?? [])];
  // The code of a DOMException is a number.
  return causes.find((cause) => typeof cause?.code === "string" && cause.code !== "");
}

const askedFor =
  "it asks for a client certificate that it trusts. Give one with --client-cert and --client-key";
const notAccepted =
  "it does not accept the client certificate. Give another with --client-cert and --client-key";

/** Descriptions by the numbers of alerts (RFC 8446, 6), which a server sends before it ends the connection. */
const alerts: Readonly<Record<string, string>> = {
  ...Object.fromEntries([43, 44, 45, 46, 48, 49].map((alert) => [alert, notAccepted])),
  ...{ 42: askedFor, 116: askedFor },
  40: "it refuses the TLS handshake. If it asks for a client certificate, give one with --client-cert and --client-key",
  70: oldTls,
  112: "it does not know the host name. Check it",
  120: "the server speaks no HTTP/1.1. Put a reverse proxy that speaks both before it, and name that one",
};

interface CodedError {
  readonly code: string;
  readonly message?: unknown;
  /** The certificate, where it has other names. */
  readonly cert?: { readonly subjectaltname?: string; readonly subject?: { readonly CN?: unknown } };
  readonly host?: unknown;
}

function describeCoded({ code, message, cert, host }: CodedError): string | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return describeNames(cert, String(host));
  // The name of an alert differs between versions of OpenSSL, its number does not.
  const [, alert] = /SSL alert number (\d+)/.exec(String(message)) ?? [];
  if (alert !== undefined) return alerts[alert] ?? `it ended the TLS handshake with alert ${alert}`;
  if (Object.hasOwn(words, code)) return words[code];
  // The message is a trace of OpenSSL, of several lines.
  return code.startsWith("ERR_SSL_") ? `the TLS handshake failed (${code})` : undefined;
}

const maxPageBytes = 2000;

/** The description for the page with which nginx, and gateways built on it, refuse a client certificate (400). */
export function describeCertificatePage({ status, body }: Answer): string | undefined {
  if (status !== 400) return undefined;
  const page = new TextDecoder("latin1").decode(body.subarray(0, maxPageBytes));
  if (page.includes("No required SSL certificate was sent")) return askedFor;
  return page.includes("The SSL certificate error") ? notAccepted : undefined;
}

/** The description for a connection to which --insecure does not apply. */
export const withoutInsecure = (text: string): string => text.replace(`, ${orInsecure}`, "");

const maxNames = 5;

/** The description with the names of a certificate, shortened, with only visible characters. */
function describeNames(cert: CodedError["cert"], host: string): string {
  const listed = cert?.subjectaltname?.split(", ").map((name) => name.replace(/^(?:DNS|IP Address):/, ""));
  const names = (listed ?? [String(cert?.subject?.CN ?? "no name")]).map((name) =>
    name.replace(/[^\x21-\x7e]/g, "?").slice(0, 100),
  );
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return `its certificate is for ${names.slice(0, maxNames).join(", ")}${more}, not for ${host}. Use a name of the certificate, ${orInsecure}`;
}
