/** An application with the mock inside and the panel, served and built by Vite with the packed kit. */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer, type ViteDevServer } from "vite";

const workerFile = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><main><h1>Shop</h1><button id="list">List</button><output id="answer"></output></main>
<script type="module" src="/main.js"></script></body>
</html>`;

const script = `
import { setupWorker } from "msw/browser";
import { mountDevtools } from "store-orders-kit/devtools";
import { createHandlers, createMock } from "store-orders-kit/msw";

const mock = createMock({ fixtures: "magic" });
await setupWorker(...createHandlers({ mock, baseUrl: "/v1" })).start({ quiet: true, onUnhandledFrame: "bypass" });
window.devtools = mountDevtools(mock.control);
document.querySelector("#list").onclick = async () => {
  const response = await fetch("/v1/store/orders", { headers: { authorization: "Bearer mock-key" } });
  document.querySelector("#answer").value = response.status;
};
document.body.dataset.ready = "yes";
`;

/** Writes the application's files beside the kit. @returns its folder */
export function writePanelApp(home: string): string {
  const root = join(home, "panel-app");
  mkdirSync(join(root, "public"), { recursive: true });
  cpSync(workerFile, join(root, "public", "mockServiceWorker.js"));
  writeFileSync(join(root, "index.html"), html);
  writeFileSync(join(root, "main.js"), script);
  return root;
}

const usual = { configFile: false, logLevel: "error", envFile: false } as const;

export async function servePanelApp(root: string): Promise<ViteDevServer> {
  const server = await createServer({
    ...usual,
    root,
    cacheDir: join(root, ".vite"),
    optimizeDeps: { exclude: ["store-orders-kit"] },
    server: { host: "127.0.0.1", port: 0, hmr: false, ws: false, fs: { strict: false }, watch: null },
  });
  return server.listen();
}

/** The code of a production build. */
export async function buildPanelApp(root: string): Promise<string> {
  const built = await build({ ...usual, root, build: { write: false, target: "esnext" } });
  const outputs = (Array.isArray(built) ? built : [built]) as { output: { code?: string }[] }[];
  return outputs.flatMap(({ output }) => output.map(({ code = "" }) => code)).join("\n");
}
