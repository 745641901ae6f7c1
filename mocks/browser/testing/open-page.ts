/** A real Chromium, and the test page in it. */

import { type Browser, type BrowserContext, chromium, type Page as Tab } from "playwright-core";
import type { AdapterAnswer } from "../../testing/adapter-requests.ts";
import { requireChromium } from "./find-chromium.ts";
// Declares `window.page` for the compiler.
import type { Page } from "./page.ts";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args });
}
/** Opens the page in a tab of its own, and waits for its worker. */
export async function openPage(browser: Browser | BrowserContext, url: string): Promise<Tab> {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(15_000);
  await tab.goto(url);
  await isReady(tab);
  return tab;
}

/** Reloads the page. */
export async function reload(tab: Tab): Promise<void> {
  await tab.reload();
  await isReady(tab);
}

const isReady = (tab: Tab) => tab.waitForFunction(() => window.page !== undefined);

/** Parts of a request apart from its method and target. */
export interface SendOptions extends Partial<Omit<Parameters<Page["send"]>[0], "method" | "target">> {
  readonly key?: string | null;
}

/** @param line as in `GET /v1/store/orders` */
export function send(tab: Tab, line: string, options: SendOptions = {}): Promise<AdapterAnswer> {
  const { key = "mock-key", headers = {}, ...rest } = options;
  const [method = "", target = ""] = line.split(" ");
  const whole = key === null ? headers : { authorization: `Bearer ${key}`, ...headers };
  return tab.evaluate((request) => window.page.send(request), { method, target, headers: whole, ...rest });
}

export async function statusOf(tab: Tab, line: string, options?: SendOptions): Promise<number> {
  return (await send(tab, line, options)).status;
}
