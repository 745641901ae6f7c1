// One slice of load by autocannon, in a process of its own. Prints one JSON line.
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const { url, seconds, connections, authorization, cancelEvery = 0, idsFile } = JSON.parse(process.argv[2]);
const ids = idsFile ? readFileSync(idsFile, "utf8").trim().split("\n") : [];
const path = new URL(url).pathname;
let sent = 0;
let cancelled = 0;
const setupRequest = (request) =>
  ++sent % cancelEvery === 0
    ? { ...request, method: "DELETE", path: `${path}/${ids[cancelled++]}` }
    : request;
const { requests, duration, non2xx, errors, latency } = await autocannon({
  url,
  duration: seconds,
  connections,
  headers: authorization === undefined ? {} : { authorization },
  ...(cancelEvery > 0 && { requests: [{ method: "GET", path, setupRequest }] }),
});
const slice = { requests: requests.total, seconds: duration, badStatuses: non2xx, errors };
process.stdout.write(`${JSON.stringify({ ...slice, p50Ms: latency.p50, p99Ms: latency.p99 })}\n`);
