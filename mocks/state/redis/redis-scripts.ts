/**
 * Lua scripts, which Redis runs atomically. A mock sends what its requests would change together with the version of the
 * world that they were decided on: the exchange keeps all of it when that is still the world's version, and nothing
 * otherwise, when it gives back the world instead.
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
local reply = {string.format('%.3f', time[1] * 1000 + time[2] / 1000)}
for place = 1, 5 do reply[place + 1] = start[place] or '' end
return reply
`;

/** Names of a world's keys, in the order of KEYS after the first two. */
export const worldKeyNames = ["world", "changes", "own", "journal"] as const;

/** The arguments of an exchange before the pairs and the journal's entries. */
export const exchangeFacts = {
  world: "",
  /** The versions of the world and of the start that the mock knows. */
  version: "",
  generationKnown: "",
  /** The version at which the world got those orders of its own that the mock has. */
  ownKnown: "",
  id: "",
  /** Milliseconds of Redis's clock after which nothing is to happen any more. */
  deadline: "",
  /** 1 if it was sent before with an unknown outcome. */
  again: "",
  /** More to read: journal, or worlds; nothing is kept then. */
  reads: "",
  /** 1 to note the world's last use. */
  touch: "",
  maxWorlds: "",
  journalLength: "",
  prefix: "",
  channel: "",
  /** Nothing, write, reset (writes follow a new start), all or drop. */
  kind: "",
  /** The state of a world apart from its orders; empty if it stays. */
  parts: "",
  /** Orders of its own, as text. */
  ownText: "",
  /** Where worlds start from now on. */
  start: "",
  /** Names of worlds to be dropped. */
  dropped: "",
  /** Their last use at most; empty where that does not matter. */
  usedUntil: "",
  /** How many orders differ from the start once it is kept. */
  changed: "",
  /** 1 where the journal is emptied. */
  clear: "",
  /** For followers of the world; empty for none. */
  events: "",
  /** How many positions and orders follow, two arguments each. */
  pairs: "0",
};
export type ExchangeFacts = typeof exchangeFacts;
const factNames = Object.keys(exchangeFacts) as (keyof ExchangeFacts)[];

export function formatFacts(facts: ExchangeFacts): string[] {
  return factNames.map((name) => facts[name]);
}

/** How long the outcome of a change can be asked for. */
const doneMs = 60_000;

/** KEYS: all, worlds, those of the world, done. ARGV: the facts, the pairs, the journal's entries. */
export const exchangeScript = `
local all, worlds, meta, changes, own, journal, done = unpack(KEYS)
local ${factNames.join(", ")} = unpack(ARGV, 1, ${factNames.length})
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local generation = redis.call('HGET', all, 'id')
if not generation then return {'gone'} end
local known = redis.call('HMGET', meta, 'g', 'v', 'p', 'o', 'jg', 'j')
local isFresh = known[1] ~= generation
local current = isFresh and generation or known[2]

if again == '1' then
  local was = redis.call('GET', done)
  if was then return {'done', was} end
end
if tonumber(deadline) < now then return {'late'} end
-- Another mock may have dropped it since this one noted its last use.
local isNew = not redis.call('ZSCORE', worlds, world)
if isNew and world ~= 'default' and redis.call('ZCARD', worlds) >= tonumber(maxWorlds) then return {'full'} end

if version ~= current or generationKnown ~= generation or reads ~= '' then
  local reply = {'changed', current, generation, '', '', '', '', '', {}, {}}
  if generationKnown ~= generation then
    local starts = redis.call('HMGET', all, 'start', 'orders')
    reply[4] = starts[1]
    reply[5] = starts[2]
  end
  if reads == 'journal' and known[5] == generation then
    reply[10] = redis.call('LRANGE', journal, 0, -1)
    table.insert(reply[10], 1, known[6])
  elseif reads == 'worlds' then
    reply[10] = {string.format('%.0f', now)}
    local used = redis.call('ZRANGE', worlds, 0, -1, 'WITHSCORES')
    for at = 1, #used, 2 do
      local other = redis.call('HMGET', prefix .. 'world:' .. used[at], 'g', 'c')
      table.insert(reply[10], used[at])
      table.insert(reply[10], used[at + 1])
      table.insert(reply[10], other[1] == generation and other[2] or '0')
    end
  end
  if isFresh then return reply end
  reply[6] = known[3] or ''
  reply[7] = known[4] or ''
  reply[8] = known[4] and known[4] ~= ownKnown and redis.call('GET', own) or ''
  reply[9] = redis.call('HGETALL', changes)
  return reply
end

local firstPair = ${factNames.length + 1}
local firstEntry = firstPair + 2 * tonumber(pairs)
local entries = #ARGV - firstEntry + 1

if kind == 'all' then
  redis.call('HSET', all, 'id', id, 'start', start, 'orders', ownText)
  generation = id
  current = id
elseif kind == 'write' or kind == 'reset' then
  if isFresh or kind == 'reset' then
    redis.call('DEL', changes, own)
    redis.call('HDEL', meta, 'p', 'o')
  end
  if ownText ~= '' then
    redis.call('SET', own, ownText)
    redis.call('HSET', meta, 'o', id)
  end
  redis.call('HSET', meta, 'g', generation, 'v', id, 'c', changed)
  if parts ~= '' then redis.call('HSET', meta, 'p', parts) end
  for at = firstPair, firstEntry - 1, 2000 do
    redis.call('HSET', changes, unpack(ARGV, at, math.min(at + 1999, firstEntry - 1)))
  end
  current = id
elseif kind == 'drop' then
  for name in string.gmatch(dropped, '%S+') do
    local usedAt = redis.call('ZSCORE', worlds, name)
    if usedAt and (usedUntil == '' or tonumber(usedAt) <= tonumber(usedUntil)) then
      for _, part in ipairs({${worldKeyNames.map((name) => `'${name}'`).join(", ")}}) do
        redis.call('DEL', prefix .. part .. ':' .. name)
      end
      redis.call('ZREM', worlds, name)
      redis.call('PUBLISH', channel, name .. '\\n0\\n[{"event":"dropped"}]')
    end
  end
end
if kind ~= '' then redis.call('SET', done, current, 'PX', ${doneMs}) end

local last = known[5] == generation and tonumber(known[6]) or 0
if touch == '1' or isNew then redis.call('ZADD', worlds, string.format('%.0f', now), world) end
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

if events ~= '' and redis.call('PUBSUB', 'NUMSUB', channel)[2] > 0 then
  local message = (kind == 'all' and '*' or world) .. '\\n' .. (last + 1) .. '\\n' .. events
  if entries > 0 then message = message .. '\\n' .. table.concat(ARGV, '\\n', firstEntry, #ARGV) end
  redis.call('PUBLISH', channel, message)
end
return {'done', current}
`;
