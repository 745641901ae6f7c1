/** The mock on a port, by node:http. */

import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { readSecret } from "../../../base/bad-input.ts";
import { versionPrefix } from "../../../spec/wire.ts";
import { asGiven, field, flag, integer } from "../../core/field.ts";
import { isLoopbackHost } from "../../http/origins.ts";
import { startWorldName } from "../../http/world.ts";
import { createMock, type Mock } from "../../mock.ts";
import { defaultApiKey, type MockOptions, takeMockOptions } from "../../mock-options.ts";
import { readTls, type TlsOptions } from "./check-tls.ts";
import { createHttpServer } from "./http-server.ts";
import { listenOn } from "./listen-on.ts";
import { servePage } from "./serve-page.ts";
import { type AnsweredRequest, createRequestListener } from "./serve-request.ts";

export interface MockServerOptions extends Omit<MockOptions, "controlAccess"> {
  /** Default: 0, which picks a free port. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /** Makes the port speak HTTPS. */
  readonly tls?: TlsOptions | undefined;
  /** False closes the control plane. Default: open to this machine. */
  readonly control?: boolean;
  /** The token that every control request needs; required where `host` is not loopback. */
  readonly controlToken?: string | undefined;
  /** Address of a real server. Its origin gets every request that is neither for orders nor for the control plane. */
  readonly fallback?: URL | undefined;
  /** Milliseconds that it may take to answer, and between two pieces of an answer. Default: 60,000. */
  readonly fallbackTimeoutMs?: number | undefined;
  /** Bytes that a control request's body may have. Default: 10,000,000. */
  readonly controlBodyLimit?: number | undefined;
  /** Called once for each answer, after it was handed to the socket. */
  readonly onAnswer?: (answer: AnsweredRequest) => void;
}

export interface MockServer extends AsyncDisposable {
  /** Address of the API, ending in `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly mock: Mock;
  /** Goes on answering, is no longer ready, and makes each answer the last of its connection. */
  drain(): void;
  /** Stops taking requests, lets running ones end, and frees the port. */
  close(): Promise<void>;
}

const defaultHost = "127.0.0.1";

const readers = {
  port: integer(0, 65_535),
  host: field("an address, as in 127.0.0.1", (value) =>
    typeof value === "string" && /^[\w.:%-]+$/.test(value) ? value : undefined,
  ),
  tls: { read: readTls },
  control: flag,
  controlToken: { read: readSecret },
  controlBodyLimit: integer(1, 1_000_000_000),
  fallback: asGiven,
  fallbackTimeoutMs: integer(1, 3_600_000),
  onAnswer: asGiven,
};

/**
 * @param createListener answers in place of the usual one
 * @throws {BadInput} when the port cannot be opened or an option cannot be used
 */
export async function startMockServer(
  options: MockServerOptions = {},
  createListener: typeof createRequestListener = createRequestListener,
): Promise<MockServer> {
  const { port = 0, host = defaultHost, tls, control = true, controlToken, onAnswer } = options;
  const access = control && {
    token: controlToken,
    loopback: isLoopbackHost(host),
    bodyLimit: options.controlBodyLimit,
  };
  const mock = createMock({ ...takeMockOptions(options, readers), controlAccess: access });
  const own = createListener(mock, { onAnswer, access, page: servePage });
  const fallback = options.fallback && (await openFallback(options.fallback, own, mock, options));
  const { server, drain, stop } = createHttpServer(fallback?.listener ?? own, tls);
  await listenOn(server, port, host);

  const address = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= stop().then(() => fallback?.close()));
  return {
    baseUrl: `${tls ? "https" : "http"}://${name}:${address.port}${versionPrefix}`,
    port: address.port,
    mock,
    drain() {
      mock.drain();
      drain();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openFallback(url: URL, own: RequestListener, mock: Mock, options: MockServerOptions) {
  const { apiKeys = [defaultApiKey], controlToken, host = defaultHost, onAnswer } = options;
  // Its HTTP client is loaded only for it.
  const { createFallback } = await import("./fallback.ts");
  return createFallback({
    url,
    own,
    host,
    secrets: controlToken === undefined ? apiKeys : [...apiKeys, controlToken],
    timeoutMs: options.fallbackTimeoutMs,
    onReply({ method = "GET", url: target = "/", headers }, reply, ms) {
      mock.note({ method, target, headers }, reply);
      const { status, why } = reply;
      onAnswer?.({ method, target, headers, status, why, world: startWorldName, ms });
    },
  });
}
