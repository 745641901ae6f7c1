/** One connection to Redis, which is renewed whenever it is lost while the mock runs. */

import { setTimeout as pause } from "node:timers/promises";
import { BadInput } from "../../../base/bad-input.ts";
import type { Script } from "./redis-replies.ts";

/** The used part of the client of the package `redis`. */
interface RedisClient {
  connect(): Promise<unknown>;
  sendCommand(words: readonly string[]): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
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

export interface ConnectionOptions {
  readonly url: string;
  readonly channel: string;
  /** Called with the messages of the channel, once `listen` was called. */
  readonly onMessage: (message: string) => void;
  /** Done on each new connection before it counts as ready. */
  readonly prepare: (run: RunScript) => Promise<void>;
  readonly onLost?: ((reason: string) => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}

/** @throws when the first connection cannot be opened */
export async function openConnection(options: ConnectionOptions): Promise<RedisConnection> {
  const connection = new RedisConnection(await loadRedis(), options);
  await connection.open();
  return connection;
}

export class RedisConnection {
  readonly #createClient: CreateClient;
  readonly #options: ConnectionOptions;
  #client: RedisClient | undefined;
  #connected = Promise.withResolvers<void>();
  #isClosed = false;
  /** Resolves when the channel is heard, or soon will be; undefined until someone listens. */
  #heard: Promise<void> | undefined;
  /** Pings detect a server that hangs between requests. */
  #ping: ReturnType<typeof setInterval> | undefined;

  constructor(createClient: CreateClient, options: ConnectionOptions) {
    this.#createClient = createClient;
    this.#options = options;
  }

  /** Waits for a server that is just starting; not for one that refuses the mock. */
  async open(): Promise<void> {
    const until = performance.now() + firstMs;
    while (!this.#client) {
      try {
        await this.#connect();
      } catch (error) {
        const { message } = error as Error;
        const isFinal = isRefusal(message) || isDistrusted(error as Error) || error instanceof BadInput;
        if (isFinal || performance.now() > until) throw error;
        await pause(pauseMs);
      }
    }
    this.#ping = setInterval(() => {
      if (this.#client) void this.#send(this.#client, ["PING"]).catch(() => undefined);
    }, pingMs).unref();
  }

  get isReady(): boolean {
    return this.#client?.isReady ?? false;
  }

  /** Resolves when it is ready, or after a number of milliseconds. */
  async ready(ms: number): Promise<boolean> {
    if (this.#isClosed || ms <= 0) return false;
    if (!this.#client) await within(ms, this.#connected.promise).catch(() => undefined);
    return this.#client !== undefined;
  }

  /** @param ms how long the caller waits */
  async run<Reply>(
    script: Script<Reply>,
    keys: readonly string[],
    args: readonly string[],
    ms = answerMs,
  ): Promise<Reply> {
    if (!this.#client) throw new NotReached("There is no connection.", false);
    return within(ms, this.#runOn(this.#client, script, keys, args));
  }

  /** Listens to the channel from now on, whenever there is a connection. */
  listen(): Promise<void> {
    this.#heard ??= this.#client ? this.#subscribe(this.#client) : Promise.resolve();
    return this.#heard;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ping);
    this.#connected.resolve();
    this.#client?.destroy();
    this.#client = undefined;
  }

  async #connect(): Promise<void> {
    const fresh = this.#createClient({
      url: this.#options.url,
      RESP: 3,
      disableOfflineQueue: true,
      maintNotifications: "disabled",
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
    });
    // Failing calls report it, too.
    fresh.on("error", ({ message, name }) => this.#lose(fresh, message || name));
    try {
      await within(connectMs, fresh.connect());
      await this.#options.prepare((script, keys, args) => this.#runOn(fresh, script, keys, args));
      if (this.#heard)
        await within(answerMs, fresh.subscribe(this.#options.channel, this.#options.onMessage));
      if (this.#isClosed) throw new Error("The connection was closed.");
    } catch (error) {
      fresh.destroy();
      throw error;
    }
    this.#client = fresh;
    this.#connected.resolve();
  }

  #lose(lost: RedisClient, reason: string): void {
    if (this.#client !== lost) return;
    this.#options.onLost?.(reason);
    this.#client = undefined;
    this.#connected = Promise.withResolvers();
    lost.destroy();
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed && !this.#client)
      await this.#connect().then(this.#options.onBack, () => pause(pauseMs));
  }

  async #subscribe(client: RedisClient): Promise<void> {
    const { channel, onMessage } = this.#options;
    try {
      await within(answerMs, client.subscribe(channel, onMessage));
    } catch (error) {
      this.#lose(client, (error as Error).message);
    }
  }

  async #send(on: RedisClient, words: readonly string[]): Promise<unknown> {
    try {
      return await within(answerMs, on.sendCommand(words));
    } catch (error) {
      const { message } = error as Error;
      if (isRefusal(message)) throw error;
      this.#lose(on, message);
      throw new NotReached(message, !passing.test(message));
    }
  }

  async #runOn<Reply>(
    on: RedisClient,
    { text, sha, read }: Script<Reply>,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<Reply> {
    const rest = [String(keys.length), ...keys, ...args];
    const answer = await this.#send(on, ["EVALSHA", sha, ...rest]).catch((error: Error) => {
      // A server that does not know the script yet.
      if (!error.message.startsWith("NOSCRIPT")) throw error;
      return this.#send(on, ["EVAL", text, ...rest]);
    });
    const reply = read(answer);
    if (reply !== undefined) return reply;
    const reason = "The reply is not one of Redis to this script.";
    this.#lose(on, reason);
    throw new NotReached(reason, true);
  }
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
