/**
 * A server that speaks nothing but HTTP/2, as connections of HTTP/1.1: each is read by a server of Node's in
 * this process, and every request goes on as a stream. Framing and header case are HTTP/2's there.
 */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { ClientHttp2Session, IncomingHttpHeaders } from "node:http2";
import { type Duplex, duplexPair } from "node:stream";

export interface Http2Bridge {
  /** One end of a connection that speaks HTTP/1.1. */
  connect(): Duplex;
  close(): void;
}

/** Of one connection, and so of none that shares it (RFC 9113, 8.2.2). */
const connectionHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "host",
]);

export function bridgeToHttp2(url: URL, first: Duplex, open: () => Promise<Duplex>): Http2Bridge {
  // Not imported: few servers make it needed.
  const http2 = process.getBuiltinModule("node:http2");
  const start = (socket: Duplex) => {
    const session = http2.connect(url, { createConnection: () => socket });
    // Each request on it hears of the failure by itself.
    session.on("error", () => undefined);
    return session;
  };
  let session: Promise<ClientHttp2Session> = Promise.resolve(start(first));
  const current = async (): Promise<ClientHttp2Session> => {
    const held = await session;
    if (!held.closed && !held.destroyed) return held;
    session = open().then(start);
    return session;
  };

  const server: Server = process.getBuiltinModule("node:http").createServer({ requireHostHeader: false });
  server.timeout = server.requestTimeout = server.headersTimeout = server.keepAliveTimeout = 0;
  server.maxHeadersCount = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false;
    try {
      relay(await current(), url, request, response);
    } catch {
      response.destroy();
    }
  };
  server.on("request", answer);
  // Passed on as any other header: the server's own 100 comes back as an interim answer.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  return {
    connect() {
      const [near, far] = duplexPair();
      server.emit("connection", far);
      return near;
    },
    close: () =>
      void session.then(
        (held) => held.destroy(),
        () => undefined,
      ),
  };
}

function relay(session: ClientHttp2Session, url: URL, request: IncomingMessage, response: ServerResponse) {
  const headers: Record<string, string | string[]> = {
    ":method": request.method ?? "GET",
    ":path": request.url ?? "/",
    ":scheme": url.protocol.slice(0, -1),
    ":authority": url.host,
  };
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (!connectionHeaders.has(name) && values) headers[name] = values.length === 1 ? values[0]! : values;
  }
  const hasBody = request.headers["content-length"] !== undefined || "transfer-encoding" in request.headers;
  const stream = session.request(headers, { endStream: !hasBody });
  if (hasBody) {
    request.pipe(stream, { end: false });
    request.on("end", () => stream.end());
  }
  stream.on("headers", (interim) => {
    const status = Number(interim[":status"]);
    if (status === 100) response.writeContinue();
    else if (status === 103) response.writeEarlyHints(plainHeaders(interim));
  });
  stream.on("response", (head, _flags, raw) => {
    const pairs = raw.filter((_text, index) => !raw[index - (index % 2)]!.startsWith(":"));
    const hasTrailers = head.trailer !== undefined;
    // What has no length is sent in chunks, as HTTP/1.1 has it.
    if (
      hasTrailers ||
      (head["content-length"] === undefined && mayHaveBody(Number(head[":status"]), request.method))
    )
      pairs.push("transfer-encoding", "chunked");
    response.writeHead(Number(head[":status"]), pairs);
    stream.pipe(response, { end: false });
  });
  stream.on("trailers", (trailers) => response.addTrailers(plainHeaders(trailers)));
  stream.on("end", () => response.end());
  stream.on("error", () => response.destroy());
  stream.on("close", () => {
    if (!response.writableEnded) response.destroy();
  });
  response.on("close", () => {
    if (!stream.closed) stream.close(8);
  });
}

function mayHaveBody(status: number, method: string | undefined): boolean {
  return status !== 204 && status !== 304 && method !== "HEAD";
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
