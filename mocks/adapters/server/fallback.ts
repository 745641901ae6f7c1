/** Passes requests that are not the mock's on to a real server, as a gateway does (RFC 9110, 7.6). */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
// Imported by its file: for the bare name Bun has its own, incomplete module.
import { Agent } from "undici/index.js";
import { createSecretFinder } from "../../../base/secret-finder.ts";
import { controlTokenHeader } from "../../../spec/control-protocol.ts";
import { tooManyBodies } from "../../control/guard.ts";
import { isLoopbackHost } from "../../http/origins.ts";
import { errorReply, type MockReply } from "../../http/reply.ts";
import { ownerOfTarget } from "./owner-of-target.ts";
import { createBodyReader } from "./read-body.ts";
import { isSecure, sendReply } from "./serve-request.ts";

interface FallbackOptions {
  /** The address of the real server. Only its origin counts, since paths are passed on unchanged. */
  readonly url: URL;
  /** The address on which the mock listens. */
  readonly host: string;
  /** The mock's keys and its control token. */
  readonly secrets: readonly string[];
  /** Milliseconds to the head of an answer, and between two pieces of its body. */
  readonly timeoutMs?: number | undefined;
  /** Answers the mock's own requests. */
  readonly own: RequestListener;
  /** Called with the answer to another request, after it was sent. */
  readonly onReply: (request: IncomingMessage, reply: MockReply, ms: number) => void;
}

const maxConnections = 64;
const maxHeaderBytes = 64 * 1024;
const maxBodyBytes = 16_000_000;

/** Headers of one connection (RFC 9110, 7.6.1), or that undici sets itself. */
const hopHeaders =
  "connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade http2-settings";
/** Some servers take the path of a request from the last two. */
const leftOut = `${hopHeaders} host content-length expect ${controlTokenHeader} x-original-url x-rewrite-url`;
const requestHeaders = new Set(leftOut.split(" "));
const answerHeaders = new Set(hopHeaders.split(" "));

export function createFallback(options: FallbackOptions) {
  const { url, secrets, own, host, onReply, timeoutMs = 60_000 } = options;
  const agent = new Agent({
    connections: maxConnections,
    maxHeaderSize: maxHeaderBytes,
    // `send` has a limit that also holds for interim answers.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
  });
  const pass = createGateway({ agent, origin: url.origin, secrets, timeoutMs });
  const listener: RequestListener = (request, response) => {
    const owner = ownerOfTarget(request.url ?? "/", (authority) => isOwnAuthority(authority, host, request));
    if (owner === "mock") return own(request, response);
    const startedAt = performance.now();
    const answered = owner === "neither" ? Promise.resolve(misdirected) : pass(owner.path, request, response);
    answered
      .then(async (reply) => {
        if (!response.headersSent) await sendReply(response, reply);
        onReply(request, reply, performance.now() - startedAt);
      })
      // The client has disconnected.
      .catch(() => response.destroy());
  };
  return { listener, close: () => void agent.destroy() };
}

/** Whether a request line names the mock itself. */
function isOwnAuthority(authority: string, host: string, request: IncomingMessage): boolean {
  const { localPort, localAddress } = request.socket;
  const defaultPort = isSecure(request) ? "443" : "80";
  const [, name = "", port = defaultPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(authority.toLowerCase()) ?? [];
  const isName = isLoopbackHost(name) || name === host.toLowerCase() || name === localAddress;
  return isName && Number(port) === localPort;
}

/** RFC 9110, 15.5.20. */
const misdirected = errorReply(
  421,
  "misdirected_request",
  "The request names another server, and the mock is not a proxy. Send the path alone.",
);

interface GatewayOptions {
  readonly agent: Agent;
  readonly origin: string;
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
}

function createGateway({ agent, origin, secrets, timeoutMs }: GatewayOptions) {
  /** Unique name of this mock, since a mock may be the fallback of another. */
  const via = `1.1 store-orders-mock-${randomBytes(8).toString("hex")}`;
  const readBody = createBodyReader(maxBodyBytes);
  const findSecrets = createSecretFinder(secrets.map((text) => ({ text, mask: () => "" })));
  const holdsSecret = (text: string) => findSecrets(text).length > 0;
  const refuse = (status: number, code: string, fact: string) =>
    errorReply(status, code, `Cannot pass the request on to ${origin}: ${fact}`);
  const tooLarge = refuse(413, "body_too_large", `its body has more than ${maxBodyBytes} bytes.`);

  function refusalOf(path: string, { headers }: IncomingMessage, body: Buffer): MockReply | undefined {
    if (headers.via?.includes(via))
      return refuse(508, "fallback_loop", "it comes from this mock. --fallback leads back to it.");
    if (headers.upgrade !== undefined)
      return refuse(501, "not_implemented", "it asks to speak something else than HTTP.");
    if ((headers["content-encoding"] ?? "identity") !== "identity")
      return refuse(415, "unreadable_body", "its body is compressed, and may hold a key of the mock.");
    const where = holdsSecret(path) ? "address" : holdsSecret(body.toString("latin1")) ? "body" : undefined;
    return where && refuse(400, "mock_key", `its ${where} holds a key of the mock, which stays here.`);
  }

  /** @returns the head of the real server's answer, in time @throws where there is none */
  async function send(path: string, request: IncomingMessage, body: Buffer, signal: AbortController) {
    const headers = passedOn(request.rawHeaders, requestHeaders).filter(
      ([name, value]) => !holdsSecret(name) && !holdsSecret(value),
    );
    const late = setTimeout(() => signal.abort(new Error("no head of an answer in time")), timeoutMs);
    const answer = agent.request({
      origin,
      path,
      method: request.method ?? "GET",
      headers: [...headers, ["Via", via]].flat(),
      body: body.length > 0 ? body : null,
      signal: signal.signal,
      responseHeaders: "raw",
    });
    return await answer.finally(() => clearTimeout(late));
  }

  async function answer(path: string, request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const refusal = refusalOf(path, request, body);
    if (refusal) return refusal;
    const signal = new AbortController();
    response.once("close", () => signal.abort());
    try {
      const { statusCode: status, headers, body: bytes } = await send(path, request, body, signal);
      if (status < 200 || status > 599) {
        bytes.on("error", () => undefined).destroy();
        return refuse(502, "fallback_failed", `it answered ${status}, which is no status of HTTP.`);
      }
      const passed = passedOn(headers as unknown as readonly string[], answerHeaders);
      response.writeHead(status, [...passed, ["Via", via]].flat());
      await pipeline(bytes, response).catch(() => undefined);
      return { status, headers: Object.fromEntries(passed), body: [], why: `passed on to ${origin}` };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const fact = (message || code || "no reason is known").replace(/[^\x20-\x7e]+/g, " ").slice(0, 200);
      return refuse(502, "fallback_failed", `${fact}.`);
    }
  }

  /** Sends the real server's answer. @returns it without its body, or a refusal that is yet to be sent */
  return (path: string, request: IncomingMessage, response: ServerResponse): Promise<MockReply> =>
    readBody(request, maxBodyBytes, ({ size, bytes }) => {
      if (!bytes) return size > maxBodyBytes ? tooLarge : tooManyBodies;
      return answer(path, request, response, bytes);
    });
}

/** Names and values without those of the connection. @param raw alternating names and values */
function passedOn(raw: readonly string[], without: ReadonlySet<string>): [name: string, value: string][] {
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1]!] as [string, string]] : [],
  );
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === "connection" ? value.toLowerCase().split(/[\s,]+/) : [],
  );
  return pairs.filter(([name]) => !without.has(name.toLowerCase()) && !named.includes(name.toLowerCase()));
}
