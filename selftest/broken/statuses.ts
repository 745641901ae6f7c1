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
import { type Asked, answersWrongly } from "./steps.ts";

function answerWith(status: number, { method }: MockRequest): MockReply {
  if ([204, 205, 304].includes(status) || method === "HEAD") return emptyReply(status, "odd");
  return status === 301 || status === 302 ? redirect(status, "/v1/store/orders") : refusal(status);
}

/** Answers of one kind given other statuses; an Error names the new one. */
const given = (
  id: string,
  caughtBy: string,
  statuses: string,
  asked: Asked | readonly Asked[],
): readonly WrongRow[] =>
  statuses
    .split(" ")
    .map((status) =>
      answersWrongly(
        `${id}-${status}`,
        `A ${id.replaceAll("-", " ")} is answered ${status}.`,
        caughtBy,
        asked,
        (ask) => answerWith(Number(status), ask.request),
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

export const statusRows: readonly WrongRow[] = [
  given("cancel", pending, "200 201 202 205 206 404 409", "pending"),
  // The order is cancelled all the same, so the losers of a race are refused rightly; its winner is not.
  given("cancel", `${pending} cancel-order/race-statuses`, "302 304 400 410 500", "pending"),
  given("second-cancel", again, "200 202", "again"),
  given("second-cancel", againStatus, "301 400 401 403 405 410 412 422 423 500 501", "again"),
  given("list-unauthorized", listWithoutKey, "302 400 403 404 407 419 422 500", "refused list"),
  given("cancel-unauthorized", cancelled, "200 204 302 400 403 404 407 409 500", "refused cancel"),
  given("call-unauthorized", withoutKey, "302 400 403 404 500", ["refused list", "refused cancel"]),
  given("cancel-of-unknown", unknown, "200 202 204 400 403 405 409 410 412 422 500 501", "unknown"),
  given("cancel-of-none", unknown, "200 204 400 410 500", ["unknown", "again", "malformed"]),
  given("cancel-of-malformed", "order-id/malformed", "204 500", "malformed"),
  given(
    "cancel-of-shipped",
    "cancel-order/shipped",
    "200 202 204 400 403 404 405 410 412 422 423 428 500",
    "shipped",
  ),
  [201, 202, 203, 204, 206, 207, 226, 500, 501].map((status) =>
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
