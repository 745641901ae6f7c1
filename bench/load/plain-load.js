// One slice of load by node:http itself, for a machine with neither wrk nor the peers. It is slower than the servers it
// measures, so its numbers only show that everything works. Prints one JSON line.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const { url, seconds, connections, headers, cancelEvery, idsFile } = JSON.parse(process.argv[2]);
const ids = idsFile ? readFileSync(idsFile, "utf8").trim().split("\n") : [];
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const startedAt = performance.now();
const end = startedAt + seconds * 1000;
const times = [];
const failed = { statuses: 0, errors: 0 };
let sent = 0;
let cancelled = 0;

/** Resolves to nothing, whatever happened: failures are counted. */
function once() {
  const isCancel = cancelEvery > 0 && ++sent % cancelEvery === 0;
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const fail = () => {
      failed.errors++;
      resolve();
    };
    const call = request(isCancel ? `${url}/${ids[cancelled++]}` : url, {
      method: isCancel ? "DELETE" : "GET",
      headers,
      agent,
    });
    call.setTimeout(seconds * 1000 + 2000, () => call.destroy(new Error("too late")));
    call.on("error", fail).on("response", (response) => {
      response.resume().on("error", fail);
      response.on("end", () => {
        if (response.statusCode >= 400) failed.statuses++;
        times.push(performance.now() - sentAt);
        resolve();
      });
    });
    call.end();
  });
}

async function loop() {
  while (performance.now() < end) await once();
}

await Promise.all(Array.from({ length: connections }, loop));
const took = (performance.now() - startedAt) / 1000;
times.sort((a, b) => a - b);
const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
process.stdout.write(
  `${JSON.stringify({
    requests: times.length,
    seconds: took,
    badStatuses: failed.statuses,
    errors: failed.errors,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  })}\n`,
);
agent.destroy();
