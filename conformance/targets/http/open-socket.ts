/** Opens connections to a server: plain or TLS, directly or through a forward proxy. */

import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import { describeFailure, withoutInsecure } from "../failure-words.ts";
import { describeRefusal, type ForwardProxy, readForwardProxy } from "./forward-proxy.ts";

/** Options of connections. */
export interface ConnectionOptions {
  /** Address of an HTTP proxy, with `user:password@` before its host if it requires credentials. */
  readonly proxy?: string | undefined;
  /** A certificate authority to trust in addition to the usual ones, in PEM. */
  readonly ca?: string | undefined;
  /** The client's certificate for mutual TLS, in PEM. */
  readonly cert?: string | undefined;
  /** The private key of that certificate, in PEM, without a passphrase. */
  readonly key?: string | undefined;
  /** Whether any certificate is accepted. */
  readonly insecure?: boolean | undefined;
}

export interface SocketOptions extends ConnectionOptions {
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
  /**
   * Whether bytes of others pass on it: our side stays open once the server has ended its own, and a proxy makes a tunnel to
   * a plain server too, so that each byte arrives unchanged.
   */
  readonly passesBytes?: boolean;
}

/** @throws {Error} with the reason why there is none */
export async function openSocket(url: URL, options: SocketOptions): Promise<Socket> {
  const { proxy, signal, passesBytes = false } = options;
  const isTls = url.protocol === "https:";
  const socket =
    proxy === undefined
      ? await openTcp(url, options)
      : await openThroughProxy(readForwardProxy(proxy), isTls || passesBytes ? url : undefined, options);
  if (!isTls) return socket;
  return startTls(socket, url, tlsOptions(options), signal);
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

function openTcp(url: URL, { passesBytes = false, signal }: SocketOptions): Promise<Socket> {
  const where = { host: hostOf(url), port: portOf(url) };
  const socket = connectTcp({ ...where, noDelay: true, allowHalfOpen: passesBytes });
  return connected(socket, "connect", signal);
}

type TlsSettings = ReturnType<typeof tlsOptions>;

function startTls(socket: Socket, url: URL, settings: TlsSettings, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const tls = connectTls({
    socket,
    // Only a name may be sent (RFC 6066, 3); the certificate is checked against the address anyway.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ALPNProtocols: ["http/1.1"],
    ...settings,
  });
  return connected(tls, "secureConnect", signal);
}

/** The options of node:tls. */
function tlsOptions({ ca, cert, key, insecure = false }: ConnectionOptions) {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    ...(cert !== undefined && { cert, key }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/**
 * A connection to a proxy, or to the server behind it: a tunnel by CONNECT (RFC 9110, 9.3.6), in which no byte is changed.
 * @param url of the server, for a tunnel
 */
async function openThroughProxy(
  proxy: ForwardProxy,
  url: URL | undefined,
  options: SocketOptions,
): Promise<Socket> {
  const { signal } = options;
  let socket: Socket | undefined;
  try {
    socket = await openTcp(proxy.url, options);
    // The client's certificate and the permission to accept any certificate are only for the server.
    const settings = tlsOptions({ ca: options.ca });
    if (proxy.url.protocol === "https:") socket = await startTls(socket, proxy.url, settings, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const why = withoutInsecure(describeFailure(error, 0));
    throw new Error(`the proxy ${proxy.address} cannot be reached: ${why}`);
  }
  return url ? openTunnel(socket, proxy, `${url.hostname}:${portOf(url)}`, signal) : socket;
}

async function openTunnel(
  socket: Socket,
  proxy: ForwardProxy,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  // Not imported, since a run starts faster without node:http, which only a proxy needs.
  const { request } = process.getBuiltinModule("node:http");
  const headers = { host: authority, connection: "keep-alive", ...Object.fromEntries(proxy.headers) };
  const call = { method: "CONNECT", path: authority, headers, createConnection: () => socket, signal };
  const [{ statusCode }, , early] = await once(request(call).end(), "connect").catch((error: Error) => {
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    throw new Error(`the proxy ${proxy.address} gave no answer to CONNECT (${error.message})`);
  });
  if (statusCode < 200 || statusCode > 299) {
    socket.destroy();
    throw new Error(describeRefusal(proxy, statusCode, ` to CONNECT ${authority}`));
  }
  if (early.length > 0) socket.unshift(early);
  return socket;
}

async function connected<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> {
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    throw signal.aborted ? signal.reason : error;
  }
}
