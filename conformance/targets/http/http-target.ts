/** A target over HTTP/1.1, with its own connections or through a proxy. */

import { kitName, kitVersion } from "../../../spec/kit-version.ts";
import type { Answer, HeaderList, OutgoingRequest } from "../../evidence/exchange.ts";
import { describeCertificatePage } from "../failure-words.ts";
import {
  checkTargetOptions,
  defaultConcurrency,
  NoAnswer,
  type SendOptions,
  type Target,
} from "../target.ts";
import { Connections } from "./connections.ts";
import { describeRefusal, readForwardProxy } from "./forward-proxy.ts";
import type { ConnectionOptions } from "./open-socket.ts";

export type { Arrangement, Target } from "../target.ts";

export interface HttpTargetOptions extends Pick<Target, "apiKey" | "arrange"> {
  /** The base address, which usually ends with the version prefix: https://host/v1 */
  readonly baseUrl: string;
  /** Time limit of one call in ms. Default: 5000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of kept connections. Default: 12. */
  readonly connections?: number | undefined;
  readonly connection?: ConnectionOptions | undefined;
}

/** A request that may have a body; those of a run have none. */
interface RequestWithBody extends OutgoingRequest {
  readonly body?: string | undefined;
}

export interface HttpTarget extends Target {
  send(request: RequestWithBody, options?: SendOptions): Promise<Answer>;
  close(): Promise<void>;
}

export function createHttpTarget(options: HttpTargetOptions): HttpTarget {
  const { apiKey, arrange, timeoutMs = 5000, connections = defaultConcurrency, connection = {} } = options;
  checkTargetOptions(options, ["baseUrl", "apiKey", "arrange", "timeoutMs", "connections", "connection"]);
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, "");
  const baseUrl = base.origin + basePath;
  const kept = new Connections(base, connection, connections);
  const forward = connection.proxy === undefined ? undefined : readForwardProxy(connection.proxy);
  // It takes the requests to a plain server by their whole address (RFC 9112, 3.2.2).
  const proxy = base.protocol === "https:" ? undefined : forward;
  const origin = proxy === undefined ? "" : base.origin;
  const targetOf = ({ target, path }: OutgoingRequest) =>
    target?.startsWith("/") === false ? target : origin + (target ?? basePath + path);
  return {
    baseUrl,
    apiKey,
    arrange,
    proxy: forward?.address,
    secrets: forward?.secrets ?? [],
    sendsTargets: true,
    closeIdle: () => kept.keepNone(),
    quiet: () => kept.quiet(),
    async send(request, sendOptions = {}) {
      const { method } = request;
      const options = { repeatable: method !== "DELETE", ...sendOptions };
      const sent = proxy ? { ...request, headers: [...request.headers, ...proxy.headers] } : request;
      refuseLineBreaks(sent);
      const call = {
        ...{ method, timeoutMs, together: options.together },
        endsConnection: request.headers.some((pair) => isConnection(pair) && /close/i.test(pair[1])),
        format: (isLast: boolean) => formatRequest(sent, base.host, targetOf(request), isLast),
      };
      const answer = await kept.call(call, options);
      // This answer is the proxy's, not the server's.
      if (proxy && answer.status === 407) throw new NoAnswer(describeRefusal(proxy, 407, ""));
      const why = base.protocol === "https:" ? describeCertificatePage(answer) : undefined;
      if (why !== undefined) throw new NoAnswer(why);
      return answer;
    },
    close: async () => kept.close(),
  };
}

const isConnection = ([name]: HeaderList[number]) => name.toLowerCase() === "connection";

/** @throws {NoAnswer} for a line break within a header, which would begin another one */
function refuseLineBreaks({ method, path, target = "", headers }: OutgoingRequest): void {
  if ([method, path, target, ...headers.flat()].some((text) => /[\r\n\0]/.test(text)))
    throw new NoAnswer("it cannot be sent: a line break is in its path or in a header");
}

function formatRequest(
  { method, headers, body, keepsCase = false }: RequestWithBody,
  host: string,
  target: string,
  isLast: boolean,
): string {
  // The request is written as latin1.
  const bytes = Buffer.from(body ?? "").toString("latin1");
  const hasAgent = headers.some(([name]) => name.toLowerCase() === "user-agent");
  // A server behind a gateway may be reached by another name than its own.
  const named = headers.findLast(([name]) => name.toLowerCase() === "host");
  const all: HeaderList = [
    ["host", named?.[1] ?? host],
    ...headers.filter((pair) => !isConnection(pair) && pair[0].toLowerCase() !== "host"),
    // Some gateways refuse requests without a User-Agent (RFC 9110, 10.1.5).
    ...(hasAgent ? [] : [["user-agent", `${kitName}/${kitVersion}`] as const]),
    // A method that usually has a body needs Content-Length also without one (RFC 9110, 8.6).
    ...(/^P/.test(method) ? [["content-length", String(bytes.length)] as const] : []),
    ["connection", isLast ? "close" : "keep-alive"],
  ];
  const defaultCase = (name: string) => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
  const fields = all.map(([name, value]) => `${keepsCase ? name : defaultCase(name)}: ${value}`);
  return `${[`${method} ${target} HTTP/1.1`, ...fields].join("\r\n")}\r\n\r\n${bytes}`;
}
