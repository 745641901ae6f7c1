/** One connection to Redis, made anew whenever it is lost, for as long as the mock runs. */

import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BadInput } from "../../../base/bad-input.ts";
import type { CreateRedisClient, RedisClient } from "./load-redis.ts";

/** The connection is lost, or Redis is not ready. What was asked may have been done if it was sent. */
export class NotReached extends Error {
  override name = "NotReached";
  readonly wasSent: boolean;
  constructor(reason: string, wasSent: boolean) {
    super(reason);
    this.wasSent = wasSent;
  }
}

/** Redis answered that it does not do what was asked, and did nothing. */
export class Refused extends Error {
  override name = "Refused";
}

export interface RedisConnection {
  readonly isReady: boolean;
  /** Resolves when it is ready, or after so many milliseconds. */
  ready(ms: number): Promise<boolean>;
  /** @param ms how long the caller waits @throws {NotReached} @throws {Refused} */
  run(
    script: Script,
    keys: readonly string[],
    args: readonly string[],
    ms?: number,
  ): Promise<readonly unknown[]>;
  /** Messages of a channel, whenever there is a connection; returns when it is heard, or soon will be. */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  close(): void;
}

export interface Script {
  readonly text: string;
  readonly sha: string;
}
export function createScript(text: string): Script {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}

interface Channel {
  readonly listener: (message: string) => void;
  readonly isHeard: Promise<void>;
}

/** What a server says that is starting, or no longer the one that takes changes: another will be soon. */
const passing = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|UNKILLABLE)\b/;
/** Redis's own words begin with a code in capitals. */
const isRefusal = (message: string) => /^[A-Z]{2,}\b/.test(message) && !passing.test(message);
/** Node does not take its certificate (Node.js TLS, X.509 certificate error codes), nor will it the next time. */
export const isDistrusted = ({ code = "" }: NodeJS.ErrnoException) =>
  /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(code);
/** A mock waits so long for a server that is not there yet. */
const firstMs = 5000;
const connectMs = 2000;
/** A server that has not answered for so long is taken for lost. */
const answerMs = 2500;
const pauseMs = 100;
const pingMs = 2000;

/**
 * @param prepare done on each new connection before it counts as ready
 * @throws when the first connection cannot be had
 */
export async function openConnection(
  createClient: CreateRedisClient,
  url: string,
  prepare: (run: RedisConnection["run"]) => Promise<void>,
): Promise<RedisConnection> {
  let client: RedisClient | undefined;
  let isClosed = false;
  const waiting = new Set<(isReady: boolean) => void>();
  const channels = new Map<string, Channel>();

  async function connect(): Promise<void> {
    const fresh = createClient({
      url,
      RESP: 3,
      disableOfflineQueue: true,
      maintNotifications: "disabled",
      socket: { connectTimeout: connectMs, reconnectStrategy: false },
    });
    // Told by the calls that fail, too.
    fresh.on("error", () => lose(fresh));
    try {
      await within(connectMs, fresh.connect());
      await prepare((script, keys, args) => runOn(fresh, script, keys, args));
      await within(
        answerMs,
        Promise.all([...channels].map(([name, { listener }]) => fresh.subscribe(name, listener))),
      );
      if (isClosed) throw new Error("The connection was closed.");
    } catch (error) {
      fresh.destroy();
      throw error;
    }
    client = fresh;
    for (const tell of waiting) tell(true);
  }

  /** A server that is just starting is waited for; one that refuses the mock is not. */
  async function connectFirst(): Promise<void> {
    const until = Date.now() + firstMs;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        const isFinal =
          isRefusal((error as Error).message) || isDistrusted(error as Error) || error instanceof BadInput;
        if (isFinal || Date.now() > until) throw error;
        await pause(pauseMs);
      }
    }
  }

  function lose(lost: RedisClient): void {
    if (client !== lost) return;
    client = undefined;
    lost.destroy();
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    while (!isClosed && client === undefined) {
      await connect().catch(() => pause(pauseMs));
    }
  }

  async function send(on: RedisClient, words: readonly string[]): Promise<unknown> {
    try {
      return await within(answerMs, on.sendCommand(words));
    } catch (error) {
      const { message } = error as Error;
      if (isRefusal(message)) throw error;
      lose(on);
      throw new NotReached(message, !passing.test(message));
    }
  }

  async function runOn(
    on: RedisClient,
    script: Script,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly unknown[]> {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return (await send(on, ["EVALSHA", script.sha, ...rest])) as readonly unknown[];
    } catch (error) {
      if (error instanceof NotReached) throw error;
      if (!(error as Error).message.startsWith("NOSCRIPT")) throw new Refused((error as Error).message);
    }
    try {
      return (await send(on, ["EVAL", script.text, ...rest])) as readonly unknown[];
    } catch (error) {
      throw error instanceof NotReached ? error : new Refused((error as Error).message);
    }
  }

  await connectFirst();
  // A server that hangs while nobody asks it anything is found, too.
  const ping = setInterval(() => {
    if (client) void send(client, ["PING"]).catch(() => undefined);
  }, pingMs);
  ping.unref();

  return {
    get isReady() {
      return client?.isReady ?? false;
    },
    async ready(ms) {
      if (isClosed || ms <= 0) return false;
      if (client) return true;
      return new Promise((resolve) => {
        const settle = (isReady: boolean) => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(isReady);
        };
        const timer = setTimeout(settle, ms, false);
        waiting.add(settle);
      });
    },
    async run(script, keys, args, ms = answerMs) {
      if (!client) throw new NotReached("There is no connection.", false);
      const answer = runOn(client, script, keys, args);
      if (ms >= answerMs) return answer;
      return within(ms, answer).catch((error: Error) => {
        throw error instanceof NotInTime ? new NotReached(error.message, true) : error;
      });
    },
    async subscribe(channel, listener) {
      const known = channels.get(channel);
      if (known) return known.isHeard;
      const on = client;
      const isHeard = Promise.resolve(on?.subscribe(channel, listener)).then(
        () => undefined,
        () => on && lose(on),
      );
      channels.set(channel, { listener, isHeard });
      return isHeard;
    },
    unsubscribe(channel) {
      if (!channels.delete(channel)) return;
      void client?.unsubscribe(channel).catch(() => undefined);
    },
    close() {
      isClosed = true;
      clearInterval(ping);
      for (const tell of waiting) tell(false);
      client?.destroy();
      client = undefined;
    },
  };
}

class NotInTime extends Error {}

/** @throws when it takes longer */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotInTime("There was no answer in time.")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
