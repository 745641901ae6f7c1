// One slice of load by autocannon, for machines without wrk. Prints one JSON line.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const slice = JSON.parse(process.argv[2]);
const ids = slice.idsFile ? readFileSync(slice.idsFile, "utf8").trim().split("\n") : [];
let sent = 0;
let cancelled = 0;
const { url, seconds, connections, headers } = slice;
const setupRequest = (request) => {
  sent++;
  if (sent % slice.cancelEvery !== 0) return request;
  return { ...request, method: "DELETE", path: `${slice.path}/${ids[cancelled++]}` };
};
const result = await autocannon({
  url,
  duration: seconds,
  connections,
  headers,
  ...(slice.cancelEvery > 0 && { requests: [{ method: "GET", path: slice.path, setupRequest }] }),
});
process.stdout.write(
  `${JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    badStatuses: result.non2xx,
    errors: result.errors,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  })}\n`,
);
