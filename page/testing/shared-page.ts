/** One mock and one page for all tests of a file; each test begins with the mock as it was started. */

import type { Page } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import type { MockServerOptions } from "../../mocks/adapters/server/mock-server.ts";
import type { Control } from "../../mocks/control/control.ts";
import { type OpenedPage, openPage, preparePage } from "./open-page.ts";

export interface SharedPage {
  readonly page: Page;
  readonly control: Control;
  readonly origin: string;
  readonly opened: OpenedPage;
  /** Goes to a section with everything of the page made again. */
  show(section: string, world?: string): Promise<void>;
  /** A call as an application makes it. */
  call(line: string, key?: string): Promise<Response>;
  copied(): Promise<string>;
}

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
      call(line, key = "mock-key") {
        const [method = "", path = ""] = line.split(" ");
        return fetch(origin + path, { method, headers: { authorization: `Bearer ${key}` } });
      },
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
