-- One slice of load by wrk. BENCH_CANCEL_EVERY makes every n-th request a cancel, of the ids in BENCH_IDS in order.
-- Ends with one JSON line, since wrk's own report rounds.

local every = tonumber(os.getenv("BENCH_CANCEL_EVERY") or "0")
local key = os.getenv("BENCH_AUTHORIZATION")
if key then wrk.headers["Authorization"] = key end

if every > 0 then
  local ids = {}
  for id in io.lines(os.getenv("BENCH_IDS")) do ids[#ids + 1] = id end
  local sent, cancelled = 0, 0
  request = function()
    sent = sent + 1
    if sent % every ~= 0 then return wrk.format() end
    cancelled = cancelled + 1
    return wrk.format("DELETE", wrk.path .. "/" .. (ids[cancelled] or "0"))
  end
end

done = function(summary, latency)
  local failed = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"badStatuses":%d,"errors":%d,"p50Ms":%.4f,"p99Ms":%.4f}\n',
    summary.requests, summary.duration / 1e6, failed.status,
    failed.connect + failed.read + failed.write + failed.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
