/** The connections of a run: a few kept ones for hundreds of calls. */

import type { Answer } from "../../evidence/exchange.ts";
import { NoAnswer, type SendOptions } from "../target.ts";
import { Connection, type ConnectionContext } from "./connection.ts";
import type { ConnectionCall } from "./open-call.ts";
import type { ConnectionOptions } from "./open-socket.ts";

/** Maximum idle time of a connection for a call that must not be sent twice: the server may be closing an older one. */
const maxIdleMs = 500;
/** Minimum number of shared connections, since some wait for further bytes. */
const minShared = 2;

/** Time in ms in which bytes may follow a 204; it is shorter after the first ones, for runs with many orders. */
const longLingerMs = 250;
const maxLongLingers = 60;
const shortLingerMs = 5;

export class Connections {
  /** Connections with a name, and shared ones without a name. */
  readonly #all = new Map<Connection, string | undefined>();
  readonly #context: ConnectionContext;
  readonly #maxShared: number;
  #waiting: (() => void)[] = [];
  #keepsNone = false;
  /** Whether the server ended a used connection unannounced: calls that must not be sent twice get new ones from then on. */
  #hasEnded = false;
  /** Number of answers with 204 so far. */
  #noContents = 0;

  /** @param maxShared maximum number of kept connections without a name */
  constructor(url: URL, options: ConnectionOptions, maxShared: number) {
    this.#maxShared = maxShared;
    this.#context = {
      ...{ url, options, known: {} },
      lingerMs: () => (++this.#noContents > maxLongLingers ? shortLingerMs : longLingerMs),
      onEnd: () => {
        this.#hasEnded = true;
      },
    };
  }

  /**
   * Sends a call. Calls on one named connection wait for each other, unless they are sent together.
   * @param endsConnection whether the request asks the server to close the connection (RFC 9112, 9.6)
   * @param callOf returns the call; its argument is whether the connection closes after it
   */
  async send(
    options: SendOptions,
    endsConnection: boolean,
    callOf: (isLast: boolean) => ConnectionCall,
  ): Promise<Answer> {
    const { connection: name, repeatable = true, together } = options;
    // Lets an arrived end of a connection be handled before a call is sent that must not be lost.
    if (!repeatable) await new Promise((resolve) => setImmediate(resolve));
    const isKept = !this.#keepsNone && name !== "" && (repeatable || !this.#hasEnded);
    const isLast = !isKept || endsConnection;
    // Waits for connections that will soon be free, so that no new ones are opened.
    if (isKept && together) await this.quiet();
    for (;;) {
      const connection = isKept ? this.#findKept(options) : this.#open();
      if (connection) return this.#sendOn(connection, callOf(isLast), isLast);
      await new Promise<void>((enter) => this.#waiting.push(enter));
    }
  }

  /** Gives each call from now on a connection of its own. */
  keepNone(): void {
    this.#keepsNone = true;
    this.#closeFree();
    this.#release();
  }

  /** Resolves when no more bytes are expected after any answer. */
  async quiet(): Promise<void> {
    await Promise.all(Array.from(this.#all.keys(), (each) => each.quiet));
  }

  close(): void {
    for (const each of this.#all.keys()) each.close();
  }

  async #sendOn(connection: Connection, call: ConnectionCall, isLast: boolean): Promise<Answer> {
    const { idleMs } = connection;
    try {
      return await connection.call(call);
    } catch (error) {
      // Where the server ended one connection, it may soon end the others.
      if (idleMs !== undefined && error instanceof NoAnswer && !error.message.startsWith("timeout")) {
        this.#hasEnded = true;
        this.#closeFree();
      }
      throw error;
    } finally {
      this.#release();
      void connection.quiet.then(() => {
        if (isLast) connection.close();
        this.#release();
      });
    }
  }

  /** A connection for the call: a kept one, or a new one where there are not too many. */
  #findKept({ repeatable = true, together, connection: name }: SendOptions): Connection | undefined {
    const isShared = name === undefined;
    const some = [...this.#all].flatMap(([each, given]) => (each.isOpen && given === name ? [each] : []));
    // Calls that are sent together with one name are pipelined.
    if (together && !isShared) return some[0] ?? this.#open(name);
    // The connection that was idle longest is used first, which keeps it open.
    const idle = some
      .filter(({ isFree }) => isFree)
      .sort((one, other) => (other.idleMs ?? 0) - (one.idleMs ?? 0));
    const isFull = isShared
      ? some.length >= Math.max(minShared, this.#maxShared) && !together
      : some.length > 0;
    const mayTake = ({ idleMs = 0 }: Connection) => repeatable || !isShared || idleMs <= maxIdleMs;
    const found = idle.find(mayTake);
    if (!found && isFull && idle.length === 0) return undefined;
    if (!found && isFull) idle[0]!.close();
    return found ?? this.#open(name);
  }

  #open(name?: string): Connection {
    const connection = new Connection(this.#context);
    this.#all.set(connection, name);
    return connection;
  }

  #closeFree(): void {
    for (const each of this.#all.keys()) if (each.isFree) each.close();
  }

  #release(): void {
    for (const each of this.#all.keys()) if (!each.isOpen) void each.quiet.then(() => this.#all.delete(each));
    const entering = this.#waiting;
    this.#waiting = [];
    for (const enter of entering) enter();
  }
}
