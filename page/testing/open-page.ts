/** A mock on a port, and its own page in a real browser. */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "rolldown";
import {
  type MockServer,
  type MockServerOptions,
  startMockServer,
} from "../../mocks/adapters/server/mock-server.ts";
import { launchChromium } from "../../mocks/browser/testing/open-page.ts";
import { pageBuild } from "../../packaging/page-build.ts";

/** The page as it is now, whatever was built before. */
export async function preparePage(): Promise<Browser> {
  await build(pageBuild([]));
  return launchChromium();
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly server: MockServer;
  readonly origin: string;
  /** Another tab of the same browser. */
  another(path?: string): Promise<Page>;
}

/**
 * Opens the page. At the end, scripts that failed and what the content security policy stopped are errors.
 * @param path as in `/?world=ann#traffic`
 */
export async function openPage(
  browser: Browser,
  options: MockServerOptions = {},
  path = "/",
  contextOptions: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const server = await startMockServer(options);
  const origin = `http://127.0.0.1:${server.port}`;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
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
    async [Symbol.asyncDispose]() {
      await context.close();
      await server.close();
      if (troubles.length > 0) throw new Error(`The page had troubles: ${troubles.join("; ")}`);
    },
  };
}
