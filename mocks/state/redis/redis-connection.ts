/** One connection to Redis, which is renewed whenever it is lost while the mock runs. */

import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BadInput } from "../../../base/bad-input.ts";
import type { Script } from "./redis-replies.ts";

/** The used part of the client of the package `redis`. */
interface RedisClient {
  connect(): Promise<unknown>;
  sendCommand(words: readonly string[]): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  destroy(): void;
  readonly isReady: boolean;
}
type CreateClient = (options: object) => RedisClient;

/** Loaded only where a mock is to keep its state there. @throws {BadInput} where it is not installed */
async function loadRedis(): Promise<CreateClient> {
  try {
    return (await import("redis")).createClient as unknown as CreateClient;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new BadInput(
      "Cannot use --state redis: the package redis is not installed. Run npm install redis beside store-orders-kit.",
    );
  }
}

/** The connection is lost, or Redis is not ready. A script that was sent may have been carried out. */
export class NotReached extends Error {
  override name = "NotReached";
  readonly wasSent: boolean;
  constructor(reason: string, wasSent: boolean) {
    super(reason);
    this.wasSent = wasSent;
  }
}

/** Runs a script. @throws {NotReached} @throws {Error} with the message of a Redis that refuses it */
export type RunScript = <Reply>(
  script: Script<Reply>,
  keys: readonly string[],
  args: readonly string[],
) => Promise<Reply>;

export type RedisConnection = Awaited<ReturnType<typeof openConnection>>;

interface Channel {
  readonly listener: (message: string) => void;
  readonly isHeard: Promise<void>;
}

/** Errors of a server that is starting or has become a replica: retried. */
const passing = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|UNKILLABLE)\b/;
/** Redis's own words begin with a code in capitals. */
const isRefusal = (message: string) => /^[A-Z]{2,}\b/.test(message) && !passing.test(message);
/** Codes of a refused certificate (Node.js TLS, X.509 certificate error codes), which are not retried. */
export const isDistrusted = ({ code = "" }: NodeJS.ErrnoException) =>
  /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(code);
/** Time in ms that a mock waits for a server that does not answer yet. */
const firstMs = 5000;
const connectMs = 2000;
/** Time without an answer after which a server counts as lost. */
const answerMs = 2500;
const pauseMs = 100;
const pingMs = 2000;

interface ConnectionListeners {
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
}

/**
 * @param prepare done on each new connection before it counts as ready
 * @throws when the first connection cannot be opened
 */
export async function openConnection(
  url: string,
  prepare: (run: RunScript) => Promise<void>,
  { onLost, onBack }: ConnectionListeners = {},
) {
  const createClient = await loadRedis();
  let client: RedisClient | undefined;
  let isClosed = false;
  let connected = Promise.withResolvers<void>();
  const channels = new Map<string, Channel>();

  async function connect(): Promise<void> {
    const fresh = createClient({
      url,
      RESP: 3,
      disableOfflineQueue: true,
      maintNotifications: "disabled",
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
    });
    // Failing calls report it, too.
    fresh.on("error", ({ message, name }) => lose(fresh, message || name));
    try {
      await within(connectMs, fresh.connect());
      await prepare((script, keys, args) => runOn(fresh, script, keys, args));
      const subscriptions = [...channels].map(([name, { listener }]) => fresh.subscribe(name, listener));
      await within(answerMs, Promise.all(subscriptions));
      if (isClosed) throw new Error("The connection was closed.");
    } catch (error) {
      fresh.destroy();
      throw error;
    }
    client = fresh;
    connected.resolve();
  }

  /** A server that is just starting is waited for; one that refuses the mock is not. */
  async function connectFirst(): Promise<void> {
    const until = performance.now() + firstMs;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        const { message } = error as Error;
        const isFinal = isRefusal(message) || isDistrusted(error as Error) || error instanceof BadInput;
        if (isFinal || performance.now() > until) throw error;
        await pause(pauseMs);
      }
    }
  }

  function lose(lost: RedisClient, reason: string): void {
    if (client !== lost) return;
    onLost?.(reason);
    client = undefined;
    connected = Promise.withResolvers();
    lost.destroy();
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    while (!isClosed && client === undefined) await connect().then(onBack, () => pause(pauseMs));
  }

  async function send(on: RedisClient, words: readonly string[]): Promise<unknown> {
    try {
      return await within(answerMs, on.sendCommand(words));
    } catch (error) {
      const { message } = error as Error;
      if (isRefusal(message)) throw error;
      lose(on, message);
      throw new NotReached(message, !passing.test(message));
    }
  }

  async function runOn<Reply>(
    on: RedisClient,
    { text, read }: Script<Reply>,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<Reply> {
    const rest = [String(keys.length), ...keys, ...args];
    const answer = await send(on, ["EVALSHA", shaOf(text), ...rest]).catch((error: Error) => {
      // A server that does not know the script yet.
      if (!error.message.startsWith("NOSCRIPT")) throw error;
      return send(on, ["EVAL", text, ...rest]);
    });
    const reply = read(answer);
    if (reply !== undefined) return reply;
    const reason = "The reply is not one of Redis to this script.";
    lose(on, reason);
    throw new NotReached(reason, true);
  }

  await connectFirst();
  // Pings detect a server that hangs between requests.
  const ping = setInterval(() => {
    if (client) void send(client, ["PING"]).catch(() => undefined);
  }, pingMs);
  ping.unref();

  return {
    get isReady(): boolean {
      return client?.isReady ?? false;
    },
    /** Resolves when it is ready, or after a number of milliseconds. */
    async ready(ms: number): Promise<boolean> {
      if (isClosed || ms <= 0) return false;
      if (!client) await within(ms, connected.promise).catch(() => undefined);
      return client !== undefined;
    },
    /** @param ms how long the caller waits */
    async run<Reply>(
      script: Script<Reply>,
      keys: readonly string[],
      args: readonly string[],
      ms = answerMs,
    ): Promise<Reply> {
      if (!client) throw new NotReached("There is no connection.", false);
      return within(ms, runOn(client, script, keys, args));
    },
    /** Messages of a channel, whenever there is a connection; returns when it is heard, or soon will be. */
    async subscribe(channel: string, listener: Channel["listener"]): Promise<void> {
      const known = channels.get(channel);
      if (known) return known.isHeard;
      const on = client;
      const isHeard = within(answerMs, Promise.resolve(on?.subscribe(channel, listener))).then(
        () => undefined,
        ({ message }: Error) => on && lose(on, message),
      );
      channels.set(channel, { listener, isHeard });
      return isHeard;
    },
    unsubscribe(channel: string): void {
      if (channels.delete(channel)) void client?.unsubscribe(channel).catch(() => undefined);
    },
    close(): void {
      isClosed = true;
      clearInterval(ping);
      connected.resolve();
      client?.destroy();
      client = undefined;
    },
  };
}

const shas = new Map<string, string>();

function shaOf(script: string): string {
  const sha = shas.get(script) ?? createHash("sha1").update(script).digest("hex");
  shas.set(script, sha);
  return sha;
}

/** @throws {NotReached} when it takes longer */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotReached("There was no answer in time.", true)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
