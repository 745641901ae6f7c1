/**
 * What Redis carries out in one piece. A replica sends what its requests would change together with the
 * version of the world that they were decided on: the script keeps all of it when that is still the world's
 * version, and nothing otherwise, when it says what has changed instead.
 */

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
return {time[1], time[2], start[1], start[2], start[3], start[4], start[5]}
`;

/** Names of a world's keys, in the order of KEYS after the first two. */
export const worldKeyNames = ["world", "changes", "log", "own", "journal"] as const;

/** The arguments before the pairs and the journal's entries. */
export interface ExchangeFacts {
  readonly name: string;
  /** What the replica knows of the world: its version, and how many changes led there. */
  readonly version: string;
  readonly count: string;
  /** The version at which the orders were set that it has for the world's own. */
  readonly ownKnown: string;
  readonly generationKnown: string;
  /** Of this change; it becomes the world's version. */
  readonly id: string;
  /** Milliseconds of Redis's clock after which nothing is to happen any more. */
  readonly deadline: string;
  /** 1 where it was sent before, and nobody knows what became of it. */
  readonly again: string;
  /** 1 where the world's last use is to be noted. */
  readonly touch: string;
  readonly mostWorlds: string;
  readonly journalLength: string;
  /** Nothing, write, reset (writes follow a new start), drop, all or idle. */
  readonly kind: string;
  /** What a world is besides its orders; empty where it stays. */
  readonly parts: string;
  /** Orders of its own, as text. */
  readonly ownText: string;
  /** all: where worlds start from now on. idle: the last use of those to be dropped, at most. */
  readonly start: string;
  /** 1 where the journal is emptied. */
  readonly clear: string;
  readonly prefix: string;
  readonly channel: string;
  /** Positions in use once it is kept: of those behind it, none is a change any more. */
  readonly size: string;
  /** For followers of the world; empty for none. */
  readonly events: string;
  /** How many positions and orders follow, two arguments each. */
  readonly pairs: string;
}

const factNames: readonly (keyof ExchangeFacts)[] = [
  ...(["name", "version", "count", "ownKnown", "generationKnown", "id", "deadline", "again"] as const),
  ...([
    "touch",
    "mostWorlds",
    "journalLength",
    "kind",
    "parts",
    "ownText",
    "start",
    "clear",
    "size",
  ] as const),
  ...(["prefix", "channel", "events", "pairs"] as const),
];

export function formatFacts(facts: ExchangeFacts): string[] {
  return factNames.map((name) => facts[name]);
}

/** A change of more orders than this is in no log: other replicas read the whole world. */
export const mostLogged = 100;
const logLength = 100;
/** How long the outcome of a change can be asked for. */
const doneMs = 60_000;

/** KEYS: all, worlds, those of the world, done. ARGV: the facts, the pairs, the journal's entries. */
export const exchangeScript = `
local all, worlds, meta, changes, log, own, journal, done = unpack(KEYS)
local ${factNames.join(", ").replace(/\bname\b/, "world")} = unpack(ARGV, 1, ${factNames.length})
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nowText = string.format('%.0f', now)

local generation = redis.call('HGET', all, 'id')
if not generation then return {'gone'} end
local known = redis.call('HMGET', meta, 'g', 'v', 'n', 'p', 'o', 'jg', 'j', 's')
local isFresh = known[1] ~= generation
local current = isFresh and generation or known[2]
local n = isFresh and 0 or tonumber(known[3])

if again == '1' then
  local was = redis.call('HMGET', done, 'v', 'n')
  if was[1] then return {'done', was[1], was[2], nowText} end
end
if tonumber(deadline) < now then return {'late'} end
-- Another replica may have dropped it since this one noted its last use.
local isNew = kind ~= 'drop' and not redis.call('ZSCORE', worlds, world)
if isNew and world ~= 'default' and redis.call('ZCARD', worlds) >= tonumber(mostWorlds) then return {'full'} end

if version ~= current or generationKnown ~= generation then
  local reply = {'changed', current, tostring(n), generation, '', '', ''}
  if generationKnown ~= generation then
    local start = redis.call('HMGET', all, 'start', 'orders')
    reply[5] = start[1]
    reply[6] = start[2]
  end
  if isFresh then return reply end
  if version ~= '' then
    local entries = redis.call('XRANGE', log, '(' .. count .. '-0', '+')
    -- Each entry names the version that it follows, so those after it follow one another.
    if entries[1] and entries[1][2][2] == version then
      reply[7] = 'log'
      reply[8] = entries
      return reply
    end
  end
  reply[7] = 'whole'
  reply[8] = known[4] or ''
  reply[9] = known[5] or ''
  reply[10] = known[5] and known[5] ~= ownKnown and redis.call('GET', own) or ''
  reply[11] = redis.call('HGETALL', changes)
  return reply
end

local firstPair = ${factNames.length + 1}
local firstEntry = firstPair + 2 * tonumber(pairs)
local entries = #ARGV - firstEntry + 1

if kind == 'all' then
  redis.call('HSET', all, 'id', id, 'start', start, 'orders', ownText)
  generation = id
  current = id
  n = 0
elseif kind == 'drop' then
  redis.call('DEL', meta, changes, log, own, journal)
  redis.call('ZREM', worlds, world)
  current = generation
  n = 0
elseif kind == 'write' or kind == 'reset' then
  if isFresh then
    redis.call('DEL', changes, log, own)
    redis.call('HDEL', meta, 'p', 'o')
  elseif kind == 'reset' then
    redis.call('DEL', changes, log, own)
    redis.call('HDEL', meta, 'o')
  end
  if ownText ~= '' then
    redis.call('SET', own, ownText)
    redis.call('HSET', meta, 'o', id)
  end
  n = n + 1
  redis.call('HSET', meta, 'g', generation, 'v', id, 'n', n, 's', size)
  if parts ~= '' then redis.call('HSET', meta, 'p', parts) end
  for at = firstPair, firstEntry - 1, 2000 do
    redis.call('HSET', changes, unpack(ARGV, at, math.min(at + 1999, firstEntry - 1)))
  end
  size = tonumber(size)
  for at = firstPair, firstEntry - 1, 2 do
    if tonumber(ARGV[at]) >= size then redis.call('HDEL', changes, ARGV[at]) end
  end
  if kind == 'write' and not isFresh then
    for position = size, tonumber(known[8] or size) - 1 do redis.call('HDEL', changes, position) end
  end
  if kind == 'write' and tonumber(pairs) <= ${mostLogged} then
    redis.call('XADD', log, 'MAXLEN', ${logLength}, n .. '-0', 'b', current, 'v', id, 'p', parts,
      unpack(ARGV, firstPair, firstEntry - 1))
  else
    redis.call('DEL', log)
  end
  current = id
elseif kind == 'idle' then
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', worlds, '-inf', start)) do
    if name ~= 'default' then
      for _, part in ipairs({${worldKeyNames.map((name) => `'${name}'`).join(", ")}}) do
        redis.call('DEL', prefix .. part .. ':' .. name)
      end
      redis.call('ZREM', worlds, name)
      redis.call('PUBLISH', channel .. name, '0\\n[{"event":"dropped","world":"' .. name .. '"}]')
    end
  end
end
if kind ~= '' then
  redis.call('HSET', done, 'v', current, 'n', n)
  redis.call('PEXPIRE', done, ${doneMs})
end

local last = known[6] == generation and tonumber(known[7]) or 0
if kind ~= 'drop' then
  if touch == '1' or isNew then redis.call('ZADD', worlds, nowText, world) end
  if clear == '1' or (entries > 0 and last == 0) then
    redis.call('DEL', journal)
    last = 0
    redis.call('HSET', meta, 'jg', generation, 'j', 0)
  end
  if entries > 0 and journalLength ~= '0' then
    for at = firstEntry, #ARGV, 2000 do
      redis.call('RPUSH', journal, unpack(ARGV, at, math.min(at + 1999, #ARGV)))
    end
    redis.call('LTRIM', journal, '-' .. journalLength, -1)
    redis.call('HSET', meta, 'jg', generation, 'j', last + entries)
  end
end

local room = channel .. world
if kind == 'all' then
  redis.call('PUBLISH', channel .. '*', '0\\n' .. events)
elseif events ~= '' and redis.call('PUBSUB', 'NUMSUB', room)[2] > 0 then
  local message = (last + 1) .. '\\n' .. events
  if entries > 0 then message = message .. '\\n' .. table.concat(ARGV, '\\n', firstEntry, #ARGV) end
  redis.call('PUBLISH', room, message)
end
return {'done', current, tostring(n), nowText}
`;
