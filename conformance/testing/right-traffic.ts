/** Random traffic with a random server that keeps the document: each effect at one moment within its call. */

import fc from "fast-check";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import type { TrafficJudge } from "../judge-traffic.ts";
import { answer } from "./tell-history.ts";

export interface RightTraffic {
  readonly exchanges: readonly Exchange[];
  /** The states of all orders at the start. */
  readonly given: GivenOrders;
  /** Whether other clients cancel, ship and create orders meanwhile. */
  readonly hasOthers: boolean;
  /** Whether nothing but the time is known of a call when it begins. */
  readonly isAnonymous: boolean;
}

const pending = [1001, 1002, 1003, 1004, 1005];
const shipped = [1006, 1007];

/** What the document leaves a right server to choose. */
const choices = fc.record({
  drops: fc.constantFrom("never", "at once", "later"),
  again: fc.constantFrom(404, 409),
  /** The shop moves expected dates. */
  moves: fc.boolean(),
});

/** The first order that is made while the traffic passes. */
const firstNew = 2000;
const order = fc.constantFrom(...pending, ...shipped, firstNew);
const ofOrder = <K extends string>(weight: number, kind: K) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), order }),
});
const ofNone = <K extends string>(weight: number, kind: K) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind) }),
});
const what = fc.oneof(
  ofNone(3, "list"),
  ofNone(1, "query"),
  ofOrder(4, "cancel"),
  // An application that lists the orders again after each cancel.
  ofOrder(4, "refetch"),
  ofOrder(1, "keyless"),
  ofOrder(1, "padded"),
  ofOrder(1, "alike"),
  ofNone(1, "unknown"),
  // The answer of a cancel is lost; the server may carry it out later.
  ofOrder(1, "lost"),
  ofOrder(1, "gateway"),
  // A cancel that has no answer when the traffic ends.
  ofOrder(1, "hung"),
  ofOrder(1, "lowerCaseScheme"),
  // An operation that the document does not show.
  ofNone(1, "create"),
);
const latency = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 400 }));
const moment = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const asked = fc.record({
  what,
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

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;
type Kind = Asked["what"]["kind"];

export const rightTraffic: fc.Arbitrary<RightTraffic> = fc
  .record({
    server: choices,
    // Some longer than what a judge keeps.
    script: fc.oneof(
      { weight: 9, arbitrary: fc.array(asked, { minLength: 2, maxLength: 24 }) },
      { weight: 1, arbitrary: fc.array(asked, { minLength: 60, maxLength: 120 }) },
    ),
    isAnonymous: fc.boolean(),
    others: fc.option(fc.array(others, { minLength: 1, maxLength: 5 }), { nil: undefined }),
  })
  .map(({ server, script, others, isAnonymous }) => ({
    exchanges: playScript(server, script, others ?? []),
    given: { pending: pending.map(BigInt), shipped: shipped.map(BigInt) },
    hasOthers: others !== undefined,
    isAnonymous,
  }));

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
): readonly Exchange[] {
  const state = new Map<number, { shipped: boolean; cancelledAt?: number }>();
  for (const id of pending) state.set(id, { shipped: false });
  for (const id of shipped) state.set(id, { shipped: true });
  const events: { readonly at: number; readonly run: () => void }[] = [];
  const exchanges: Exchange[] = [];
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
        : [{ id, petId: 7, quantity: 1, shipDate: `2026-12-${String(day).padStart(2, "0")}T08:00:00Z` }];
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
        exchanges.push(exchangeOf(sent, status, body));
      },
    });

  let clock = 0;
  for (const { what, after, takes, at, takesNext, atNext } of script) {
    clock += after;
    const sentAt = clock;
    const endedAt = sentAt + takes;
    const kind = what.kind === "refetch" ? "cancel" : what.kind;
    const isLate = kind === "lost" || kind === "gateway" || kind === "hung";
    const order = "order" in what ? what.order : 9_000_000_000_001;
    send({ kind, order, sentAt, endedAt, actsAt: sentAt + at * takes * (isLate ? 3 : 1) });
    if (what.kind !== "refetch") continue;
    const last = endedAt + takesNext;
    send({ kind: "list", order, sentAt: endedAt, endedAt: last, actsAt: endedAt + atNext * takesNext });
  }
  for (const { run } of events.toSorted((one, other) => one.at - other.at)) run();
  return exchanges;
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

/** Hands exchanges to a judge in the order of time, as a proxy does: each when it begins and when it has ended. */
export function passTraffic(judge: TrafficJudge, exchanges: readonly Exchange[], isAnonymous = false): void {
  const byEnd = exchanges.toSorted((one, other) => one.endedAt - other.endedAt);
  const byStart = exchanges.toSorted((one, other) => one.sentAt - other.sentAt);
  const open = new Map<Exchange, ReturnType<TrafficJudge["begin"]>>();
  let begun = 0;
  for (const exchange of byEnd) {
    if (exchange.endedAt === Number.POSITIVE_INFINITY) break;
    while (begun < byStart.length && byStart[begun]!.sentAt <= exchange.endedAt) {
      const next = byStart[begun++]!;
      open.set(next, judge.begin(next.sentAt, isAnonymous ? undefined : next.request));
    }
    judge.judge(exchange, open.get(exchange));
  }
}
