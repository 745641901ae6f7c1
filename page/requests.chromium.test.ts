import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hasFocus, rowsIn } from "./testing/find.ts";
import { sharePage } from "./testing/shared-page.ts";

const shared = sharePage({ fixtures: "magic", apiKeys: ["k3y-of-mine"] });
const key = "k3y-of-mine";
const list = () => shared().page.getByRole("grid", { name: "Requests" });
const rows = () => rowsIn(list());
const details = (name: string | RegExp) => shared().page.getByRole("region", { name });

async function showRequests(): Promise<void> {
  const { page, show, call } = shared();
  await page.evaluate((text) => sessionStorage.setItem("store-orders-kit api key", text), key);
  await show("requests");
  await call("GET /v1/store/orders", key);
  await call("DELETE /v1/store/orders/409", key, '{"reason": "late"}');
  await call("GET /v1/store/orders", "wrong");
  await expect.poll(() => rows().count()).toBe(3);
}

test("requests are filtered by text, kind, operation and source; the page's own are marked and hidden", async () => {
  const { page, control } = shared();
  await showRequests();
  control.setFaults([{ fault: "status", status: 503, operation: "listOrders", times: 1 }]);
  await shared().call("GET /v1/store/orders", key);
  await expect.poll(() => rows().count()).toBe(4);
  const filter = page.getByRole("searchbox", { name: "Filter the requests" });
  await filter.fill("delete 409");
  await expect.poll(() => rows().count()).toBe(1);
  await filter.fill("");
  for (const [kind, count] of [
    ["4xx", 2],
    ["5xx", 1],
    ["all", 4],
  ] as const) {
    await page.getByRole("radio", { name: kind }).check({ force: true });
    await expect.poll(() => rows().count(), { message: kind }).toBe(count);
  }
  await page.getByLabel("Operation").selectOption("cancelOrder");
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByLabel("Operation").selectOption("every operation");
  await rows().first().click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => control.journal().at(-1)?.client).toBe("page");
  await page.getByRole("button", { name: "Close the details" }).click();
  await page.getByText("1 of the kit hidden").waitFor();
  await expect.poll(() => rows().count()).toBe(4);
  await page.getByLabel("Source").selectOption("and the kit's own");
  await expect.poll(() => rows().count()).toBe(5);
  await rows().first().getByText("page", { exact: true }).waitFor();
});

test("the details follow the up and down keys, with the request's body, the real duration, the delay and the size", async () => {
  const { page, control } = shared();
  await showRequests();
  control.setFaults([{ fault: "delay", ms: 120, times: 1 }]);
  await shared().call("GET /v1/store/orders", key);
  await expect.poll(() => rows().count()).toBe(4);
  await expect.poll(() => rows().first().locator(".duration").innerText()).toMatch(/^[\d.]+ ms \+ 120 ms$/);
  await rows().first().click();
  await details("GET /v1/store/orders").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const cancel = details("DELETE /v1/store/orders/409");
  await cancel.getByText('"reason": "late"').waitFor();
  await cancel.getByText('"status": 409').waitFor();
  await cancel.getByText(/^[\d.]+ ms$/).waitFor();
  await cancel.getByText(/^\d+ B$/).waitFor();
  expect(await hasFocus(rows().nth(2))).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => cancel.count()).toBe(0);
});

test("a row that is pressed stays in its place when the rows become higher beside its details, and lower again", async () => {
  const { page } = shared();
  await showRequests();
  for (let n = 0; n < 40; n++) await shared().call(`DELETE /v1/store/orders/${n}`, key);
  await expect.poll(() => rows().filter({ hasText: "/39" }).count()).toBe(1);
  const row = rows().filter({ hasText: "/25" });
  const y = async () => Math.round((await row.boundingBox())!.y);
  const before = await y();
  // The higher rows have no head above them.
  const head = (await list().locator(".grid-head").boundingBox())!.height;
  await row.click({ position: { x: 5, y: 5 } });
  await details("DELETE /v1/store/orders/25").waitFor();
  expect(before - (await y())).toBeLessThanOrEqual(head);
  expect(await y()).toBeLessThanOrEqual(before);
  await page.keyboard.press("Escape");
  await expect.poll(() => details("DELETE /v1/store/orders/25").count()).toBe(0);
  expect(await y()).toBe(before);
});

test("a request is copied as a curl command that works when pasted, as fetch, as a test, and saved as HAR", async () => {
  const { page, control, copied } = shared();
  await showRequests();
  await rows().nth(1).click();
  const pane = details("DELETE /v1/store/orders/409");
  await pane.getByRole("button", { name: "curl" }).click();
  await expect.poll(copied).toContain(`Bearer ${key}`);
  const { stdout } = await promisify(execFile)("sh", ["-c", `${await copied()} -s`], { timeout: 10_000 });
  expect(stdout).toMatch(/^HTTP\/1.1 409/);
  expect(control.journal().at(-1)).toMatchObject({ method: "DELETE", requestBody: '{"reason": "late"}' });
  await pane.getByRole("button", { name: "fetch" }).click();
  await expect.poll(copied).toContain("await fetch(");
  const script = (await copied()).replace("console.log(response.status,", "return String(response.status +");
  const run = new Function(`return (async () => { ${script} })()`) as () => Promise<string>;
  expect(await run()).toContain("409");
  await pane.getByRole("button", { name: "test" }).click();
  await expect.poll(copied).toContain('from "vitest"');
  const saving = page.waitForEvent("download");
  await pane.getByRole("button", { name: "HAR" }).click();
  const har = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  expect(har.log.entries).toHaveLength(1);
});

test("an answer is made a fault of its operation, and is then repeated", async () => {
  const { page, control, call } = shared();
  await showRequests();
  control.setFaults([{ fault: "status", status: 418, code: "teapot", message: "short and stout", times: 1 }]);
  await call("GET /v1/store/orders", key);
  await expect.poll(() => rows().count()).toBe(4);
  await rows().first().click();
  await page.getByRole("button", { name: "Repeat this answer" }).click();
  await expect
    .poll(() => control.faults())
    .toMatchObject([{ fault: "status", status: 418, code: "teapot", operation: "listOrders" }]);
  expect(await (await call("GET /v1/store/orders", key)).json()).toMatchObject({
    message: "short and stout",
  });
  expect((await call("DELETE /v1/store/orders/204", key)).status).toBe(204);
  // A usual answer needs no fault.
  await rows().last().click();
  expect(await page.getByRole("button", { name: "Repeat this answer" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
});

test("the list can be paused and cleared", async () => {
  const { page, control, call } = shared();
  await showRequests();
  await page.getByRole("button", { name: "Pause" }).click();
  await call("GET /v1/store/orders", key);
  await page.getByText("1 more").waitFor();
  expect(await rows().count()).toBe(3);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => rows().count()).toBe(4);
  await page.getByRole("button", { name: "Clear the requests" }).click();
  await page.getByText("No application has called the API").waitFor();
  expect(control.journal()).toEqual([]);
});

test("a clause's mark is a link to its place in the document", async () => {
  const { page } = shared();
  await showRequests();
  await rows().nth(1).getByRole("button", { name: "(3, rule 2)" }).click();
  const dialog = page.getByRole("dialog", { name: "The service document" });
  await expect.poll(() => dialog.locator(".wanted").first().innerText()).toContain("3, rule 2");
  await expect.poll(() => dialog.locator(".wanted").first().isVisible()).toBe(true);
});
