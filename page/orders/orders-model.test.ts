import { expect, test, vi } from "vitest";
import type { PageControl } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";
import { createOrdersModel } from "./orders-model.ts";

test("a search that begins during the first reading is read next", async () => {
  const texts: (string | undefined)[] = [];
  const first = Promise.withResolvers<void>();
  const control = {
    async searchOrders({ text }: { text?: string }) {
      texts.push(text);
      await first.promise;
      return { total: 0, cancelled: 0, orders: [] };
    },
  } as unknown as PageControl;
  const listeners: (() => void)[] = [];
  const session = {
    ask: (question: (control: PageControl) => unknown) => question(control),
    onFresh: (listener: () => void) => listeners.push(listener),
    onEvent: () => {},
  } as unknown as Session;
  const { search, page } = createOrdersModel(session);
  for (const onFresh of listeners) onFresh();
  search.value = "77";
  first.resolve();
  await vi.waitFor(() => expect(page.value).toBeDefined());
  expect(texts).toEqual([undefined, "77"]);
});
