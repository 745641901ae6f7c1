/** A real Chromium. */

import { type Browser, chromium } from "playwright-core";
import { requireChromium } from "./find-chromium.ts";

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
