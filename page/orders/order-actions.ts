/** What a person does to one order, and what is said of it afterwards. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderPath } from "../../spec/wire.ts";
import type { Notices } from "../model/notices.ts";
import type { Session } from "../model/session.ts";

export interface OrderActions {
  /** By the API, as an application does it. */
  cancel(order: FixtureOrder): Promise<unknown>;
  ship(order: FixtureOrder): Promise<unknown>;
  remove(order: FixtureOrder): Promise<unknown>;
  /** Undefined when it was refused. */
  put(order: FixtureOrder): Promise<FixtureOrder | undefined>;
}

export function createOrderActions(session: Session, { attempt, say }: Notices): OrderActions {
  return {
    cancel: ({ id }) =>
      attempt(async () => {
        const response = await session.callApi("DELETE", orderPath(id)).catch(() => undefined);
        if (!response) throw new Error(`The cancel of order ${id} got no answer.`);
        const why = response.headers.get("x-mock-why") ?? response.statusText;
        const step = response.status === 401 ? " Enter the mock's API key in the settings." : "";
        if (!response.ok)
          throw new Error(`The cancel of order ${id} was answered ${response.status}: ${why}.${step}`);
        say(`Order ${id} is cancelled: ${response.status}.`);
      }),
    ship: ({ id }) =>
      attempt(async () => {
        await session.control().ship(id);
        say(`Order ${id} has shipped.`);
      }),
    remove: ({ id }) =>
      attempt(async () => {
        await session.control().remove(id);
        say(`Order ${id} is removed.`);
      }),
    put: (order) =>
      attempt(async () => {
        const put = await session.control().put(order);
        say(`Order ${order.id} is saved.`);
        return put;
      }),
  };
}
