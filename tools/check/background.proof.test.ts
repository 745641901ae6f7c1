import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort } from "../../base/testing/free-port.ts";
import { packKit } from "../testing/pack-kit.ts";
import { readDocs } from "../testing/read-docs.ts";

test("the mock in the background stops as docs/mock.md says", { timeout: 240_000 }, async () => {
  using kit = await packKit();
  const own = "tools/check/background.proof.test.ts";
  const block = readDocs().flatMap(({ blocks }) => blocks.filter(({ note }) => note?.text === own))[0]!;
  const port = String(await freePort());
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const script = block.text.replaceAll("4010", port);
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: kit.home,
    env,
  });
  expect(stdout).toContain('"ready":true');
  await expect(fetch(`http://127.0.0.1:${port}/_mock/health`)).rejects.toThrow("fetch failed");
});
