/** The connections of a run: a few kept ones for hundreds of calls. */

import type { Answer } from "../../evidence/exchange.ts";
import type { SendOptions } from "../target.ts";
import { Connection, type ConnectionCall, type ConnectionContext } from "./connection.ts";
import type { ConnectionOptions } from "./open-socket.ts";

/** Minimum number of shared connections, since some wait for further bytes. */
const minShared = 2;

/** Time in ms in which bytes may follow a 204. It is shorter after the first ones: with 200 orders a run takes a third less time. */
const longLingerMs = 250;
const maxLongLingers = 60;
const shortLingerMs = 5;

export class Connections {
  readonly #all = new Set<Connection>();
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
    this.#maxShared = Math.max(minShared, maxShared);
    this.#context = {
      ...{ url, options, known: {} },
      lingerMs: () => (++this.#noContents > maxLongLingers ? shortLingerMs : longLingerMs),
      onEnd: () => {
        this.#hasEnded = true;
      },
      onChange: (connection) => this.#release(connection),
    };
  }

  /**
   * Sends a call on a kept connection, or on a new one where there are not too many. Calls of one name wait for each other,
   * unless they are sent together.
   * @throws {NoAnswer}
   */
  async call(call: ConnectionCall, options: SendOptions): Promise<Answer> {
    // Lets an arrived end of a connection be handled before a call is sent that must not be lost.
    if (!options.repeatable) await new Promise((resolve) => setImmediate(resolve));
    // Waits for connections that will soon be free, so that no new ones are opened.
    if (options.together && !this.#needsNew(options) && !this.#hasFree(options.connection))
      await this.quiet();
    for (;;) {
      const connection = this.#needsNew(options) ? this.#open("") : this.#findKept(options);
      if (connection) return connection.call(call);
      await new Promise<void>((enter) => this.#waiting.push(enter));
    }
  }

  /** Gives each call from now on a connection of its own. */
  keepNone(): void {
    this.#keepsNone = true;
    for (const each of this.#all) if (each.isFree) each.close();
  }

  /** Resolves when no more bytes are expected after any answer. */
  async quiet(): Promise<void> {
    await Promise.all(Array.from(this.#all, (each) => each.quiet));
  }

  close(): void {
    for (const each of this.#all) each.close();
  }

  #needsNew({ connection: name, repeatable }: SendOptions): boolean {
    return this.#keepsNone || name === "" || (!repeatable && this.#hasEnded);
  }

  #hasFree(name: string | undefined): boolean {
    return [...this.#all].some((each) => each.isFree && each.name === name);
  }

  /** @returns undefined where the call has to wait */
  #findKept({ together, connection: name }: SendOptions): Connection | undefined {
    const some = [...this.#all].filter((each) => each.isOpen && each.name === name);
    // Calls that are sent together with one name are pipelined.
    if (together && name !== undefined) return some[0] ?? this.#open(name);
    const isFull = name === undefined ? some.length >= this.#maxShared && !together : some.length > 0;
    return some.find(({ isFree }) => isFree) ?? (isFull ? undefined : this.#open(name));
  }

  #open(name: string | undefined): Connection {
    const connection = new Connection(this.#context, name);
    this.#all.add(connection);
    return connection;
  }

  /** Lets calls go on that wait for a connection. */
  #release(connection: Connection): void {
    if (!connection.isOpen) this.#all.delete(connection);
    for (const enter of this.#waiting.splice(0)) enter();
  }
}
