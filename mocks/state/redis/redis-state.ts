/**
 * State that any number of mocks share, in Redis or Valkey (`--state redis://`). Redis holds what there is;
 * each mock has copies of the worlds it was asked for, and no answer goes out before Redis has said that the
 * copy it came from is what the world is.
 */

import { randomBytes } from "node:crypto";
import { BadInput } from "../../../base/bad-input.ts";
import type { WorldStorage } from "../../core/order-storage.ts";
import { emptyReply, type MockReply } from "../../http/reply.ts";
import { startWorldName } from "../../http/world.ts";
import type { EventRelay } from "../../worlds/events.ts";
import { type SharedMock, type SharedNeeds, StateRefused } from "../../worlds/sharing.ts";
import type { OrderStart, WorldLimits, WorldStart } from "../../worlds/world-state.ts";
import type { SharedStorage, Worlds } from "../../worlds/worlds.ts";
import type { RedisAddress } from "./redis-address.ts";
import { isDistrusted, openConnection, type RunScript, within } from "./redis-connection.ts";
import { begin } from "./redis-replies.ts";
import { worldKeyNames } from "./redis-scripts.ts";
import { readStart, SharedStore } from "./shared-store.ts";
import { SharedWorld, type Waiting } from "./shared-world.ts";
import { formatStartFacts, readStartFacts, reasonOf, type StartFacts } from "./start-facts.ts";
import { parseEvents } from "./world-copy.ts";

export interface RedisStateOptions {
  readonly address: RedisAddress;
  /** Before every key. */
  readonly prefix?: string | undefined;
  /** Milliseconds that a request waits for Redis. */
  readonly waitMs?: number | undefined;
  /** Called with the reason when the connection is lost; once until it is back. */
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
}

export const defaultStatePrefix = "store-orders:";
const defaultWaitMs = 5000;
/** A health check is not to wait as long as its sender. */
const healthWaitMs = 1000;
const leaveMs = 1000;
/** Maximum number of copies of worlds without listeners. Redis has all worlds. */
const maxCopies = 2000;
const noted = emptyReply(204, "noted");

export interface RedisState extends SharedStorage, Disposable {
  /** Whether other mocks, or an earlier run, have decided where worlds start from. */
  readonly isOld: boolean;
  /** Decides it, unless another was sooner. To be called before the mock is made. @throws {BadInput} */
  begin(make: () => WorldStart): Promise<void>;
}

/** @throws {BadInput} where Redis cannot be reached, or holds what this kit does not know */
export async function openRedisState(options: RedisStateOptions): Promise<RedisState> {
  const { address, prefix = defaultStatePrefix, waitMs = defaultWaitMs } = options;
  // Channels are the same in every database of a server.
  const channel = `${prefix}events@${address.database}:`;
  const copies = new Map<string, SharedWorld>();
  let offset = 0;
  let facts: StartFacts | undefined;
  let found: { readonly generation: string; readonly start: string; readonly orders: string } | undefined;
  let start: WorldStart | undefined;
  let store: SharedStore | undefined;
  const now = () => Math.floor(performance.now() + offset);

  const refuse = (fact: string, next: string): never => {
    throw new BadInput(`Cannot use --state ${address.shown}: ${fact}. ${next}`);
  };

  /** Asks for the start, and keeps what is offered where there is none. */
  async function ask(run: RunScript, offered = facts): Promise<void> {
    const id = randomBytes(12).toString("base64url");
    const { time, found: kept } = await run(
      begin,
      ["all", "worlds", ...worldKeyNames.map((key) => `${key}:${startWorldName}`)].map((key) => prefix + key),
      [id, offered?.text ?? "", offered?.orders ?? ""],
    );
    // The answer was on its way for a while: the common clock is slow by that time, never fast.
    offset = time - performance.now();
    if (!kept) return;
    if (facts && kept.facts !== facts.text)
      throw new Error("it holds another start than the one that this mock began with");
    facts = { text: kept.facts, orders: kept.firstOrders };
    found = kept;
  }

  const prepare = async (run: RunScript) => {
    await ask(run);
    resume();
  };
  const connection = await openConnection(address.url, prepare, options).catch((error: Error) => {
    if (error instanceof BadInput) throw error;
    if (isDistrusted(error))
      return refuse(
        `its certificate is not trusted (${error.message.split(";", 1)[0]})`,
        "Name the file of its authority in NODE_EXTRA_CA_CERTS, or another address.",
      );
    return refuse(...reasonOf(error));
  });

  const isOld = facts !== undefined;

  /** After a lost connection, events of the meantime are missing. */
  function resume(): void {
    for (const { name, state } of copies.values())
      if (state?.events?.hasFollowers) state.events.deliver({ event: "restored", world: name });
  }

  function copyOf(name: string): SharedWorld {
    const known = copies.get(name);
    if (known) {
      // Those used last come last.
      copies.delete(name);
      copies.set(name, known);
      return known;
    }
    for (const [oldest, copy] of copies) {
      if (copies.size < maxCopies) break;
      if (oldest === startWorldName || !copy.isIdle) continue;
      copy.forget();
      copies.delete(oldest);
    }
    const made = new SharedWorld(name, () => store!);
    copies.set(name, made);
    return made;
  }

  const relay = (world: string): EventRelay => ({
    emit: (event) => void copies.get(world)?.batch?.events.push(event),
    followed(isFollowed) {
      if (isFollowed) void follow(world);
      else leaveUnfollowed(world);
    },
  });
  const deliver = (world: string) => (message: string) => {
    const events = copies.get(world)?.state?.events;
    if (events?.hasFollowers) for (const event of parseEvents(message, world)) events.deliver(event);
  };
  async function follow(world: string): Promise<void> {
    await connection.subscribe(channel + world, deliver(world));
  }

  function leaveUnfollowed(world: string): void {
    if (!copies.get(world)?.state?.events?.hasFollowers) connection.unsubscribe(channel + world);
  }

  function take(needs: SharedNeeds, run: Waiting["run"], wait: number): Promise<MockReply> {
    const { promise, resolve, reject } = Promise.withResolvers<MockReply>();
    const refuse = (reply: MockReply) => reject(new StateRefused(reply));
    copyOf(needs.world).take({ needs, run, deadline: performance.now() + wait, finish: resolve, refuse });
    return promise;
  }

  function join(worlds: Worlds, limits: WorldLimits): SharedMock {
    const { generation, start: from, orders } = found!;
    store = new SharedStore({
      ...{ connection, prefix, channel, worlds, now },
      ...limits,
      begin: () => ask(connection.run),
    });
    store.takeStart(generation, readStart(from, orders, worlds));
    void connection.subscribe(`${channel}*`, (message) => {
      for (const world of copies.keys()) deliver(world)(message);
    });
    return {
      get isReady() {
        return connection.isReady;
      },
      async answer(needs, run, instead) {
        if (needs.follows) {
          await follow(needs.world);
          // The stream is opened right after the answer, if it is.
          setTimeout(leaveUnfollowed, waitMs + leaveMs, needs.world).unref();
        }
        if (!instead) return take(needs, run, waitMs);
        if (!connection.isReady) return instead();
        return within(healthWaitMs, take(needs, run, healthWaitMs)).then(
          (reply) => (reply.status === 503 ? instead() : reply),
          instead,
        );
      },
      note(record) {
        const run = () => {
          record();
          return noted;
        };
        take({ world: startWorldName, isCall: true }, run, waitMs).catch(() => undefined);
      },
    };
  }

  return {
    isOld,
    async begin(make) {
      const offered = facts === undefined ? formatStartFacts(make()) : undefined;
      if (offered) await ask(connection.run, offered).catch((error: Error) => refuse(...reasonOf(error)));
      start = readStartFacts(facts!, refuse);
    },
    get start() {
      return start!;
    },
    now,
    relay,
    summaries: () => store?.summaries ?? [],
    drop(names, idleSeconds) {
      const batch = copies.get(startWorldName)?.batch;
      // By the clock that the summaries are by: those are dropped that are counted.
      const usedUntil = idleSeconds === undefined ? undefined : store!.summarizedAt - idleSeconds * 1000;
      if (batch) batch.drop = { names, usedUntil };
    },
    startAll(from: OrderStart) {
      const batch = copies.get(startWorldName)?.batch;
      if (batch) batch.startAll = from;
    },
    join,
    startOrders: () => start!.orders,
    restart: () =>
      refuse("its orders cannot be replaced for all worlds at once", "Reset the worlds instead."),
    worldNames: () => [],
    world: (name): WorldStorage => copyOf(name),
    [Symbol.dispose]: () => connection.close(),
  };
}
