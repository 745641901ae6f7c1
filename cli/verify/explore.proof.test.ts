import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import type { ForeignServer } from "../../conformance/testing/foreign-server.ts";
import { createFolder, foreignKey, startForeign, verify } from "../../conformance/testing/verify.ts";

// Whole runs with hundreds of histories over sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../", import.meta.url));

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
  return { server, fault, forget: () => cancels.clear() };
}

test("a fault of a sequence is found, and the script and the test that are printed show it", async () => {
  const { server, fault, forget } = await startFaulty();
  const { code, report, stdout, text } = await verify([
    server.baseUrl,
    `--provider-states-url=${server.origin}/provider-states`,
    "--explore=400",
    "--disposable",
    "--seed=1",
  ]);
  expect(code).toBe(1);
  const { exploration, results } = report!;
  expect(exploration).toMatchObject({ seed: 1, asked: 400, histories: 400 });
  const failed = results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(failed).toEqual(["cancel-order/second-cancel"]);
  const [finding] = exploration!.findings;
  expect(finding).toMatchObject({ calls: 4, broken: [{ id: "cancel-order/second-cancel" }] });
  for (const shown of [stdout, text]) expect(shown).not.toContain(foreignKey);

  const folder = await createFolder();
  const env = { PATH: process.env.PATH!, STORE_ORDERS_API_KEY: foreignKey };
  forget();
  await writeFile(join(folder, "finding.sh"), finding!.curl);
  const { stdout: answers } = await run("sh", [join(folder, "finding.sh")], { env });
  expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(
    ["204", "404", "401", "204"].map((status) => `HTTP/1.1 ${status}`),
  );

  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "finding.test.ts"), finding!.vitest);
  const entries = {
    "store-orders-kit/conformance/http-target": "entries/node/http-target.ts",
    "store-orders-kit/conformance": "entries/conformance.ts",
  };
  const alias = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, join(repository, file)]),
  );
  await writeFile(
    join(folder, "vitest.config.mjs"),
    `export default { resolve: { alias: ${JSON.stringify(alias)} } };\n`,
  );
  const vitest = () => {
    forget();
    const args = [join(repository, "node_modules/vitest/vitest.mjs"), "run", `--root=${folder}`];
    return run(process.execPath, args, { env: { ...env, NO_COLOR: "1" }, cwd: folder }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
  };
  const broken = await vitest();
  expect(broken.stdout + broken.stderr).toContain(
    "cancel-order/second-cancel: expected a refusal, since the order was cancelled before, got 204",
  );
  fault.isOn = false;
  expect((await vitest()).stdout).toMatch(/Tests\s+1 passed/);
});

test("--seed repeats it, and without one the seed that was drawn is printed", async () => {
  const { server, fault } = await startFaulty();
  // A finding is repeated and made shorter by further calls, as many as that takes.
  fault.isOn = false;
  // Which ids may be tried without it hangs on the orders that the server makes.
  const args = [server.baseUrl, `--provider-states-url=${server.origin}/provider-states`, "--disposable"];
  const { report, stdout } = await verify([...args, "--explore=5", "--reporter=terminal"]);
  expect(stdout).toContain(`5 random histories of seed ${report!.exploration!.seed}, `);
  const again = await verify([...args, "--explore=5", `--seed=${report!.exploration!.seed}`]);
  expect(again.report!.exploration!.calls).toBe(report!.exploration!.calls);
});
