/** Opens connections to a server: plain or TLS, straight or through an HTTP proxy. */

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
  const plain = await openTcp(proxy, options);
  const socket = proxy.protocol === "https:" ? await startTls(plain, proxy, {}, options.signal) : plain;
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const fail = (fact: string) => {
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} ${fact}`));
    };
    const closed = () => fail("closed the connection");
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) {
        if (received.length > 65_536) fail("sent no answer to CONNECT");
        return;
      }
      options.signal.removeEventListener("abort", closed);
      socket.off("data", read).off("error", closed).off("end", closed).pause();
      const status = /^HTTP\/1\.\d (\d{3})/.exec(received.toString("latin1", 0, end))?.[1] ?? "no status";
      if (!status.startsWith("2")) return fail(`answered ${status} to CONNECT`);
      if (received.length > end + 4) socket.unshift(received.subarray(end + 4));
      resolve(socket);
    };
    options.signal.addEventListener("abort", closed);
    socket.on("data", read).once("error", closed).once("end", closed);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  });
}

function connected<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      unlisten();
      socket.destroy();
      reject(error);
    };
    const closed = () => fail(new Error("the connection closed while it was made"));
    const giveUp = () => fail(signal.reason);
    const open = () => {
      unlisten();
      resolve(socket);
    };
    const unlisten = () => {
      socket.off("error", fail).off("close", closed).off(event, open);
      signal.removeEventListener("abort", giveUp);
    };
    socket.once("error", fail).once("close", closed).once(event, open);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
  });
}
