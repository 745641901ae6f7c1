/** Opens connections to a server: plain or TLS, straight or through an HTTP proxy. */

import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";

/** How connections are made. */
export interface ConnectionOptions {
  /** Address of an HTTP proxy. */
  readonly proxy?: string | undefined;
  /** A certificate authority to trust beside the usual ones, in PEM. */
  readonly ca?: string | undefined;
  /** Take any certificate. */
  readonly insecure?: boolean | undefined;
}

export interface SocketOptions extends ConnectionOptions {
  /** Gives up while the connection is made. */
  readonly signal: AbortSignal;
  /** Whether our side stays open once the server has ended its own. */
  readonly allowHalfOpen?: boolean;
}

/** @throws {Error} saying why there is none */
export async function openSocket(url: URL, options: SocketOptions): Promise<Socket> {
  const isTls = url.protocol === "https:";
  const socket =
    options.proxy === undefined
      ? await openTcp(url, options)
      : await openTunnel(new URL(options.proxy), `${url.hostname}:${portOf(url)}`, options);
  if (!isTls) return socket;
  try {
    return await startTls(socket, url, options, options.signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL") throw error;
    throw new Error(
      "the server speaks no HTTP/1.1. Put a reverse proxy that speaks both before it, and name that one",
      { cause: error },
    );
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

function openTcp(url: URL, { allowHalfOpen = false, signal }: SocketOptions): Promise<Socket> {
  const socket = connectTcp({ host: hostOf(url), port: portOf(url), noDelay: true, allowHalfOpen });
  return connected(socket, "connect", signal);
}

function startTls(
  socket: Socket,
  url: URL,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(url);
  const tls = connectTls({
    socket,
    // A name alone may be told (RFC 6066, 3); the certificate is held against the address all the same.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ALPNProtocols: ["http/1.1"],
    ...tlsOptions(options),
  });
  return connected(tls, "secureConnect", signal);
}

/** For node:tls. */
export function tlsOptions({ ca, insecure = false }: ConnectionOptions) {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** A tunnel by CONNECT (RFC 9110, 9.3.6): nothing on the way reads or changes a byte. */
async function openTunnel(proxy: URL, authority: string, options: SocketOptions): Promise<Socket> {
  const { signal } = options;
  const plain = await openTcp(proxy, options);
  const socket = proxy.protocol === "https:" ? await startTls(plain, proxy, {}, signal) : plain;
  // Not imported: a run starts sooner without node:http, which only a proxy needs.
  const { request } = process.getBuiltinModule("node:http");
  const headers = { host: authority, connection: "keep-alive" };
  const call = { method: "CONNECT", path: authority, headers, createConnection: () => socket, signal };
  const fail = (fact: string) => {
    socket.destroy();
    return new Error(`the proxy ${proxy.host} ${fact}`);
  };
  const [{ statusCode }, , early] = await once(request(call).end(), "connect").catch((error: Error) => {
    throw fail(`gave no answer to CONNECT (${error.message})`);
  });
  if (statusCode < 200 || statusCode > 299) throw fail(`answered ${statusCode} to CONNECT`);
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
