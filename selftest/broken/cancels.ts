/** Servers that answer the cancel of a pending order wrongly, or several at once. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { MockReply } from "../../mocks/http/reply.ts";
import { done, isList, putInto, refusal, replyOf, type WrongRow, withText, wrong } from "./broken-server.ts";
import { type Ask, answers, instead } from "./steps.ts";

const pending = "cancel-order/pending";
const pendingAndRace = "cancel-order/pending cancel-order/race-statuses";
const oneWinner = "cancel-order/one-winner";
const second = "cancel-order/second-cancel";
/** A cancel of a pending order that is answered before anything is done. */
const refused = (id: string, what: string, said: (ask: Ask) => number | undefined, caughtBy = pending) =>
  wrong(
    `cancel-${id}`,
    `${what}.`,
    caughtBy,
    instead("pending", (ask) => replyOf(said(ask))),
  );
const refusals: readonly WrongRow[] = [
  refused("breaks", "Every cancel of a pending order breaks the server", () => 500, pendingAndRace),
  refused("first-is-500", "The first cancel of all is a 500", ({ nth }) => (nth === 1 ? 500 : undefined)),
  refused("once-only", "One order can be cancelled, and then none: 409", ({ gone }) =>
    gone.size > 0 ? 409 : undefined,
  ),
  refused("large-404", "Orders with large ids are not found", ({ order }) =>
    order!.id > 2n ** 31n ? 404 : undefined,
  ),
  refused("slowly", "A cancel just after another is a 403", ({ since }) =>
    since("pending") < 1500 ? 403 : undefined,
  ),
  refused("does-nothing", "A cancel is a 204 and forgotten", () => 204, `${second} ${oneWinner}`),
];

/** A cancel that is carried out, and answered wrongly. */
const said = (
  id: string,
  what: string,
  caughtBy: string,
  change: (ask: Ask, reply: MockReply) => MockReply | undefined,
) => wrong(`cancel-${id}`, `${what}.`, caughtBy, answers("pending", change));
const badAnswers: readonly WrongRow[] = [
  said(
    "with-body",
    "The 204 is followed by a body",
    "cancel-order/no-body cancel-order/no-content-length",
    (_, reply) => withText(reply, "{}"),
  ),
  said("with-length", "The 204 carries Content-Length: 0", "cancel-order/no-content-length", (_, reply) =>
    withText(reply, ""),
  ),
  said("429-each-second", "Each second cancel is done, and answered 429", pending, ({ nth }, reply) =>
    nth % 2 ? undefined : { ...reply, status: 429, headers: { "retry-after": "0" } },
  ),
];

/** Cancels of an order within a moment of the first. */
const raced = (id: string, how: string, reply: MockReply, caughtBy = oneWinner) =>
  wrong(
    `race-${id}`,
    `Several cancels of one order at once ${how}.`,
    caughtBy,
    answers("again", ({ since, id }) => (since("pending", id) < 15 ? reply : undefined)),
  );
const races: readonly WrongRow[] = [
  raced("breaks", "break the server", refusal(500), "cancel-order/race-statuses"),
  raced("won-by-all", "are all a 204", done),
  wrong("cancel-at-the-next-list", "A cancel is done when the list is next read.", oneWinner, (mock) => {
    const waiting: FixtureOrder[] = [];
    const late = instead("pending", ({ order }) => {
      waiting.push(order!);
      return done;
    })(mock);
    return (request) => {
      if (isList(request)) putInto(mock, "cancelled", waiting.splice(0));
      return late(request);
    };
  }),
];

export const cancelRows: readonly WrongRow[] = [...refusals, ...badAnswers, ...races];
