/**
 * The Lua script, which Redis runs atomically. A mock sends the changes of its requests with the version of the world on
 * which they are based. If that is still the world's version, the script stores and publishes them all; otherwise it
 * stores nothing and returns the world.
 */

import { startWorldName } from "../../http/world.ts";
import type { SharedNeeds } from "../../worlds/sharing.ts";
import { seal } from "./texts.ts";

/** The part of a question that depends on the world. */
export interface WorldQuestion {
  readonly world: string;
  /** The version of the world that the mock knows; empty to read it. */
  readonly version: string;
  /** Further data to read; with it, nothing is stored. */
  readonly reads?: SharedNeeds["reads"];
  readonly named?: SharedNeeds["named"];
  /** Names and values of the world's fields in turn; undefined where the world is unchanged. */
  readonly fields?: readonly string[];
  /** Whether these fields replace all others. */
  readonly isReset?: boolean;
  /** The new start of all worlds, empty for the first; it drops their changes and journals. */
  readonly all?: string;
  /** Worlds to drop, unless they were used after that time. */
  readonly drop?: { readonly names: readonly string[]; readonly usedUntil?: number | undefined };
  /** Whether the journal is emptied. */
  readonly clears?: boolean;
  /** New entries of the journal. */
  readonly entries: readonly string[];
  /** Other events for followers of the world; undefined for nothing to publish. */
  readonly events?: string | undefined;
}

export interface Question extends WorldQuestion {
  /** The version of the changed world. A question that is repeated with its id has no further effect. */
  readonly id: string;
  readonly prefix: string;
  readonly channel: string;
  readonly maxWorlds: number;
  readonly journalLength: number;
  /** Id of the start of worlds that the mock knows; empty before it knows one. */
  readonly generation: string;
  /** The start of the first mock, stored where there is none. */
  readonly offer?: string | undefined;
  /** Milliseconds of Redis's clock after which the question has no effect. */
  readonly deadline: number;
}

/** The answer to a question, with the time in milliseconds of Redis's clock. */
export type Reply =
  /** There is no start of worlds; the deadline has passed; there are too many worlds. */
  | { readonly outcome: "gone" | "late" | "full"; readonly time: number }
  /** The changes are stored. */
  | { readonly outcome: "done"; readonly time: number; readonly version: string }
  | Changed;

/** Nothing was stored, since the world has changed or was to be read. */
export interface Changed {
  readonly outcome: "changed";
  readonly time: number;
  readonly version: string;
  readonly generation: string;
  /**
   * The start of the first mock, false where its field is missing, and the one that replaced it, empty for none. Left out
   * where the mock knows it.
   */
  readonly start?: readonly [first: string | false, next: string];
  /** The number of the newest entry of the journal. */
  readonly last: number;
  /**
   * Fields of the world; empty for a new one. `parts`: its state apart from the orders. `own`: its own start orders. A
   * position: an order that differs from the start; an empty text for a removed one.
   */
  readonly fields: ReadonlyMap<string, string>;
  /** The journal's entries, or the name, last use and number of changed orders of each world. */
  readonly more: readonly string[];
}

/** Time in ms for which Redis recognizes a change that is sent again. */
const doneMs = 60_000;
const droppedEvent = seal('[{"event":"dropped"}]');

/** ARGV: the question as JSON. The reply begins with its id, followed by the answer as JSON and two lists of texts. */
export const exchangeScript = `
local ask = cjson.decode(ARGV[1])
local function key(name, world) return ask.prefix .. name .. ':' .. world end
local all, worlds = ask.prefix .. 'all', ask.prefix .. 'worlds'
local world, journal, done = key('world', ask.world), key('journal', ask.world), key('done', ask.id)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function answer(outcome, facts, fields, more)
  facts.outcome, facts.time = outcome, now
  return {ask.id, cjson.encode(facts), fields or {}, more or {}}
end
local function publish(name, message)
  message.world = name
  -- A user that may not publish keeps no change from being stored: events are missing then.
  redis.pcall('PUBLISH', ask.channel, cjson.encode(message))
end

-- A value of another type, or a command that the user may not run, is an error here, before anything has changed.
local known = redis.call('HMGET', world, 'version', 'last')
redis.call('LLEN', journal)
redis.call('ZCARD', worlds)
local followers = redis.call('PUBSUB', 'NUMSUB', ask.channel)[2]

local generation = redis.call('HGET', all, 'id')
if not generation then
  if ask.generation == '' and redis.call('EXISTS', all, worlds, world, journal) > 0 then
    return redis.error_reply('FOREIGN keys')
  end
  if not ask.offer then return answer('gone', {}) end
  generation = ask.id
  redis.call('HSET', all, 'id', generation, 'first', ask.offer, 'next', '')
  redis.call('ZADD', worlds, 'NX', now, '${startWorldName}')
end
local current, last = known[1] or generation, tonumber(known[2] or 0)
local isKnown = redis.call('ZSCORE', worlds, ask.world)
if not last then return redis.error_reply('DAMAGED world') end

local was = redis.call('GET', done)
if was then return answer('done', {version = was}) end
if ask.deadline < now then return answer('late', {}) end
if not isKnown and redis.call('ZCARD', worlds) >= ask.maxWorlds then return answer('full', {}) end

if ask.version ~= current or ask.reads then
  local facts, more = {version = current, generation = generation, last = last}, {}
  if ask.generation ~= generation then
    facts.start = redis.call('HMGET', all, 'first', 'next')
  end
  if ask.reads == 'journal' then
    more = redis.call('LRANGE', journal, -math.max(1, ask.journalLength), -1)
  elseif ask.reads == 'worlds' then
    local usedAt = ask.named and redis.call('ZSCORE', worlds, ask.named)
    local used = usedAt and {ask.named, usedAt} or {}
    if not ask.named then used = redis.call('ZRANGE', worlds, 0, ask.maxWorlds, 'WITHSCORES') end
    for at = 1, #used, 2 do
      table.insert(more, used[at])
      table.insert(more, used[at + 1])
      table.insert(more, redis.call('HGET', key('world', used[at]), 'changed') or '0')
    end
  end
  return answer('changed', facts, redis.call('HGETALL', world), more)
end

local function forget(name)
  redis.call('UNLINK', key('world', name), key('journal', name))
end
if ask.all then
  for _, name in ipairs(redis.call('ZRANGE', worlds, 0, -1)) do forget(name) end
  current = ask.id
  redis.call('HSET', all, 'id', current, 'next', ask.all)
elseif ask.fields then
  current = ask.id
  if ask.isReset then redis.call('UNLINK', world) end
  for at = 1, #ask.fields, 2000 do
    redis.call('HSET', world, unpack(ask.fields, at, math.min(at + 1999, #ask.fields)))
  end
  redis.call('HSET', world, 'version', current)
elseif ask.drop then
  for _, name in ipairs(ask.drop.names) do
    local usedAt = tonumber(redis.call('ZSCORE', worlds, name))
    if usedAt and usedAt <= (ask.drop.usedUntil or now) then
      forget(name)
      redis.call('ZREM', worlds, name)
      publish(name, {first = 0, events = '${droppedEvent}', entries = {}})
    end
  end
end
if ask.all or ask.fields or ask.drop or ask.clears then redis.call('SET', done, current, 'PX', ${doneMs}) end

redis.call('ZADD', worlds, now, ask.world)
if ask.clears then
  redis.call('UNLINK', journal)
  last = 0
end
local first = last + 1
if #ask.entries > 0 and ask.journalLength > 0 then
  redis.call('RPUSH', journal, unpack(ask.entries))
  redis.call('LTRIM', journal, -ask.journalLength, -1)
end
last = last + #ask.entries
redis.call('HSET', world, 'last', last)
if ask.events and followers > 0 then
  publish(ask.all and '*' or ask.world, {first = first, events = ask.events, entries = ask.entries})
end
return answer('done', {version = current})
`;
