import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import type { ForeignServer } from "../../conformance/testing/foreign-server.ts";
import { foreignKey, startForeign } from "../../conformance/testing/verify.ts";
import { verifyHere } from "../testing/verify-here.ts";

// Hundreds of calls over sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
/** A seed that finds the fault in few histories. */
const seed = Number(process.env.SEED ?? 6);
const histories = Number(process.env.HISTORIES ?? 60);

/** A server whose third cancel of a pending order is a 204 again, straight after a list under another key. */
async function startFaulty() {
  const fault = { isOn: true };
  const cancels = new Map<string, number>();
  let isAfter = false;
  const server: ForeignServer = await startForeign({
    interrupt({ method, url = "", headers }, response) {
      if (!url.startsWith("/v1/")) return false;
      const hasKey = headers.authorization === `Bearer ${foreignKey}`;
      const wasAfter = isAfter;
      isAfter = method === "GET" && !hasKey;
      if (method !== "DELETE" || !hasKey) return false;
      cancels.set(url, (cancels.get(url) ?? 0) + 1);
      if (!fault.isOn || !wasAfter || cancels.get(url) !== 3) return false;
      if (server.stateOf(url.slice(url.lastIndexOf("/") + 1)) !== "cancelled") return false;
      response.writeHead(204).end();
      return true;
    },
  });
  const states = `--provider-states-url=${server.origin}/provider-states`;
  const explore = (...args: readonly string[]) =>
    verifyHere([server.baseUrl, states, "--disposable", ...args]);
  return { fault, explore, forget: () => cancels.clear() };
}

test(`a fault of a sequence is found, and the script that is printed shows it (seed ${seed})`, async () => {
  const { explore, forget } = await startFaulty();
  const { code, report, stdout, text } = await explore(`--explore=${histories}`, `--seed=${seed}`);
  const { exploration, results } = report!;
  expect(exploration).toMatchObject({ seed, asked: histories, histories });
  const failed = results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect([code, failed]).toEqual([1, ["cancel-order/second-cancel"]]);
  const [finding] = exploration!.findings;
  expect(finding).toMatchObject({ calls: 4, broken: [{ id: "cancel-order/second-cancel" }] });
  for (const shown of [stdout, text]) expect(shown).not.toContain(foreignKey);

  const env = { PATH: process.env.PATH!, STORE_ORDERS_API_KEY: foreignKey };
  forget();
  const { stdout: answers } = await run("sh", ["-c", finding!.curl], { env });
  expect(answers.match(/(?<=^HTTP\/1\.1 )\d+/gm)).toEqual(["204", "404", "401", "204"]);
});

test("without --seed the drawn seed is printed, and repeats the exploration", async () => {
  const { explore, fault } = await startFaulty();
  // Further calls repeat a finding and make it shorter; their number is not limited.
  fault.isOn = false;
  const { report, stdout } = await explore("--explore=5", "--reporter=terminal");
  const { seed: drawn, calls } = report!.exploration!;
  expect(stdout).toContain(`5 random histories of seed ${drawn}, `);
  const again = await explore("--explore=5", `--seed=${drawn}`);
  expect(again.report!.exploration!.calls).toBe(calls);
});
