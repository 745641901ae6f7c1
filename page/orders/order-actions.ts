/** What a person does to orders, what is said of it afterwards, and how it is undone. */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderPath } from "../../spec/wire.ts";
import type { Notices } from "../model/notices.ts";
import type { Session } from "../model/session.ts";
import { plural } from "../parts/format.ts";

export type OrderActions = ReturnType<typeof createOrderActions>;

export function createOrderActions(session: Session, { attempt, say, copy }: Notices) {
  async function cancelOne(id: bigint): Promise<number> {
    const response = await session.callApi("DELETE", orderPath(id)).catch(() => undefined);
    if (!response) throw new Error(`The cancel of order ${id} got no answer.`);
    const why = response.headers.get("x-mock-why") ?? response.statusText;
    if (!response.ok) throw new Error(`The cancel of order ${id} was answered ${response.status}: ${why}.`);
    return response.status;
  }
  /** @param done as in `cancelled` */
  async function each(
    ids: readonly bigint[],
    done: string,
    work: (id: bigint) => unknown,
    undo?: (id: bigint) => unknown,
  ): Promise<void> {
    const fine: bigint[] = [];
    let failure = "";
    for (const id of ids) {
      try {
        await work(id);
        fine.push(id);
      } catch (error) {
        failure ||= (error as Error).message;
      }
    }
    if (fine.length > 0)
      say(
        `${plural(fine.length, "order")} ${done}.`,
        undo &&
          (async () => {
            // The last that went comes back first, so that each finds its place.
            for (const id of fine.toReversed()) await undo(id);
          }),
      );
    const left = ids.length - fine.length;
    if (left > 0) throw new Error(left === 1 ? failure : `${plural(left, "order")} not ${done}. ${failure}`);
  }
  return {
    /** By the API, as an application does it. */
    cancel: ({ id }: FixtureOrder) =>
      attempt(async () => {
        const status = await cancelOne(id);
        say(`Order ${id} is cancelled: ${status}.`);
      }),
    ship: ({ id }: FixtureOrder) =>
      attempt(async () => {
        await session.control().ship(id);
        say(`Order ${id} has shipped.`);
      }),
    remove: ({ id }: FixtureOrder) =>
      attempt(async () => {
        const control = session.control();
        await control.remove(id);
        say(`Order ${id} is removed.`, async () => control.restoreOrder(id));
      }),
    copy: (order: FixtureOrder) => copy(`order ${order.id} as JSON`, formatJson(order, 2)),
    cancelAll: (ids: readonly bigint[]) => attempt(() => each(ids, "cancelled", cancelOne)),
    shipAll: (ids: readonly bigint[]) =>
      attempt(() => each(ids, "shipped", (id) => session.control().ship(id))),
    removeAll(ids: readonly bigint[]) {
      const control = session.control();
      const restore = (id: bigint) => control.restoreOrder(id);
      return attempt(() => each(ids, "removed", (id) => control.remove(id), restore));
    },
  };
}
