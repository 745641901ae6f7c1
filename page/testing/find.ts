/** Ways to find things on the page, and to call its mock. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";

export const sectionTitles = [
  "Orders",
  "Requests",
  "Faults",
  "Open questions",
  "Worlds",
  "Conformance",
] as const;

/** The link to a section; on narrow pages its name is short. */
export function sectionLink(page: Page, title: string): Locator {
  const short: Readonly<Record<string, RegExp>> = {
    "Open questions": /questions/i,
    Conformance: /Conformance|Verify/,
  };
  const name = short[title] ?? title;
  return page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });
}

/** The row of an order. */
export const rowOf = (page: Page, id: bigint | number): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("gridcell", { name: String(id), exact: true }) });

/** The rows of a table, without its head. */
export const rowsIn = (within: Page | Locator): Locator => within.locator(".grid-body [role=row]");

/** The name or the text of the element with the focus. */
export const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent;
  });

export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each === document.activeElement);

/** A call as an application makes it. @param line as in `GET /v1/store/orders` */
export function callApi(origin: string, line: string, key = "mock-key", body?: string): Promise<Response> {
  const [method = "", path = ""] = line.split(" ");
  const headers = { authorization: `Bearer ${key}` };
  return fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
}

/** The findings of axe-core. The browser adds its script, which the page's own policy would refuse. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  });
}
