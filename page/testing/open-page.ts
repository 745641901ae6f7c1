/** A mock on a port, and its own page in a real browser. */

import { globSync, statSync } from "node:fs";
import { mkdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type OutputOptions, rolldown } from "rolldown";
import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from "../../mocks/adapters/server/mock-server.ts";
import { launchChromium } from "../../mocks/browser/testing/launch-chromium.ts";
import { pageBuild } from "../../tools/build/page-build.ts";

/** Builds the page, unless its build is current. */
export async function preparePage(): Promise<Browser> {
  if (!isBuilt()) await buildPage();
  return launchChromium();
}

const builtPage = "dist/page/app/page.js";

/** Whether the page was built after its sources were changed. */
function isBuilt(): boolean {
  const builtAt = statSync(builtPage, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = "{base,spec,fixtures,conformance,mocks,page,tools}";
  return globSync(`${folders}/**/*.{ts,tsx,css,html,svg,md}`).every(
    (file) => statSync(file).mtimeMs < builtAt,
  );
}

async function buildPage(): Promise<void> {
  const { output: outputOptions, ...input } = pageBuild([]);
  const { dir = "", ...options } = outputOptions as OutputOptions;
  const bundle = await rolldown(input);
  const { output } = await bundle.generate(options);
  await bundle.close();
  await mkdir(dir, { recursive: true });
  // Other tests may read the files at the same time: each is replaced as a whole, and only if it differs.
  for (const file of output) {
    const path = join(dir, file.fileName);
    const text = file.type === "chunk" ? file.code : file.source;
    if ((await readFile(path, "utf8").catch(() => undefined)) === text) continue;
    const temporary = `${path}.${process.pid}`;
    await writeFile(temporary, text);
    await rename(temporary, path);
  }
  const now = new Date();
  await utimes(builtPage, now, now);
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly server: MockServer;
  readonly origin: string;
  /** Failures so far, each of which is an error unless a test removes it. */
  readonly troubles: string[];
  /** Another tab of the same browser. */
  another(path?: string): Promise<Page>;
}

/**
 * Opens the page. At the end, failed scripts and violations of the content security policy are errors.
 * @param path as in `/?world=ann#requests`
 */
export async function openPage(
  browser: Browser,
  options: MockServerOptions = {},
  path = "/",
  contextOptions: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const server = await startMockServer(options);
  const { origin } = new URL(server.baseUrl);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // A certificate of a test has no authority.
    ignoreHTTPSErrors: true,
    permissions: ["clipboard-read", "clipboard-write"],
    ...contextOptions,
  });
  const troubles: string[] = [];
  const another = async (at = "/") => {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) troubles.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith("blob:"))
        troubles.push(`asked for ${request.url()}`);
    });
    await page.goto(origin + at);
    return page;
  };
  return {
    page: await another(path),
    server,
    origin,
    another,
    troubles,
    async [Symbol.asyncDispose]() {
      await context.close();
      await server.close();
      if (troubles.length > 0) throw new Error(`The page had troubles: ${troubles.join("; ")}`);
    },
  };
}
