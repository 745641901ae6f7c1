/** Traffic with a shop: calls of a random client, and what a server answers whose effects are each at one moment. */

/** Draws a number from 0 up to 1. */
export type Draw = () => number;

export interface Served {
  readonly method: "GET" | "DELETE";
  /** Below the base address. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Milliseconds since the traffic began. */
  readonly sentAt: number;
  readonly endedAt: number;
  /** How long a browser may have kept it back, because another read of the address was under way. */
  readonly queuedMs: number;
  readonly status: number;
  /** JSON; empty where there is none. */
  readonly body: string;
}

/** Ways of departing from the document. */
export type Fault = "cancels twice" | "filters" | "needs no key" | "refuses in plain text" | "loses an order";

export interface Shop {
  readonly cancelled: "stay" | "vanish" | "vanish later";
  readonly again: 404 | 409;
  readonly fault?: Fault;
}

interface Action {
  readonly method: Served["method"];
  readonly path: string;
  readonly authorization: string | undefined;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly actsAt: number;
}

export const shopKey = "live-key-5f2a77c0d1";
const right = `Bearer ${shopKey}`;
export const pendingOrders = [1001, 1002, 1003, 1004, 1005];
export const shippedOrders = [1006, 1007];
const lostOrder = 1005;

export const pick = <T>(draw: Draw, values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;

/** Calls that overlap as they like; a client that lists again after a cancel waits for its answer. */
export function randomActions(draw: Draw): readonly Action[] {
  const actions: Action[] = [];
  let clock = 0;
  const send = (
    method: Action["method"],
    path: string,
    authorization: string | undefined,
    sentAt: number,
  ) => {
    const takes = draw() < 0.5 ? 1 + draw() * 20 : 20 + draw() * 400;
    const endedAt = sentAt + takes;
    const action = {
      method,
      path,
      authorization,
      sentAt,
      endedAt,
      actsAt: sentAt + (0.01 + 0.98 * draw()) * takes,
    };
    actions.push(action);
    return action;
  };
  const orders = [...pendingOrders, ...shippedOrders, 7_777_777];
  const count = 4 + Math.floor(draw() * 20);
  for (let at = 0; at < count; at++) {
    clock += draw() < 0.2 ? 3000 * draw() : 150 * draw();
    const order = `/store/orders/${pick(draw, orders)}`;
    const kind = draw();
    if (kind < 0.25) send("GET", "/store/orders", right, clock);
    else if (kind < 0.3) send("GET", "/store/orders?limit=2", right, clock);
    else if (kind < 0.36)
      send("GET", "/store/orders", draw() < 0.5 ? undefined : "Bearer old-key-00000001", clock);
    else if (kind < 0.42) send("DELETE", order, draw() < 0.5 ? undefined : "Bearer old-key-00000001", clock);
    else if (kind < 0.55)
      for (let click = 0; click < 2; click++) send("DELETE", order, right, clock + click * 60 * draw());
    else {
      const { endedAt } = send("DELETE", order, right, clock);
      if (draw() < 0.7) send("GET", "/store/orders", right, endedAt + draw());
    }
  }
  return actions;
}

/** One call after the other, so far apart that the coarsest clock distinguishes them. */
export function slowActions(): readonly Action[] {
  const calls: readonly (readonly [Action["method"], path: string, authorization?: string])[] = [
    ["GET", "", right],
    ["GET", "?limit=2", right],
    ["GET", "", right],
    ["GET", ""],
    ["DELETE", "/1002"],
    ["DELETE", "/1001", right],
    ["DELETE", "/1001", right],
    ["GET", "", right],
    ["DELETE", "/1006", right],
    ["GET", "", right],
  ];
  return calls.map(([method, rest, authorization], at) => {
    const sentAt = 5000 * at + 0.25;
    return {
      method,
      path: `/store/orders${rest}`,
      authorization,
      sentAt,
      endedAt: sentAt + 80,
      actsAt: sentAt + 40,
    };
  });
}

/** @param others moments at which other clients change something */
export function serve(actions: readonly Action[], shop: Shop, draw: Draw, others = 0): readonly Served[] {
  const state = new Map<number, { shipped: boolean; cancelledAt: number }>();
  const add = (id: number, shipped = false) =>
    state.set(id, { shipped, cancelledAt: Number.POSITIVE_INFINITY });
  for (const id of pendingOrders) add(id);
  for (const id of shippedOrders) add(id, true);
  const end = Math.max(...actions.map(({ endedAt }) => endedAt));
  const events = actions.map((action) => ({
    at: action.actsAt,
    run: () => served.push(answer(action)) as unknown,
  }));
  for (let each = 0; each < others; each++) {
    const at = end * draw();
    events.push({ at, run: () => changeByOthers(at) });
  }
  const served: Served[] = [];
  for (const { run } of events.sort((one, other) => one.at - other.at)) run();
  return served;

  function queueOf({ method, path, sentAt, actsAt }: Action): number {
    const earlier = actions.filter(
      (each) => each.path === path && each.method === method && each.sentAt < sentAt && each.endedAt < actsAt,
    );
    return method === "GET" ? Math.max(0, ...earlier.map(({ endedAt }) => endedAt - sentAt)) : 0;
  }

  function changeByOthers(now: number): void {
    const known = state.get(pick(draw, pendingOrders))!;
    const kind = draw();
    if (kind < 0.3) add(2000 + state.size);
    else if (known.cancelledAt > now && kind < 0.6) known.shipped = true;
    else if (!known.shipped) known.cancelledAt = Math.min(known.cancelledAt, now);
  }

  function answer(action: Action): Served {
    const { method, path, authorization, actsAt, sentAt, endedAt } = action;
    const sent = { method, path, authorization, sentAt, endedAt, queuedMs: queueOf(action) };
    const needsKey = shop.fault !== "needs no key";
    if (needsKey && authorization !== right) {
      const body = shop.fault === "refuses in plain text" ? "no" : JSON.stringify(errorOf(401));
      return { ...sent, status: 401, body };
    }
    if (method === "GET") return { ...sent, status: 200, body: JSON.stringify(list(actsAt, path)) };
    const status = cancel(Number(path.slice("/store/orders/".length)), actsAt);
    return { ...sent, status, body: status === 404 ? JSON.stringify(errorOf(404)) : "" };
  }

  function cancel(id: number, now: number): number {
    const known = state.get(id);
    if (!known) return 404;
    if (known.shipped) return 409;
    if (known.cancelledAt <= now && shop.fault !== "cancels twice") return shop.again;
    known.cancelledAt = Math.min(known.cancelledAt, now);
    return 204;
  }

  function list(now: number, path: string): readonly object[] {
    const lateMs = shop.cancelled === "vanish later" ? 250 : 0;
    const shown = [...state].filter(
      ([id, { cancelledAt }]) =>
        (shop.cancelled === "stay" || cancelledAt + lateMs > now) &&
        !(shop.fault === "loses an order" && id === lostOrder && now > end / 2),
    );
    const orders = shown.map(([id]) => ({ id, petId: 7, quantity: 1, note: "größer", complete: false }));
    return shop.fault === "filters" && path.includes("?") ? orders.slice(0, 2) : orders;
  }
}

const errorOf = (status: number) => ({ code: "x", message: "y", status });
