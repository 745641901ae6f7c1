/** The connections of a run: a few kept ones for hundreds of calls. */

import type { Answer } from "../../evidence/exchange.ts";
import { NoAnswer, type SendOptions } from "../target.ts";
import { Connection, type ConnectionContext } from "./connection.ts";
import type { ConnectionCall } from "./open-call.ts";
import type { ConnectionOptions } from "./open-socket.ts";

/** A call that must not be sent twice goes over no connection that was idle for longer: the server may be ending it. */
const maxIdleMs = 500;
/** Number of further connections, for use while more bytes are expected on others. */
const fewest = 2;

/** Time in ms in which bytes may follow a 204; it is shorter after the first ones, for runs with many orders. */
const longLingerMs = 250;
const maxLongLingers = 60;
const shortLingerMs = 5;

export class Connections {
  /** Connections with a name, and shared ones without a name. */
  readonly #all = new Map<Connection, string | undefined>();
  readonly #context: ConnectionContext;
  readonly #most: number;
  #waiting: (() => void)[] = [];
  #keepsNone = false;
  /** Whether the server ended a used connection unannounced: a call that must not be sent twice goes over none from then on. */
  #hasEnded = false;
  /** Number of answers with 204 so far. */
  #noContents = 0;

  /** @param most kept connections, those with a name not counted */
  constructor(url: URL, options: ConnectionOptions, most: number) {
    this.#most = most;
    this.#context = {
      ...{ url, options, known: {} },
      lingerMs: () => (++this.#noContents > maxLongLingers ? shortLingerMs : longLingerMs),
      onEnd: () => {
        this.#hasEnded = true;
      },
    };
  }

  /**
   * Calls with one name wait for each other, unless they are sent together.
   * @param endsConnection whether the request asks for that (RFC 9112, 9.6)
   * @param callOf gives the call, by whether the connection ends behind it
   */
  async send(
    options: SendOptions,
    endsConnection: boolean,
    callOf: (isLast: boolean) => ConnectionCall,
  ): Promise<Answer> {
    const { connection: name, repeatable = true, together } = options;
    // An end that has arrived is noticed before a call is sent that must not be lost.
    if (!repeatable) await new Promise((resolve) => setImmediate(resolve));
    const isKept = !this.#keepsNone && name !== "" && (repeatable || !this.#hasEnded);
    const isLast = !isKept || endsConnection;
    // Waits for connections that will soon be free, in place of new ones.
    if (isKept && together) await this.quiet();
    for (;;) {
      const connection = isKept ? this.#findKept(options) : this.#open();
      if (connection) return this.#sendOn(connection, callOf(isLast), isLast);
      await new Promise<void>((enter) => this.#waiting.push(enter));
    }
  }

  /** From now on each call has a connection of its own. */
  keepNone(): void {
    this.#keepsNone = true;
    this.#closeFree();
    this.#release();
  }

  /** Resolves when nothing more is expected to follow any answer. */
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
      // Where one was ended, the others may be about to be.
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
    // A call takes the connection that was idle longest, and so keeps it open.
    const idle = some
      .filter(({ isFree }) => isFree)
      .sort((one, other) => (other.idleMs ?? 0) - (one.idleMs ?? 0));
    const isFull = isShared ? some.length >= Math.max(fewest, this.#most) && !together : some.length > 0;
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
