/** The connections of a run: a few that are kept, so that hundreds of calls cost no connection each. */

import type { Answer } from "../../evidence/exchange.ts";
import { NoAnswer, type SendOptions } from "../target.ts";
import type { KnownBody } from "./collect-body.ts";
import { type Connection, type ConnectionCall, openConnection } from "./connection.ts";
import type { ConnectionOptions } from "./open-socket.ts";

/** A server that ends a connection so soon after an answer, without a word, does so after any answer. */
const hastyMs = 1000;
/** So long any other server keeps an idle connection. */
const surelyKeptMs = 500;
/** While one is expected to bring more, another is at hand. */
const fewest = 2;

/** Time in ms in which bytes may follow a 204; it is shorter after the first ones, for runs with many orders. */
const longLingerMs = 250;
const maxLongLingers = 60;
const shortLingerMs = 5;

/** @param most kept connections, those with a name not counted */
export function createConnections(url: URL, options: ConnectionOptions, most: number) {
  /** Each with its name; without one it is shared. */
  const all = new Map<Connection, string | undefined>();
  /** Of calls that go out together by one name. */
  const pipelines = new WeakMap<() => Promise<void>, Connection>();
  const known: KnownBody = {};
  let waiting: (() => void)[] = [];
  let keepsNone = false;
  /** A call that must not be sent twice goes over no used connection then: the server may be ending it at this moment. */
  let isHasty = false;

  /** Answers with 204 so far. */
  let noContents = 0;
  const nextLinger = () => (++noContents > maxLongLingers ? shortLingerMs : longLingerMs);
  const open = (name?: string): Connection => {
    const connection = openConnection(url, options, known, nextLinger, (idleMs) => {
      isHasty ||= idleMs < hastyMs;
    });
    all.set(connection, name);
    return connection;
  };
  const release = () => {
    for (const each of all.keys()) if (!each.isOpen) void each.quiet.then(() => all.delete(each));
    const entering = waiting;
    waiting = [];
    for (const enter of entering) enter();
  };
  const closeFree = (some: Iterable<Connection>) => {
    for (const each of some) if (each.isFree) each.close();
  };
  const openOnes = (name?: string) => [...all.keys()].filter((each) => each.isOpen && all.get(each) === name);
  const quiet = async () => void (await Promise.all(Array.from(all.keys(), (each) => each.quiet)));

  type Send = (connection: Connection, isLast?: boolean) => Promise<Answer>;

  /** Calls of one name wait for each other, unless they go out together. */
  async function sendKept(send: Send, { repeatable = true, together, connection: name }: SendOptions) {
    const isShared = name === undefined;
    // Connections that are about to be free save the several calls new ones.
    if (together) await quiet();
    const sendOn = (connection: Connection) => {
      if (together && !isShared) pipelines.set(together, connection);
      return send(connection);
    };
    for (;;) {
      const pipeline = together && !isShared ? pipelines.get(together) : undefined;
      if (pipeline?.isOpen) return send(pipeline);
      const some = openOnes(name);
      const idle = some
        .filter(({ isFree }) => isFree)
        .sort((one, other) => (other.idleMs ?? 0) - (one.idleMs ?? 0));
      // What may be repeated goes over the one that was idle longest, and so keeps it open.
      const found = repeatable ? idle[0] : idle.at(-1);
      const isSafe = found && !found.followsHead && (found.idleMs ?? 0) <= surelyKeptMs;
      if (found && (repeatable || !isShared || isSafe)) return sendOn(found);
      const isFull = isShared ? some.length >= Math.max(fewest, most) && !together : some.length > 0;
      if (!isFull || found) {
        if (isFull) found?.close();
        return sendOn(open(name));
      }
      await new Promise<void>((enter) => waiting.push(enter));
    }
  }

  return {
    /**
     * @param sendOptions endsConnection: whether the request asks for that (RFC 9112, 9.6)
     * @param textOf the request's bytes, told whether the connection ends behind it
     */
    async send(
      call: Omit<ConnectionCall, "text">,
      sendOptions: SendOptions & { readonly endsConnection: boolean },
      textOf: (isLast: boolean) => string,
    ): Promise<Answer> {
      const { connection: name, repeatable = true, endsConnection } = sendOptions;
      const send: Send = async (connection, isLast = endsConnection) => {
        const { idleMs } = connection;
        try {
          return await connection.call({ ...call, text: textOf(isLast) });
        } catch (error) {
          // Where one was ended, the others may be about to be.
          if (idleMs !== undefined && error instanceof NoAnswer && !error.message.startsWith("timeout")) {
            isHasty ||= idleMs < hastyMs;
            closeFree(openOnes());
          }
          throw error;
        } finally {
          release();
          void connection.quiet.then(() => {
            if (isLast) connection.close();
            release();
          });
        }
      };
      // An end that has come already is heard of before a call that must not be lost.
      if (!repeatable) await new Promise((resolve) => setImmediate(resolve));
      if (keepsNone || name === "" || (!repeatable && isHasty)) return send(open(), true);
      return sendKept(send, sendOptions);
    },
    /** From now on each call has a connection of its own. */
    keepNone() {
      keepsNone = true;
      closeFree(all.keys());
      release();
    },
    /** Resolves when nothing more is expected to follow any answer. */
    quiet,
    close() {
      for (const each of all.keys()) each.close();
    },
  };
}
