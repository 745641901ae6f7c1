/** The connections of a run: a few that are kept, so that hundreds of calls cost no connection each. */

import type { Answer } from "../../evidence/exchange.ts";
import { NoAnswer, type SendOptions } from "../target.ts";
import { type Connection, type ConnectionCall, openConnection } from "./connection.ts";
import type { ConnectionOptions } from "./open-socket.ts";

export interface Connections {
  /**
   * @param options endsConnection: whether the request asks for that (RFC 9112, 9.6)
   * @param textOf the request's bytes, told whether the connection ends behind it
   */
  send(
    call: Omit<ConnectionCall, "text">,
    options: SendOptions & { readonly endsConnection?: boolean },
    textOf: (isLast: boolean) => string,
  ): Promise<Answer>;
  /** From now on each call has a connection of its own. */
  keepNone(): void;
  /** Resolves when nothing more is expected to follow any answer. */
  quiet(): Promise<void>;
  close(): void;
}

/** A server that ends a connection so soon after an answer, without a word, does so after any answer. */
const hastyMs = 1000;
/** Until it is known how long this server keeps an idle connection. */
const surelyKeptMs = 500;
/** While one is expected to bring more, another is at hand. */
const fewest = 2;

/** @param most kept connections, those with a name not counted */
export function createConnections(url: URL, options: ConnectionOptions, most: number): Connections {
  const all = new Set<Connection>();
  const shared = new Set<Connection>();
  const taken = new Set<Connection>();
  const named = new Map<string, Connection>();
  const latest = new Map<string, Promise<unknown>>();
  let waiting: (() => void)[] = [];
  let keepsNone = false;
  /** Idle times: the longest one after which a call was answered, the shortest one that the server ended. */
  let keptMs = surelyKeptMs;
  let endedMs = Number.POSITIVE_INFINITY;

  const open = (): Connection => {
    const connection = openConnection(url, options, (idleMs) => {
      endedMs = Math.min(endedMs, idleMs);
    });
    all.add(connection);
    return connection;
  };
  /** At once: whoever looks next finds it taken. */
  const take = (connection: Connection) => {
    taken.add(connection);
    return connection;
  };
  const release = () => {
    for (const each of all)
      if (!each.isOpen && !taken.has(each)) void each.quiet.then(() => all.delete(each));
    const entering = waiting;
    waiting = [];
    for (const enter of entering) enter();
  };
  /** A call that must not be sent twice goes where the server cannot be ending the connection at this moment. */
  const mayBring = ({ idleMs = 0, followsHead }: Connection, repeatable: boolean) =>
    repeatable || (!followsHead && idleMs <= (endedMs < hastyMs ? 0 : Math.min(keptMs, endedMs / 2)));

  const quiet = async () => void (await Promise.all([...all].map((each) => each.quiet)));

  async function takeShared({ repeatable = true, together }: SendOptions): Promise<Connection> {
    // Connections that are about to be free save the several calls new ones.
    if (together) await quiet();
    for (;;) {
      for (const each of shared) if (!each.isOpen) shared.delete(each);
      const idle = [...shared]
        .filter((each) => each.isFree && !taken.has(each))
        .sort((one, other) => (other.idleMs ?? 0) - (one.idleMs ?? 0));
      // What may be repeated goes over the one that was idle longest, and so keeps it open.
      const found = repeatable ? idle[0] : idle.at(-1);
      if (found && mayBring(found, repeatable)) return take(found);
      const isFull = shared.size >= Math.max(fewest, most) && !together;
      if (!isFull || found) {
        if (isFull) found?.close();
        const opened = open();
        shared.add(opened);
        return take(opened);
      }
      await new Promise<void>((enter) => waiting.push(enter));
    }
  }

  async function callOn(
    connection: Connection,
    call: Omit<ConnectionCall, "text">,
    textOf: (isLast: boolean) => string,
    isLast: boolean,
  ): Promise<Answer> {
    const idleMs = take(connection).idleMs;
    try {
      const answer = await connection.call({ ...call, text: textOf(isLast) });
      if (idleMs !== undefined) keptMs = Math.max(keptMs, idleMs);
      return answer;
    } catch (error) {
      // Where one was ended, the others may be about to be.
      if (idleMs !== undefined && error instanceof NoAnswer && !error.message.startsWith("timeout")) {
        endedMs = Math.min(endedMs, idleMs);
        for (const each of shared) if (each.isFree && !taken.has(each)) each.close();
      }
      throw error;
    } finally {
      taken.delete(connection);
      release();
      void connection.quiet.then(() => {
        if (isLast) connection.close();
        release();
      });
    }
  }

  function callNamed(
    name: string,
    ...[call, textOf, isLast]: [Omit<ConnectionCall, "text">, (isLast: boolean) => string, boolean]
  ): Promise<Answer> {
    const answer = (latest.get(name) ?? Promise.resolve())
      .catch(() => undefined)
      .then(async () => {
        await named.get(name)?.quiet;
        const known = named.get(name);
        const connection = known?.isFree ? known : open();
        named.set(name, connection);
        return callOn(connection, call, textOf, isLast);
      });
    latest.set(name, answer);
    return answer;
  }

  return {
    async send(call, options, textOf) {
      const { connection, repeatable = true, endsConnection = false } = options;
      // An end that has come already is heard of before a call that must not be lost.
      if (!repeatable) await new Promise((resolve) => setImmediate(resolve));
      if (keepsNone || connection === "" || (!repeatable && endedMs < hastyMs))
        return callOn(open(), call, textOf, true);
      if (connection !== undefined) return callNamed(connection, call, textOf, endsConnection);
      return callOn(await takeShared(options), call, textOf, endsConnection);
    },
    keepNone() {
      keepsNone = true;
      for (const each of all) if (each.isFree && !taken.has(each)) each.close();
      release();
    },
    quiet,
    close() {
      for (const each of all) each.close();
    },
  };
}
