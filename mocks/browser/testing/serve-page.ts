/** The test page, served by Vite: built and static, or as in development. */

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";

export interface ServedPage extends AsyncDisposable {
  readonly url: string;
}

const root = dirname(fileURLToPath(import.meta.url));
const workerFile = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));

/** Built, with a plain copy of MSW's worker file, as `npx msw init` makes it. */
export async function serveBuilt(): Promise<ServedPage> {
  // A temporary folder, so that no file is left in the repository and runs do not affect each other.
  const outDir = mkdtempSync(join(tmpdir(), "store-orders-page-"));
  const common = { root, configFile: false, logLevel: "error", envFile: false } as const;
  await build({ ...common, build: { outDir, emptyOutDir: true, minify: false } });
  copyFileSync(workerFile, join(outDir, "mockServiceWorker.js"));
  const server = await preview({ ...common, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  return {
    url: server.resolvedUrls!.local[0]!,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
