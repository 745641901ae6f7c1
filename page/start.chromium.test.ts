import { expect, test } from "vitest";
import { sharePage } from "./testing/shared-page.ts";

/** Parts that every section has, and those that a new user sees first. */

const shared = sharePage({ fixtures: "magic" });
const notices = () => shared().page.getByRole("status", { name: "Notices" });
const active = () => shared().page.getByRole("status", { name: "Active faults" });

test("a new user makes the next cancel fail with 409 with two presses, and sees it in every section", async () => {
  const { page, control, show, call } = shared();
  await show("orders");
  await page.getByRole("button", { name: "Fail next request" }).click();
  await page.getByRole("region", { name: "Next cancel" }).getByRole("button", { name: "409" }).click();
  await active().getByText("The next cancel finds its order shipped, once").waitFor();
  await expect
    .poll(() => control.faults())
    .toMatchObject([{ fault: "ship-first", operation: "cancelOrder", times: 1 }]);
  for (const name of ["Requests", "Worlds", "Conformance"]) {
    await page.getByRole("navigation").getByRole("button", { name }).click();
    await active().getByText("The next cancel finds its order shipped").waitFor();
  }
  expect((await call("GET /v1/store/orders")).status).toBe(200);
  expect((await call("DELETE /v1/store/orders/204")).status).toBe(409);
  await expect.poll(() => active().innerText()).toBe("");
  // Answer and list agree: the order has shipped.
  expect(control.order(204n).status).toBe("shipped");
  expect((await call("DELETE /v1/store/orders/204")).status).toBe(409);
});

test.each([
  ["500", "list", { fault: "status", status: 500, operation: "listOrders" }],
  ["reset-before", "request", { fault: "reset-before" }],
] as const)(
  "the next failure can be %s, of the next %s; it comes before other rules and can be turned off",
  async (failure, name, rule) => {
    const { page, control, show } = shared();
    control.setFaults([{ fault: "hang", probability: 0 }]);
    await show("orders");
    await page.getByRole("button", { name: "Fail next request" }).click();
    await page.getByRole("button", { name: `Next ${name}: ${failure}` }).click();
    await expect.poll(() => control.faults()[0]).toMatchObject({ ...rule, times: 1 });
    await active().getByText("2 faults").waitFor();
    await active().getByRole("button", { name: "Turn off" }).click();
    await expect.poll(() => control.faults()).toEqual([]);
  },
);

test("the start section has the address, the key, the world, commands that work when pasted, the document and the docs", async () => {
  const { page, control, show, copied, origin } = shared();
  control.world("ann");
  await show("orders", "ann");
  const strip = page.locator(".start");
  await strip.getByText(`${origin}/v1`).waitFor();
  await strip.getByText("mock-key~ann").waitFor();
  await strip.getByRole("button", { name: "curl" }).click();
  await expect.poll(copied).toBe(`curl -i -H 'authorization: Bearer mock-key~ann' ${origin}/v1/store/orders`);
  await strip.getByRole("button", { name: "fetch" }).click();
  await expect.poll(copied).toContain("await fetch(");
  const script = (await copied()).replace("console.log(response.status,", "return String(response.status +");
  expect(await (new Function(`return (async () => { ${script} })()`) as () => Promise<string>)()).toContain(
    "200",
  );
  await strip.getByRole("button", { name: "The document" }).click();
  const dialog = page.getByRole("dialog", { name: "The service document" });
  await dialog.getByText("An Order is a JSON object.").waitFor();
  await page.keyboard.press("Escape");
  const docs = await strip.getByRole("link", { name: "Docs" }).getAttribute("href");
  expect((await fetch(docs!)).status).toBe(200);
});

test("at most two notices are shown, older ones are counted", async () => {
  const { page, show } = shared();
  await show("orders");
  for (const id of [204, 409]) await page.getByRole("button", { name: `Copy order ${id}` }).click();
  await page.getByRole("button", { name: "Copy: Base URL" }).click();
  await page.getByRole("button", { name: "Copy: API key" }).click();
  await notices().getByText("older notice").waitFor();
  expect(await notices().locator(".notice").count()).toBe(2);
});
