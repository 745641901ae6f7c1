/** Actions of a person on orders, with their notices and their undo. */

import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { clientHeader } from "../../spec/control-protocol.ts";
import { orderPath } from "../../spec/wire.ts";
import type { Notices } from "../model/notices.ts";
import type { PageControl } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";
import { plural } from "../parts/format.ts";

type Work<Done = unknown> = (id: bigint, control: PageControl) => Done | Promise<Done>;

export function createOrderActions(session: Session, { attempt, say, copy }: Notices) {
  /** Cancels orders by the API, as an application does. */
  const cancel: Work = async (id) => {
    const headers = { authorization: `Bearer ${session.keyOf(session.world.value)}`, [clientHeader]: "page" };
    const response = await fetch(session.baseUrl + orderPath(id), { method: "DELETE", headers }).catch(
      () => {},
    );
    if (!response) throw new Error(`The cancel of order ${id} got no answer.`);
    const why = response.headers.get("x-mock-why") ?? response.statusText;
    if (!response.ok) throw new Error(`The cancel of order ${id} was answered ${response.status}: ${why}.`);
  };
  /** @param done a word such as `cancelled` */
  const each =
    <Done>(done: string, work: Work<Done>, undo?: (result: Done, control: PageControl) => unknown) =>
    (ids: readonly bigint[]) =>
      attempt(async () => {
        const control = session.control();
        const changed: Done[] = [];
        let failure = "";
        for (const id of ids) {
          try {
            changed.push(await work(id, control));
          } catch (error) {
            failure ||= (error as Error).message;
          }
        }
        const undoAll = async () => {
          for (const result of changed) await undo?.(result, control);
        };
        const what = ids.length === 1 ? `Order ${ids[0]} is` : plural(changed.length, "order");
        if (changed.length > 0) say(`${what} ${done}.`, undo && undoAll);
        const left = ids.length - changed.length;
        if (left > 0)
          throw new Error(left === 1 ? failure : `${plural(left, "order")} not ${done}. ${failure}`);
      });
  return {
    cancel: each("cancelled", cancel),
    ship: each("shipped", (id, control) => control.ship(id)),
    remove: each(
      "removed",
      (id, control) => control.remove(id),
      (order, control) => control.add(order),
    ),
    copy: (order: FixtureOrder) => copy(`order ${order.id} as JSON`, formatJson(order, 2)),
  };
}
