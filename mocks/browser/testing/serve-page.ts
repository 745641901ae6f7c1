/** The test page, served by Vite: built and static, or as in development. */

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { msw } from "msw/vite";
import { build, createServer, type InlineConfig, preview } from "vite";

export interface ServedPage extends AsyncDisposable {
  readonly url: string;
}

const root = dirname(fileURLToPath(import.meta.url));
const workerFile = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));

/** A temporary folder, so that no file is left in the repository and runs do not affect each other. */
const makeFolder = () => mkdtempSync(join(tmpdir(), "store-orders-page-"));

const common: InlineConfig = { root, configFile: false, logLevel: "error", envFile: false };
const anyPort = { host: "127.0.0.1", port: 0, strictPort: false };

/** Built, with a plain copy of MSW's worker file, as `npx msw init` makes it. */
export async function serveBuilt(): Promise<ServedPage> {
  const outDir = makeFolder();
  await build({ ...common, build: { outDir, emptyOutDir: true, minify: false } });
  copyFileSync(workerFile, join(outDir, "mockServiceWorker.js"));
  const server = await preview({ ...common, build: { outDir }, preview: anyPort });
  return {
    url: server.resolvedUrls!.local[0]!,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** As in development, with the worker file from MSW's own plugin. */
export async function serveInDevelopment(): Promise<ServedPage> {
  const cacheDir = makeFolder();
  const server = await createServer({
    ...common,
    cacheDir,
    plugins: [msw()],
    server: { ...anyPort, hmr: false, ws: false, fs: { strict: false }, watch: null },
  });
  await server.listen();
  return {
    url: server.resolvedUrls!.local[0]!,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}
