/** Opens connections to the server: plain or TLS, straight or through an HTTP proxy. */

import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, tlsOptions } from "../targets/http/dispatcher.ts";

export interface Upstream {
  /** As a request's Host. */
  readonly host: string;
  /** @throws {Error} saying why there is none */
  connect(): Promise<Duplex>;
}

/** Longer than any network takes that works. */
const connectMs = 30_000;

export function createUpstream(url: URL, options: ConnectionOptions = {}): Upstream {
  const isTls = url.protocol === "https:";
  const host = hostOf(url);
  const port = Number(url.port || (isTls ? 443 : 80));
  const openTcp = async (): Promise<Socket> =>
    options.proxy === undefined
      ? connected(connectTcp({ host, port, noDelay: true, allowHalfOpen: true }), "connect")
      : openThroughProxy(new URL(options.proxy), `${url.hostname}:${port}`);
  const connect = async (): Promise<Duplex> => {
    const socket = await openTcp();
    if (!isTls) return socket;
    try {
      return await startTls(socket, host, options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL")
        throw error;
      throw new Error(
        "the server speaks no HTTP/1.1. Put a reverse proxy that speaks both before it, and name that one",
        { cause: error },
      );
    }
  };
  return { host: url.host, connect };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

async function startTls(socket: Socket, host: string, options: ConnectionOptions) {
  // Not imported: most targets of a proxy on this machine are plain.
  const tls = process.getBuiltinModule("node:tls").connect({
    socket,
    // A name alone may be told (RFC 6066, 3); the certificate is held against the address all the same.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ALPNProtocols: ["http/1.1"],
    ...tlsOptions(options),
  });
  return connected(tls, "secureConnect");
}

/** A tunnel by CONNECT (RFC 9110, 9.3.6), for plain targets too, so that nothing on the way reads or changes a byte. */
async function openThroughProxy(proxy: URL, authority: string): Promise<Socket> {
  const host = hostOf(proxy);
  const isTls = proxy.protocol === "https:";
  const plain = await connected(
    connectTcp({ host, port: Number(proxy.port || (isTls ? 443 : 80)), noDelay: true, allowHalfOpen: true }),
    "connect",
  );
  const socket = isTls ? await startTls(plain, host, {}) : plain;
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
      socket.off("data", read).off("error", closed).off("end", closed).pause();
      const status = /^HTTP\/1\.\d (\d{3})/.exec(received.toString("latin1", 0, end))?.[1] ?? "no status";
      if (!status.startsWith("2")) return fail(`answered ${status} to CONNECT`);
      if (received.length > end + 4) socket.unshift(received.subarray(end + 4));
      resolve(socket);
    };
    socket.on("data", read).once("error", closed).once("end", closed);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  });
}

function connected<S extends Socket>(socket: S, event: "connect" | "secureConnect"): Promise<S> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      socket.destroy(Object.assign(new Error("timeout while connecting"), { code: "ETIMEDOUT" }));
    }, connectMs);
    const settle = () => {
      clearTimeout(deadline);
      socket.off("error", fail).off("close", ended);
    };
    const fail = (error: Error) => {
      settle();
      socket.destroy();
      reject(error);
    };
    const ended = () => fail(new Error("the connection closed while it was made"));
    socket.once("error", fail).once("close", ended);
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
  });
}
