/** Random traffic with a random right server: each effect is at one moment within its call. */

import fc from "fast-check";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import type { TrafficJudge } from "../judge-traffic.ts";
import { answer } from "./write-history.ts";

export interface RightTraffic {
  readonly exchanges: readonly Exchange[];
  /** The time at which the server acts for each of them. */
  readonly moments: ReadonlyMap<Exchange, number>;
  /** The states of all orders at the start. */
  readonly given: GivenOrders;
  /** Whether other clients cancel, ship and create orders meanwhile. */
  readonly hasOthers: boolean;
}

const pending = [1001, 1002, 1003, 1004, 1005];
const shipped = [1006, 1007];

/** The choices that the document leaves to a right server. */
const choices = fc.record({
  drops: fc.constantFrom("never", "at once", "later"),
  again: fc.constantFrom(404, 409),
  /** Whether the shop changes expected dates. */
  moves: fc.boolean(),
});

/** The first order that is created while the traffic passes. */
const firstNew = 2000;
const order = fc.constantFrom(...pending, ...shipped, firstNew);
/** Kinds of calls, with the relative frequency of each. */
const weights = {
  list: 3,
  query: 1,
  cancel: 4,
  // An application that lists the orders again after each cancel.
  refetch: 4,
  keyless: 1,
  padded: 1,
  alike: 1,
  unknown: 1,
  // The answer of a cancel is lost; the server may carry it out later.
  lost: 1,
  gateway: 1,
  // A cancel that has no answer when the traffic ends.
  hung: 1,
  lowerCaseScheme: 1,
  // An operation that the document does not show.
  create: 1,
};
type Kind = keyof typeof weights;
const kinds = Object.keys(weights) as readonly Kind[];
const latency = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 400 }));
const moment = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const askedOf = (some: readonly Kind[]) =>
  fc.record({
    kind: fc.oneof(...some.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
    order,
    after: fc.nat(150),
    takes: latency,
    at: moment,
    takesNext: latency,
    atNext: moment,
  });
const others = fc.record({
  act: fc.constantFrom("cancel", "ship", "create"),
  order: fc.constantFrom(...pending),
  at: fc.integer({ min: 0, max: 3000 }),
});

type Asked = ReturnType<typeof askedOf> extends fc.Arbitrary<infer T> ? T : never;

export const rightTrafficOf = (some: readonly Kind[]): fc.Arbitrary<RightTraffic> => {
  const asked = askedOf(some);
  return fc
    .record({
      server: choices,
      // Some are longer than the window that a judge keeps.
      script: fc.oneof(
        { weight: 9, arbitrary: fc.array(asked, { minLength: 2, maxLength: 24 }) },
        { weight: 1, arbitrary: fc.array(asked, { minLength: 60, maxLength: 120 }) },
      ),
      others: fc.option(fc.array(others, { minLength: 1, maxLength: 5 }), { nil: undefined }),
    })
    .map(({ server, script, others }) => ({
      ...playScript(server, script, others ?? []),
      given: { pending: pending.map(BigInt), shipped: shipped.map(BigInt) },
      hasOthers: others !== undefined,
    }));
};
export const rightTraffic = rightTrafficOf(kinds);

interface Sent {
  readonly kind: Kind;
  readonly order: number;
  readonly sentAt: number;
  readonly actsAt: number;
  readonly endedAt: number;
}

function playScript(
  server: typeof choices extends fc.Arbitrary<infer T> ? T : never,
  script: readonly Asked[],
  meanwhile: readonly { readonly act: string; readonly order: number; readonly at: number }[],
): Pick<RightTraffic, "exchanges" | "moments"> {
  const state = new Map<number, { shipped: boolean; cancelledAt?: number }>();
  for (const id of pending) state.set(id, { shipped: false });
  for (const id of shipped) state.set(id, { shipped: true });
  const events: { readonly at: number; readonly run: () => void }[] = [];
  const moments = new Map<Exchange, number>();
  let nextId = firstNew;
  const create = () => state.set(nextId++, { shipped: false });
  for (const { act, order, at } of meanwhile)
    events.push({
      at,
      run() {
        const known = state.get(order)!;
        if (act === "create") create();
        else if (act === "ship" && known.cancelledAt === undefined) known.shipped = true;
        else if (act === "cancel" && !known.shipped) known.cancelledAt ??= at;
      },
    });

  const list = (now: number) =>
    [...state].flatMap(([id, { cancelledAt = Number.POSITIVE_INFINITY }]) => {
      const isGone = server.drops === "at once" ? cancelledAt <= now : cancelledAt + 300 <= now;
      const day = server.moves ? 1 + (Math.floor(now / 500) % 28) : 1;
      return isGone && server.drops !== "never"
        ? []
        : [
            {
              id,
              petId: 7,
              quantity: 1,
              note: "größer",
              shipDate: `2026-12-${String(day).padStart(2, "0")}T08:00:00Z`,
            },
          ];
    });
  const cancel = (order: number, now: number): number => {
    const known = state.get(order);
    if (!known) return 404;
    if (known.shipped) return 409;
    if (known.cancelledAt !== undefined) return server.again;
    known.cancelledAt = now;
    return 204;
  };
  const answerTo = ({ kind, order, actsAt }: Sent): readonly [status: number, body?: object] => {
    if (kind === "list" || kind === "query") return [200, list(actsAt)];
    if (kind === "keyless") return [401, errorOf(401)];
    if (kind === "unknown" || kind === "alike") return [404, errorOf(404)];
    if (kind === "create") {
      create();
      return [201, {}];
    }
    const status = cancel(order, actsAt);
    if (kind === "gateway") return [504, errorOf(504)];
    return status === 404 ? [404, errorOf(404)] : [status];
  };
  const send = (sent: Sent) =>
    events.push({
      at: sent.actsAt,
      run() {
        const [status, body] = answerTo(sent);
        moments.set(exchangeOf(sent, status, body), sent.actsAt);
      },
    });

  let clock = 0;
  for (const { kind: asked, order: named, after, takes, at, takesNext, atNext } of script) {
    clock += after;
    const sentAt = clock;
    const endedAt = sentAt + takes;
    const kind = asked === "refetch" ? "cancel" : asked;
    const isLate = kind === "lost" || kind === "gateway" || kind === "hung";
    const order = kind === "unknown" ? 9_000_000_000_001 : named;
    send({ kind, order, sentAt, endedAt, actsAt: sentAt + at * takes * (isLate ? 3 : 1) });
    if (asked !== "refetch") continue;
    const last = endedAt + takesNext;
    send({ kind: "list", order, sentAt: endedAt, endedAt: last, actsAt: endedAt + atNext * takesNext });
  }
  for (const { run } of events.toSorted((one, other) => one.at - other.at)) run();
  return { exchanges: [...moments.keys()], moments };
}

const errorOf = (status: number) => ({ code: "x", message: "y", status });
const key = (scheme: string): HeaderList => [["Authorization", `${scheme} the-key`]];

function exchangeOf(
  { kind, order, sentAt, endedAt }: Sent,
  status: number,
  body: object | undefined,
): Exchange {
  const isList = kind === "list" || kind === "query";
  const id = kind === "padded" ? `0${order}` : kind === "alike" ? `${order}abc` : order;
  const orderPath = kind === "create" ? "" : `/${id}`;
  const common = {
    request: {
      method: isList ? "GET" : kind === "create" ? "POST" : "DELETE",
      path: `/store/orders${isList ? (kind === "query" ? "?limit=1" : "") : orderPath}`,
      headers: kind === "keyless" ? [] : key(kind === "lowerCaseScheme" ? "bearer" : "Bearer"),
    },
    ms: endedAt - sentAt,
    sentAt,
    endedAt,
  };
  if (kind === "hung")
    return { ...common, endedAt: Number.POSITIVE_INFINITY, failure: "no answer", once: true };
  if (kind === "lost") return { ...common, failure: "the client broke off", once: true };
  return {
    ...common,
    answer: answer(status, body),
  };
}

/** Passes exchanges to a judge in the order of time, as a proxy does: each at its beginning and at its end. */
export function passTraffic(judge: TrafficJudge, exchanges: readonly Exchange[]): void {
  const byEnd = exchanges.toSorted((one, other) => one.endedAt - other.endedAt);
  const byStart = exchanges.toSorted((one, other) => one.sentAt - other.sentAt);
  const open = new Map<Exchange, ReturnType<TrafficJudge["begin"]>>();
  let begun = 0;
  for (const exchange of byEnd) {
    if (exchange.endedAt === Number.POSITIVE_INFINITY) break;
    while (begun < byStart.length && byStart[begun]!.sentAt <= exchange.endedAt) {
      const next = byStart[begun++]!;
      open.set(next, judge.begin(next.sentAt, next.request));
    }
    judge.judge(exchange, open.get(exchange));
  }
}
