/** What makes the suite's connections: undici's, as the user wants them made. */

import { rootCertificates } from "node:tls";
// By its file: Bun has a module of its own for the bare name, which lacks half of it.
import { Agent, ProxyAgent } from "undici/index.js";
import { mostBodyBytes, mostHeaderBytes } from "./body-limits.ts";

/** How connections are made, in undici's terms. */
export interface ConnectionOptions {
  /** Address of an HTTP proxy. The wire behind it cannot be looked at. */
  readonly proxy?: string | undefined;
  /** A certificate authority to trust beside the usual ones, in PEM. */
  readonly ca?: string | undefined;
  /** Take any certificate. */
  readonly insecure?: boolean | undefined;
}

export interface DispatcherOptions extends ConnectionOptions {
  readonly timeoutMs: number;
  readonly connections?: number;
  /** A longer body fails the call. Default: what a list may take. */
  readonly mostBytes?: number;
  /** 0 for a connection of its own for each call. */
  readonly pipelining: number;
}

export interface Call {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Names and values in turns. */
  readonly headers: string[];
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Told of each 1xx. */
  readonly onInfo?: () => void;
}

/** What is used of undici's Dispatcher. */
export interface Dispatcher {
  request(call: Call): Promise<{
    readonly statusCode: number;
    readonly headers: Record<string, string | string[] | undefined>;
    readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string>; dump(): Promise<void> };
  }>;
  /** Lets what is under way end first. */
  close(): Promise<void>;
  destroy(): Promise<void>;
}

export function createDispatcher({
  proxy,
  timeoutMs,
  connections,
  pipelining,
  mostBytes = mostBodyBytes,
  ...tls
}: DispatcherOptions): Dispatcher {
  const usual = {
    connections: connections ?? null,
    maxResponseSize: mostBytes,
    maxHeaderSize: mostHeaderBytes,
    pipelining,
  };
  const connect = { timeout: timeoutMs, ...tlsOptions(tls) };
  return proxy === undefined
    ? new Agent({ ...usual, connect })
    : new ProxyAgent({ ...usual, uri: proxy, requestTls: connect });
}

/** For node:tls. */
export function tlsOptions({ ca, insecure = false }: ConnectionOptions = {}) {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}
