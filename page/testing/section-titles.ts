/** The page's sections by their names, in their order. */

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
  const name = title === "Open questions" ? /questions/i : title;
  return page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });
}
