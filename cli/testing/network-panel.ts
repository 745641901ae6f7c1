/** Chromium's own network panel: exports HAR by the code that its button runs. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { requireChromium } from "../../mocks/browser/testing/find-chromium.ts";

export interface NetworkPanel extends AsyncDisposable {
  /** The tab that it records. */
  readonly tab: Page;
  /** @param sanitize without credentials, as the panel does by default */
  exportHar(sanitize: boolean): Promise<string>;
}

declare const devTools: {
  requests(): readonly { readonly finished: boolean; url(): string }[];
  write(stream: object, requests: readonly unknown[], options: object, progress: object): Promise<void>;
};

/** A text: a test runner would put its own import in place of the page's. */
const setUp = `(async () => {
  const load = (file) => import("devtools://devtools/bundled/" + file);
  const { NetworkLog } = await load("models/logs/logs.js");
  const { Writer } = await load("models/har/har.js");
  globalThis.devTools = {
    requests: () => NetworkLog.NetworkLog.instance().requests(),
    write: (...args) => Writer.Writer.write(...args),
  };
  return true;
})()`;

/** Opens DevTools for a tab, in another tab. */
export async function openNetworkPanel(): Promise<NetworkPanel> {
  const folder = mkdtempSync(join(tmpdir(), "network-panel-"));
  const quiet = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args: [...quiet, "--remote-debugging-port=0", "--remote-allow-origins=*"],
  });
  const [port] = readFileSync(join(folder, "DevToolsActivePort"), "utf8").split("\n");
  const tab = context.pages()[0] ?? (await context.newPage());
  const { targetInfo } = await (await context.newCDPSession(tab)).send("Target.getTargetInfo");
  const front = await context.newPage();
  const socket = `127.0.0.1:${port}/devtools/page/${targetInfo.targetId}`;
  await front.goto(`devtools://devtools/bundled/inspector.html?ws=${socket}&panel=network`);
  while (!(await front.evaluate(setUp)));
  // It is attached when it has seen a request.
  do await tab.goto("data:text/html,");
  while ((await front.evaluate(() => devTools.requests().length)) === 0);

  return {
    tab,
    async exportHar(sanitize) {
      await front.waitForFunction(() =>
        devTools.requests().every((request) => request.finished || request.url().startsWith("ws")),
      );
      return front.evaluate(async (isSanitized) => {
        const pieces: string[] = [];
        const stream = { write: async (text: string) => void pieces.push(text) };
        // A user sees a bar meanwhile; here there is none.
        const progress = new Proxy({}, { get: (_target, name) => name !== "canceled" && (() => false) });
        await devTools.write(stream, devTools.requests(), { sanitize: isSanitized }, progress);
        return pieces.join("");
      }, sanitize);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
