/** Right refusals in unusual forms. */

import type { Json } from "../../base/json.ts";
import { type MockReply, textReply } from "../../mocks/http/reply.ts";
import { type Build, textOf, withHeaders, withJson, withText } from "../broken/broken-server.ts";
import { answered, type RightServer, rightServersOf } from "./right-server.ts";

type Fields = Record<string, Json>;
/** Changes 401 and 404 answers, with a count of all. */
const errors = (change: (reply: MockReply, nth: number) => MockReply) =>
  answered((reply, _, nth) =>
    (reply.status === 401 || reply.status === 404) && reply.body.length > 0 ? change(reply, nth) : undefined,
  );
const json = (change: (error: Fields, nth: number) => unknown) =>
  errors((reply, nth) => withJson(reply, (error: Fields) => change(error, nth)));
const added = (fields: Fields) => json((error) => ({ ...error, ...fields }));
const oddTexts = { code: "404", message: "\ud800 \"'<b>\n\u0000" };
const wrongCause = { Status: "x", cause: { code: 1n, status: "500" }, errors: [null] };
const text = (change: (text: string) => string) => errors((reply) => withText(reply, change(textOf(reply))));
const numbered = (error: Fields, nth: number) => ({ ...error, code: `E-${nth}`, message: `No. ${nth}.` });
const typed = (type: string) => errors((reply) => withHeaders(reply, { "content-type": type }));
const status = /"status":(\d)(\d\d)(?![\d.eE])/;
const rewritten = (by: string) => text((json) => json.replace(status, by));

const conflicts = (change: (reply: MockReply, nth: number) => MockReply) =>
  answered((reply, _, nth) => (reply.status === 409 ? change(reply, nth) : undefined));
const bodies = ["", "shipped", '{"code":7}', "[]", "0", '{"code":"x","message":"y","status":409}'];
const inTurn = (reply: MockReply, nth: number) => withText(reply, bodies[nth % bodies.length]!);
const challenges = (text: string) =>
  answered((reply) => (reply.status === 401 ? withHeaders(reply, { "www-authenticate": text }) : undefined));
const secondCancelEitherWay: Build = (mock) => {
  let times = 0;
  return (request) => {
    const repeatedCancel = ++times % 2 === 0 ? "404" : "409";
    mock.control.setProfile({ ...mock.control.profile(), cancelledInList: "unchanged", repeatedCancel });
    return mock.handle(request);
  };
};
const retryDates = answered((reply) =>
  reply.status >= 400 ? withHeaders(reply, { "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" }) : undefined,
);

const quick = rightServersOf({
  "errors-with-empty-texts: Errors have an empty code and message.": added({ code: "", message: "" }),
  "errors-with-codes-that-change: Errors have another code each.": json(numbered),
  "errors-with-odd-texts: Errors hold lone surrogates, and codes like numbers.": added(oddTexts),
  "errors-with-errors-inside: Errors carry a cause that is wrong in itself.": added(wrongCause),
  "errors-with-decimal-status: Errors have the status 401.0.": rewritten('"status":$1$2.0'),
  "errors-with-fields-twice: Errors have their status twice, alike.": rewritten(
    '"status":$1$2,"status":$1$2',
  ),
  "errors-in-escapes: Errors have names in escapes, with much space.": text((json) =>
    `\r\n${json}\n`.replace('"code"', '"\\u0063ode"').replace('"status":', '"st\\u0061tus" \t: '),
  ),
  "errors-typed-with-parameters: Errors have a type with parameters.": typed(
    "Application/JSON ; Charset=UTF-8; profile=x",
  ),
  "conflict-with-broken-json: A 409 calls itself JSON and is not.": conflicts(() =>
    textReply(409, "application/json", "{oops", "shipped"),
  ),
  "conflict-that-changes: A 409 is another each time.": conflicts(inTurn),
  "second-cancel-either-way: A second cancel is a 404, then a 409.": secondCancelEitherWay,
  "challenges-for-two-schemes: A 401 offers Basic and Bearer.": challenges(
    'Basic realm="a, b", charset="UTF-8", bearer realm="orders"',
  ),
  "challenge-without-parameters: A 401 offers Bearer in a word.": challenges("Bearer"),
  "retry-dates: Refusals say when to come back.": retryDates,
});
const slow = rightServersOf(
  {
    "errors-of-a-megabyte: Errors are very long.": added({ message: "long ".repeat(50_000) }),
    "conflict-of-a-megabyte: A 409 is very long.": conflicts(() =>
      textReply(409, "text/plain", "x".repeat(1_000_000), "long"),
    ),
  },
  { isSlow: true },
);

export const oddRefusals: readonly RightServer[] = [...quick, ...slow];
