/** What Redis is asked for without changing it. */

/** KEYS: all, world, journal. The number of the newest entry, then the entries. */
export const journalScript = `
local known = redis.call('HMGET', KEYS[2], 'jg', 'j')
if not known[1] or known[1] ~= redis.call('HGET', KEYS[1], 'id') then return {'0'} end
local reply = redis.call('LRANGE', KEYS[3], 0, -1)
table.insert(reply, 1, known[2])
return reply
`;

/** KEYS: all, worlds. ARGV: prefix. The time, then of each world its name, its last use and how many orders it changed. */
export const worldsScript = `
local time = redis.call('TIME')
local reply = {string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))}
local generation = redis.call('HGET', KEYS[1], 'id')
local worlds = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
for at = 1, #worlds, 2 do
  local name = worlds[at]
  local isChanged = redis.call('HGET', ARGV[1] .. 'world:' .. name, 'g') == generation
  table.insert(reply, name)
  table.insert(reply, worlds[at + 1])
  table.insert(reply, isChanged and redis.call('HLEN', ARGV[1] .. 'changes:' .. name) or 0)
end
return reply
`;

/** KEYS: all, worlds. ARGV: name of a world. Whether it is there. */
export const existsScript = `
return {redis.call('ZSCORE', KEYS[2], ARGV[1]) and 1 or 0}
`;
