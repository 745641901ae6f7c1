/** One connection to Redis, which the client of the package `redis` renews whenever it is lost. */

import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BadInput } from "../../../base/bad-input.ts";
import { exchangeScript, type Question, type Reply, type WorldQuestion } from "./exchange-script.ts";
import { inDoubt, isDistrusted, maxQuestionBytes, tooLarge, Unusable, unreachable } from "./refusals.ts";

/** The used part of the client. */
interface RedisClient {
  connect(): Promise<unknown>;
  exchange(question: string): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready", listener: () => void): this;
  destroy(): void;
  readonly isReady: boolean;
}

/** Loads the package `redis`, only for a mock with its state there. @throws {BadInput} if it is not installed */
async function loadRedis() {
  try {
    return await import("redis");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new BadInput(
      "Cannot use --state redis: the package redis is not installed. Run npm install redis beside store-orders-kit.",
    );
  }
}

/** The connection is lost, or Redis is not ready. A question that was sent may have taken effect. */
export class NotReached extends Error {
  override name = "NotReached";
  readonly wasSent: boolean;
  constructor(reason: string, wasSent: boolean) {
    super(reason);
    this.wasSent = wasSent;
  }
}

/** Errors of a server that is starting or has become a replica: retried. */
const temporary = /^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|UNKILLABLE)\b/;
/** Whether Redis itself refused: its errors begin with a code in capitals. */
const isRefusal = (message: string) => /^[A-Z]{2,}\b/.test(message) && !temporary.test(message);

/** Time in ms for which a mock that starts waits for a server. */
const firstMs = 5000;
/** Time in ms without an answer after which the connection counts as lost. */
const answerMs = 2500;
/** Time in ms before a question is sent again. */
const retryMs = 50;
/** Time in ms between Redis's deadline for a change and the mock's: after the mock's 503 the change is not carried out. */
const marginMs = 20;
/** Times in ms. Pings detect a server that hangs between requests: it sends nothing for longer than their interval. */
const [pingMs, hangMs] = [2000, 5000];

export interface ConnectionReports {
  /** Called with the reason when the connection is lost; once until it is back. */
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
}

/** A command for the client, which sends the whole script only if Redis does not have it yet. */
const exchange = {
  SCRIPT: exchangeScript,
  SHA1: createHash("sha1").update(exchangeScript).digest("hex"),
  NUMBER_OF_KEYS: 0,
  parseCommand: (parser: { push(word: string): unknown }, question: string) => parser.push(question),
  transformReply: (reply: unknown) => reply as never,
};

/**
 * Opens a connection. Waits for a server that is starting, but not for one that refuses the mock.
 * @param onReady called on each further connection @throws {Error}
 */
export async function openConnection(
  url: string,
  onReady: () => void,
  reports: ConnectionReports,
): Promise<RedisConnection> {
  const { createClient } = await loadRedis();
  const until = performance.now() + firstMs;
  const isFinal = (error: Error) =>
    isRefusal(error.message) || isDistrusted(error) || performance.now() > until;
  let connection: RedisConnection | undefined;
  const client = createClient({
    url,
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    pingInterval: pingMs,
    scripts: { exchange },
    socket: {
      connectTimeout: answerMs,
      socketTimeout: hangMs,
      reconnectStrategy: (_tries, cause) => (!connection && isFinal(cause) ? false : retryMs),
    },
  }) as unknown as RedisClient;
  client.on("error", ({ message, name }) => connection?.lose(message || name));
  client.on("ready", () => connection?.ready()).on("ready", onReady);
  await client.connect();
  connection = new RedisConnection(client, reports);
  return connection;
}

export class RedisConnection {
  readonly #client: RedisClient;
  readonly #reports: ConnectionReports;
  readonly #id = randomBytes(9).toString("base64url");
  #questions = 0;
  /** Milliseconds between the clocks of Redis and of this process. 0 at first, so that the first question is `late`. */
  #offset = 0;
  #isLost = false;
  #listening: Promise<unknown> | undefined;

  constructor(client: RedisClient, reports: ConnectionReports) {
    this.#client = client;
    this.#reports = reports;
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  /** Milliseconds of Redis's clock. */
  now = (): number => Math.floor(performance.now() + this.#offset);

  /**
   * Sends a question until it is answered or its deadline has passed. It takes effect at most once.
   * @param deadline in milliseconds of this process's clock
   * @throws {NotKept} @throws {Unusable} @throws {Error} with the message of a Redis that refuses it
   */
  async ask(asked: Omit<Question, "id" | "deadline">, deadline: number): Promise<Reply> {
    const id = `${this.#id}.${++this.#questions}`;
    let lost: NotReached | undefined;
    let isInDoubt = false;
    for (;;) {
      const left = deadline - performance.now();
      // Nearer to the deadline Redis refuses each question as late.
      if (left <= marginMs) throw isInDoubt ? inDoubt() : unreachable(lost);
      try {
        const question = { ...asked, id, deadline: Math.floor(this.now() + left - marginMs) };
        const reply = await within(left, this.#send(question));
        this.#offset = reply.time - performance.now();
        if (reply.outcome !== "late") return reply;
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
        lost = error;
        isInDoubt ||= error.wasSent && isChange(asked);
        await pause(Math.min(retryMs, left));
      }
    }
  }

  async #send(question: Question): Promise<Reply> {
    if (!this.isReady) throw new NotReached("There is no connection.", false);
    const text = JSON.stringify(question);
    if (Buffer.byteLength(text) > maxQuestionBytes) throw new Unusable(...tooLarge);
    try {
      const reply = await within(answerMs, this.#client.exchange(text));
      const [id, answer, fields, more] = Array.isArray(reply) ? reply : [];
      if (id !== question.id) throw new Error("The reply is not one of Redis to this question.");
      return { ...JSON.parse(answer), fields: new Map(pairs(fields)), more };
    } catch (error) {
      const { message } = error as Error;
      if (isRefusal(message)) throw error;
      this.lose(message);
      throw new NotReached(message, !temporary.test(message));
    }
  }

  /** Listens to the channel, also on later connections. @throws {NotKept} */
  listen(channel: string, listener: (message: string) => void): Promise<unknown> {
    this.#listening ??= within(answerMs, this.#client.subscribe(channel, listener)).catch(({ message }) => {
      this.#listening = undefined;
      this.lose(message);
      throw unreachable();
    });
    return this.#listening;
  }

  /** Reports the loss once, and connects again where the connection is still open, as after an error. */
  lose(reason: string): void {
    if (this.isReady) {
      this.#client.destroy();
      void this.#client.connect().catch(() => undefined);
    }
    if (!this.#isLost) this.#reports.onLost?.(reason);
    this.#isLost = true;
  }

  ready(): void {
    if (this.#isLost) this.#reports.onBack?.();
    this.#isLost = false;
  }

  close(): void {
    // So that no loss is reported.
    this.#isLost = true;
    this.#client.destroy();
  }
}

const isChange = ({ fields, all, drop, clears }: WorldQuestion) =>
  fields !== undefined || all !== undefined || drop !== undefined || clears === true;

/** Names and values, which Redis sends in turn. */
function* pairs(flat: readonly string[]): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at]!, flat[at + 1]!];
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
