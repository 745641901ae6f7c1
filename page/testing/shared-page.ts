/** Shared parts of the tests of a file: a browser, or one mock and one page. */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import type { Control } from "../../mocks/control/control.ts";
import { callApi } from "./find.ts";
import { type OpenedPage, openPage, preparePage } from "./open-page.ts";

/** One browser for all tests of a file. @returns a function that opens a mock's page in it */
export function shareBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await preparePage();
    return () => browser.close();
  }, 60_000);
  return (options?: MockServerOptions, path?: string, contextOptions?: BrowserContextOptions) =>
    openPage(browser, options, path, contextOptions);
}

export interface SharedPage {
  readonly page: Page;
  readonly control: Control;
  readonly origin: string;
  readonly opened: OpenedPage;
  /** Goes to a section with everything of the page made again. */
  show(section: string, world?: string): Promise<void>;
  /** A call as an application makes it. */
  call(line: string, key?: string, body?: string): Promise<Response>;
  copied(): Promise<string>;
}

/** Each test begins with the mock as it was started. */
export function sharePage(options: MockServerOptions): () => SharedPage {
  let shared: SharedPage;
  beforeAll(async () => {
    const browser = await preparePage();
    const opened = await openPage(browser, options);
    const { page, origin, server } = opened;
    shared = {
      page,
      origin,
      opened,
      control: server.mock.control,
      async show(section, world) {
        // Another address in between: a mere change of the hash would keep the page.
        await page.goto("about:blank");
        await page.goto(`${origin}/${world ? `?world=${world}` : ""}#${section}`);
        await page.getByText("live", { exact: true }).waitFor({ state: "attached", timeout: 20_000 });
      },
      call: (line, key, body) => callApi(origin, line, key, body),
      copied: () => page.evaluate(() => navigator.clipboard.readText()),
    };
    return async () => {
      await opened[Symbol.asyncDispose]();
      await browser.close();
    };
  }, 60_000);
  beforeEach(async () => {
    const { control, page } = shared;
    control.dropIdleWorlds(0);
    control.reset();
    await page.evaluate(() => localStorage.clear()).catch(() => {});
  });
  return () => shared;
}
