/**
 * Lua scripts, which Redis runs atomically. A mock sends what its requests would change together with the version of the
 * world that they were decided on: the exchange keeps all of it when that is still the world's version, and nothing
 * otherwise, when it gives back the world instead.
 */

import type { SharedNeeds } from "../../worlds/sharing.ts";
import { seal } from "./sealed.ts";

/**
 * Makes the first start, unless there is one or none is offered. Before that it looks whether the keys are
 * another program's, and then changes nothing. KEYS: all, worlds, those of the world default. ARGV: id, facts, orders.
 */
export const beginScript = `
local time = redis.call('TIME')
local kind = redis.call('TYPE', KEYS[1]).ok
local worlds = redis.call('TYPE', KEYS[2]).ok
if kind ~= 'none' and (kind ~= 'hash' or redis.call('HEXISTS', KEYS[1], 'facts') == 0)
  or worlds ~= 'none' and worlds ~= 'zset' then
  return redis.error_reply('FOREIGN keys')
end
if kind == 'none' and ARGV[2] == '' then
  for place = 2, #KEYS do
    if redis.call('EXISTS', KEYS[place]) == 1 then return redis.error_reply('FOREIGN keys') end
  end
end
if ARGV[2] ~= '' and redis.call('HSETNX', KEYS[1], 'id', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'facts', ARGV[2], 'firstOrders', ARGV[3], 'start', '', 'orders', '')
  redis.call('ZADD', KEYS[2], 'NX', string.format('%.0f', time[1] * 1000), 'default')
end
local start = redis.call('HMGET', KEYS[1], 'id', 'facts', 'firstOrders', 'start', 'orders')
local reply = {string.format('%.3f', time[1] * 1000 + time[2] / 1000)}
for place = 1, 5 do reply[place + 1] = start[place] or '' end
return reply
`;

/** Names of a world's keys, in the order of KEYS after the first two. */
export const worldKeyNames = ["world", "own", "journal"] as const;

/** Maximum number of fields that a world's hash may have; more are another program's. */
const maxFields = 2_000_000;

/** The facts of an exchange, which its script reads as JSON. The orders and the journal's entries follow. */
export interface ExchangeFacts {
  readonly world: string;
  /** The version of the world that the mock knows. */
  readonly version: string;
  /** The version at which the world got those orders of its own that the mock has; empty for none. */
  readonly ownKnown: string;
  /** Values to be read; nothing is stored then. */
  readonly reads?: SharedNeeds["reads"];
  /** Whether to note the world's last use. */
  readonly touch?: boolean;
  /** `reset`: the orders follow a new start. Undefined where neither the world nor another one changes. */
  readonly kind?: "write" | "reset" | "all" | "drop" | undefined;
  /** The state of a world apart from its orders; undefined if it stays. */
  readonly parts?: string | undefined;
  /** Orders of its own, as text. */
  readonly own?: string | undefined;
  /** The start of worlds from now on; empty for that of the mock. */
  readonly start?: string;
  readonly dropped?: readonly string[];
  /** The last use at most of dropped worlds; undefined for any. */
  readonly usedUntil?: number | undefined;
  /** The number of orders that differ from the start. */
  readonly changed?: number;
  /** Whether the journal is emptied. */
  readonly clear?: boolean;
  /** Events for followers of the world; undefined for none. */
  readonly events?: string | undefined;
  /** The number of orders that follow, each after its position. */
  readonly writes: number;
}

/** Facts that are the same for all worlds, or belong to one try. */
export interface SentFacts extends ExchangeFacts {
  readonly id: string;
  /** The start that the mock knows. */
  readonly generationKnown: string;
  /** Milliseconds of Redis's clock after which the exchange has no effect. */
  readonly deadline: number;
  /** Whether it was sent before with an unknown outcome. */
  readonly again: boolean;
  readonly maxWorlds: number;
  readonly journalLength: number;
  readonly prefix: string;
  readonly channel: string;
}

/** How long the outcome of a change can be asked for. */
const doneMs = 60_000;
const droppedEvent = seal('[{"event":"dropped"}]');

/** KEYS: all, worlds, those of the world, done. ARGV: the facts, positions with orders, the journal's entries. */
export const exchangeScript = `
local all, worlds, meta, own, journal, done = unpack(KEYS)
local ask = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local generation = redis.call('HGET', all, 'id')
if not generation then return {'gone'} end
local known = redis.call('HMGET', meta, 'version', 'own', 'last')
local current = known[1] or generation
local isNumber = not known[3] or string.match(known[3], '^%d+$')
-- A key of another type is an error here, before anything has changed.
redis.call('STRLEN', own)
redis.call('LLEN', journal)
if not isNumber or redis.call('HLEN', meta) > ${maxFields} then return redis.error_reply('DAMAGED world') end
local last = tonumber(known[3] or 0)

if ask.again then
  local was = redis.call('GET', done)
  if was then return {'done', was} end
end
if ask.deadline < now then return {'late'} end
-- Another mock may have dropped it since this one noted its last use.
local isNew = not redis.call('ZSCORE', worlds, ask.world)
if isNew and ask.world ~= 'default' and redis.call('ZCARD', worlds) >= ask.maxWorlds then return {'full'} end

if ask.version ~= current or ask.reads then
  local reply = {'changed', current, generation, '', '', '', redis.call('HGETALL', meta), {}}
  if ask.generationKnown ~= generation then
    local starts = redis.call('HMGET', all, 'start', 'orders')
    reply[4] = starts[1] or ''
    reply[5] = starts[2] or ''
  end
  if known[2] and known[2] ~= ask.ownKnown then reply[6] = redis.call('GET', own) or '' end
  if ask.reads == 'journal' then
    reply[8] = redis.call('LRANGE', journal, -math.max(1, ask.journalLength), -1)
    table.insert(reply[8], 1, string.format('%.0f', last))
  elseif ask.reads == 'worlds' then
    reply[8] = {string.format('%.0f', now)}
    local used = redis.call('ZRANGE', worlds, 0, ask.maxWorlds, 'WITHSCORES')
    for at = 1, #used, 2 do
      table.insert(reply[8], used[at])
      table.insert(reply[8], used[at + 1])
      table.insert(reply[8], redis.call('HGET', ask.prefix .. 'world:' .. used[at], 'changed') or '0')
    end
  end
  return reply
end

local function forget(name)
  redis.call('UNLINK', ${worldKeyNames.map((key) => `ask.prefix .. '${key}:' .. name`).join(", ")})
end
local firstEntry = 2 + 2 * ask.writes
local entries = #ARGV - firstEntry + 1

if ask.kind == 'all' then
  for _, name in ipairs(redis.call('ZRANGE', worlds, 0, -1)) do forget(name) end
  redis.call('HSET', all, 'id', ask.id, 'start', ask.start, 'orders', ask.own)
  current = ask.id
  last = 0
elseif ask.kind == 'write' or ask.kind == 'reset' then
  current = ask.id
  if ask.kind == 'reset' then redis.call('UNLINK', meta, own) end
  redis.call('HSET', meta, 'version', current, 'changed', ask.changed, 'last', last)
  if ask.own then
    redis.call('SET', own, ask.own)
    redis.call('HSET', meta, 'own', current)
  end
  if ask.parts then redis.call('HSET', meta, 'parts', ask.parts) end
  for at = 2, firstEntry - 1, 2000 do
    redis.call('HSET', meta, unpack(ARGV, at, math.min(at + 1999, firstEntry - 1)))
  end
elseif ask.kind == 'drop' then
  for _, name in ipairs(ask.dropped) do
    local usedAt = redis.call('ZSCORE', worlds, name)
    if usedAt and (not ask.usedUntil or tonumber(usedAt) <= ask.usedUntil) then
      forget(name)
      redis.call('ZREM', worlds, name)
      redis.call('PUBLISH', ask.channel, name .. '\\n0\\n${droppedEvent}')
    end
  end
end
if ask.kind then redis.call('SET', done, current, 'PX', ${doneMs}) end

if ask.touch or isNew then redis.call('ZADD', worlds, string.format('%.0f', now), ask.world) end
if ask.clear then
  redis.call('UNLINK', journal)
  redis.call('HDEL', meta, 'last')
  last = 0
end
if entries > 0 and ask.journalLength > 0 then
  for at = firstEntry, #ARGV, 2000 do
    redis.call('RPUSH', journal, unpack(ARGV, at, math.min(at + 1999, #ARGV)))
  end
  redis.call('LTRIM', journal, -ask.journalLength, -1)
  redis.call('HSET', meta, 'last', last + entries)
end

if ask.events and redis.call('PUBSUB', 'NUMSUB', ask.channel)[2] > 0 then
  local message = (ask.kind == 'all' and '*' or ask.world) .. '\\n' .. (last + 1) .. '\\n' .. ask.events
  if entries > 0 then message = message .. '\\n' .. table.concat(ARGV, '\\n', firstEntry, #ARGV) end
  redis.call('PUBLISH', ask.channel, message)
end
return {'done', current}
`;
