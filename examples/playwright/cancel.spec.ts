import { expect, test } from "store-orders-kit/playwright";

test.beforeEach(({ page }) =>
  page.addInitScript(() => sessionStorage.setItem("store-orders-key", "mock-key")),
);

for (const round of ["first", "second"]) {
  test(`the ${round} test cancels order 204, in a world of its own`, async ({ page, control }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Cancel order 204" }).click();
    await expect(page.getByRole("status")).toHaveText("Order 204 is cancelled.");
    await expect(control).toHaveOrder(204, "cancelled");
    await expect(control).toHaveReceived("DELETE /store/orders/204", { times: 1, status: 204 });
  });
}

test("an order that ships while the page is open is put back", async ({ page, control }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Cancel order 204" });
  await expect(button).toBeVisible();
  await control.ship(204n);
  await button.click();
  await expect(page.getByRole("status")).toHaveText("Order 204 has shipped and cannot be cancelled.");
  await expect(control).not.toHaveOrder(204, "cancelled");
});

test("an outage says so, and is over when it is", async ({ page, control }) => {
  await control.setFaults([{ fault: "status", status: 503 }]);
  await page.goto("/");
  await expect(page.getByRole("status")).toContainText("503");
  await control.setFaults([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Cancel order 204" })).toBeVisible();
});
