/** Servers whose status is near the right one. */

import { emptyReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  type Build,
  isCancel,
  redirect,
  refusal,
  type WrongRow,
  wrong,
} from "./broken-server.ts";
import { cancelWithoutKey, listWithoutKey } from "./keys.ts";
import { type Asked, answers } from "./steps.ts";

function answerWith(status: number, { method }: MockRequest): MockReply {
  if ([204, 205, 304].includes(status) || method === "HEAD") return emptyReply(status, "odd");
  return status === 301 || status === 302 ? redirect(status, "/v1/store/orders") : refusal(status);
}

/** Answers of one kind with other statuses, which their Errors name. */
const given = (
  id: string,
  caughtBy: string,
  statuses: string,
  asked: Asked | readonly Asked[],
): readonly WrongRow[] =>
  statuses.split(" ").map((status) =>
    wrong(
      `${id}-${status}`,
      `A ${id.replaceAll("-", " ")} is answered ${status}.`,
      caughtBy,
      answers(asked, (ask) => answerWith(Number(status), ask.request)),
    ),
  );
/** A list keeps its orders: only its status is wrong. */
const listed = (status: number): Build =>
  alterReplies((reply, request) => {
    if (reply.status !== 200 || isCancel(request)) return undefined;
    return status < 300 && status !== 204 ? { ...reply, status } : answerWith(status, request);
  });

const pending = "cancel-order/pending";
const again = "cancel-order/second-cancel cancel-order/one-winner";
const againStatus = "cancel-order/second-cancel-status cancel-order/race-statuses";
const unknown = "cancel-order/unknown";
const withoutKey = `${listWithoutKey} ${cancelWithoutKey}`;
const states = ["id-format", "pending-state", "cancelled-state", "shipped-state"];
const cancelled = `${cancelWithoutKey} ${states.map((state) => `authentication/before-${state}`).join(" ")}`;

/** Few statuses of each kind; the random servers have the others. */
export const statusRows: readonly WrongRow[] = [
  given("cancel", pending, "200", "pending"),
  // The order is cancelled, so the losers of a race are refused rightly; its winner is not.
  given("cancel", `${pending} cancel-order/race-statuses`, "302", "pending"),
  given("second-cancel", again, "200", "again"),
  given("second-cancel", againStatus, "301 500", "again"),
  given("list-unauthorized", listWithoutKey, "302", "refused list"),
  given("cancel-unauthorized", cancelled, "204", "refused cancel"),
  given("call-unauthorized", withoutKey, "500", ["refused list", "refused cancel"]),
  given("cancel-of-unknown", unknown, "204 400", "unknown"),
  given("cancel-of-none", unknown, "204", ["unknown", "again", "malformed"]),
  given("cancel-of-malformed", "order-id/malformed", "204 500", "malformed"),
  given("cancel-of-shipped", "cancel-order/shipped", "200 404", "shipped"),
  [201, 500].map((status) =>
    wrong(
      `list-${status}`,
      `A list is answered ${status}.`,
      "list-orders/status list-orders/head",
      listed(status),
    ),
  ),
  wrong(
    "errors-200",
    "An error is a 200 with an Error in it.",
    withoutKey,
    alterReplies((reply) => (reply.status >= 400 ? { ...reply, status: 200 } : undefined)),
  ),
].flat();
