/** The state and the actions of the page, without the page. */

import { type Order, type OrdersClient, OrdersError } from "./orders-client.ts";

export interface OrdersState {
  /** Locked: the store asks for another key. */
  readonly phase: "loading" | "ready" | "locked" | "failed";
  readonly orders: readonly Order[];
  /** The latest event as a sentence, or an empty text. */
  readonly message: string;
  readonly isProblem: boolean;
}

export interface OrdersModel {
  load(): Promise<void>;
  /** Takes the order off the list at once, and puts it back when the store refuses. */
  cancel(id: string): Promise<void>;
}

export function createOrdersModel(client: OrdersClient, show: (state: OrdersState) => void): OrdersModel {
  let listed: readonly Order[] = [];
  let phase: OrdersState["phase"] = "loading";
  /** Orders that are cancelled or about to be. An outdated list does not bring them back. */
  const hidden = new Set<string>();

  function update(message = "", isProblem = false): void {
    const orders = listed.filter(({ id }) => id === undefined || !hidden.has(id));
    show({ phase, orders, message, isProblem });
  }

  function fail(error: unknown, explain: (error: OrdersError) => string): void {
    if (!(error instanceof OrdersError)) throw error;
    if (error.status === 401) phase = "locked";
    update(error.status === 401 ? "The store asks for a valid API key." : explain(error), true);
  }

  return {
    async load() {
      phase = "loading";
      update();
      try {
        listed = await client.list();
        phase = "ready";
        update();
      } catch (error) {
        phase = "failed";
        fail(error, ({ message }) => `The orders cannot be shown. ${message}`);
      }
    },
    async cancel(id) {
      hidden.add(id);
      update();
      try {
        await client.cancel(id);
        update(`Order ${id} is cancelled.`);
      } catch (error) {
        if (error instanceof OrdersError && error.status === 404)
          return update(`Order ${id} was gone already.`);
        hidden.delete(id);
        fail(error, ({ status, message }) =>
          status === 409
            ? `Order ${id} has shipped and cannot be cancelled.`
            : `Order ${id} is not cancelled. ${message}`,
        );
      }
    },
  };
}
