import type { Browser, Page } from "playwright-core";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../launch-chromium.ts";
import type * as stories from "./stories.ts";

let browser: Browser;
let site: ViteDevServer;
let page: Page;
beforeAll(async () => {
  site = await createServer({ root: import.meta.dirname, server: { host: "127.0.0.1", port: 0 } });
  await site.listen();
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(site.resolvedUrls!.local[0]!);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const open = (name: keyof typeof stories) => page.getByRole("link", { name, exact: true }).click();
const cancel = (id: string) => page.getByRole("button", { name: `Cancel order ${id}`, exact: true }).click();
const message = () => page.getByRole("status");

/** The visible part of each story: the name of a button, or a text. */
const sights: Readonly<Record<keyof typeof stories, string>> = {
  WithOrders: "Cancel order 1008",
  Empty: "There are no orders.",
  LargeIds: "Cancel order 9223372036854775807",
  AllShipped: "Cancel order 1002",
  WrongKey: "Use this key",
  Loading: "Loading the orders…",
  StoreFails: "The orders cannot be shown.",
  CancelFails: "Cancel order 1005",
};

describe("each story", () => {
  test.each(Object.entries(sights))("shows what it is about: %s", async (name, sight) => {
    await open(name as keyof typeof stories);
    const button = page.getByRole("button", { name: sight, exact: true });
    await page.getByText(sight).or(button).first().waitFor();
  });

  test("starts again whenever it is opened, whatever was done in another", async () => {
    await open("WithOrders");
    await cancel("1001");
    await message().getByText("Order 1001 is cancelled.").waitFor();
    await open("CancelFails");
    await cancel("1001");
    await message().getByText("Order 1001 is not cancelled.").waitFor();
    await open("Empty");
    await page.getByText("There are no orders.").waitFor();
    await open("WithOrders");
    await cancel("1001");
    await message().getByText("Order 1001 is cancelled.").waitFor();
  });

  test("keeps ids that JavaScript would round", async () => {
    await open("LargeIds");
    await cancel("9007199254740993");
    await message().getByText("Order 9007199254740993 is cancelled.").waitFor();
    await cancel("9007199254740992");
    await message().getByText("Order 9007199254740992 has shipped and cannot be cancelled.").waitFor();
    expect(await page.getByRole("row").count()).toBe(1 + 18);
  });
});
