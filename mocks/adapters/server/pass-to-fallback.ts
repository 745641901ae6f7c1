/** Requests that are not the mock's go on to a real server, so that an application with more endpoints needs one address. */

import type { ClientRequest, IncomingMessage, RequestOptions, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { controlPrefix } from "../../../spec/control-protocol.ts";
import { isUnder, ordersPath, versionPrefix } from "../../../spec/wire.ts";
import { errorReply, type MockReply } from "../../http/reply.ts";

export interface Fallback {
  /** Whether a request is not the mock's. */
  takes(target: string): boolean;
  /** @param done told of the answer when it has gone out */
  pass(request: IncomingMessage, response: ServerResponse, done: (reply: MockReply) => void): void;
  /** A request to speak something else than HTTP on its connection, as WebSocket does. */
  passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** Of one connection, and so of none that follows it (RFC 9110, 7.6.1). */
const hopHeaders = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

/** @param url of the server; only its origin counts, as paths go on unchanged */
export function createFallback(url: URL): Fallback {
  const isTls = url.protocol === "https:";
  const http = isTls ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
  const agent = new http.Agent({ keepAlive: true });
  const start = (request: IncomingMessage, own: RequestOptions): ClientRequest =>
    http.request({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (isTls ? 443 : 80),
      method: request.method ?? "GET",
      path: request.url ?? "/",
      setHost: false,
      ...own,
    });
  const why = `passed on to ${url.origin}`;

  return {
    takes: (target) => !isUnder(target, versionPrefix + ordersPath) && !isUnder(target, controlPrefix),
    pass(request, response, done) {
      const hasBody = "content-length" in request.headers || "transfer-encoding" in request.headers;
      const headers = withHost(endToEnd(request.rawHeaders), url.host);
      if ("transfer-encoding" in request.headers) headers.push("Transfer-Encoding", "chunked");
      const onward = start(request, { agent, headers });
      onward.on("response", (answer) => {
        response.sendDate = false;
        response.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer.rawHeaders));
        answer.pipe(response, { end: false });
        answer.on("end", () => {
          response.addTrailers(pairsOf(answer.rawTrailers));
          response.end();
          done({ status: answer.statusCode!, headers: headersOf(answer), body: [], why });
        });
        answer.on("error", () => response.destroy());
      });
      onward.on("error", (error: NodeJS.ErrnoException) => {
        if (response.headersSent) return void response.destroy();
        const fact = `The fallback ${url.origin} cannot be reached (${error.code ?? error.message}).`;
        const reply = errorReply(502, "fallback_unreachable", fact);
        response.writeHead(reply.status, reply.headers).end(reply.body[0]);
        done(reply);
      });
      response.on("close", () => onward.destroy());
      if (hasBody) request.pipe(onward);
      else onward.end();
    },
    passUpgrade(request, socket, head) {
      // All headers: those of the connection ask for the upgrade.
      const onward = start(request, { agent: false, headers: withHost(request.rawHeaders, url.host) });
      socket.on("error", () => onward.destroy());
      onward.on("error", () => socket.destroy());
      const answer = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage) => {
        const lines = pairsOf(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
      };
      onward.on("upgrade", (reply, far, first) => {
        answer(reply);
        socket.write(first);
        far.write(head);
        far.on("error", () => socket.destroy());
        far.on("close", () => socket.destroy());
        socket.on("close", () => far.destroy());
        far.pipe(socket).pipe(far);
      });
      onward.on("response", (reply) => {
        answer(reply);
        reply.pipe(socket);
      });
      onward.end();
    },
    close: () => agent.destroy(),
  };
}

/** Names and values in turns, those of the connection taken out. */
function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_text, index) => !hopHeaders.has(raw[index - (index % 2)]!.toLowerCase()));
}

function withHost(raw: readonly string[], host: string): string[] {
  return raw.map((text, index) =>
    index % 2 === 1 && raw[index - 1]!.toLowerCase() === "host" ? host : text,
  );
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]!] as [string, string]] : []));
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
