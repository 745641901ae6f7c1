/** Refusals that say the right thing in odd ways. */

import type { Json } from "../../base/json.ts";
import { type MockReply, textReply } from "../../mocks/http/reply.ts";
import { page, textOf, withHeaders, withJson, withText } from "../broken/broken-server.ts";
import { answered, type RightServer, right } from "./right-server.ts";

type Fields = Record<string, Json>;
const isError = ({ status, body }: MockReply) => (status === 401 || status === 404) && body.length > 0;
/** Error objects changed one by one, with a count of how many there were. */
const error = (id: string, how: string, change: (error: Fields, nth: number) => unknown) =>
  answered(`errors-${id}`, `Errors ${how}.`, (reply, _, nth) =>
    isError(reply) ? withJson(reply, (each: Fields) => change(each, nth)) : undefined,
  );
const errorText = (id: string, how: string, change: (text: string) => string) =>
  answered(`errors-${id}`, `Errors ${how}.`, (reply) =>
    isError(reply) ? withText(reply, change(textOf(reply))) : undefined,
  );
const errorTyped = (id: string, type: string) =>
  answered(`errors-${id}`, `Errors are ${type}.`, (reply) =>
    isError(reply) ? withHeaders(reply, { "content-type": type }) : undefined,
  );
const status = /"status":(\d)(\d\d)(?![\d.eE])/;
const errors: readonly RightServer[] = [
  error("with-more", "carry more than three fields", (each) => ({
    ...each,
    traceId: "t-1",
    details: [1n],
    type: "about:blank",
  })),
  error("with-empty-texts", "have an empty code and message", (each) => ({ ...each, code: "", message: "" })),
  error("with-codes-that-change", "have another code each", (each, nth) => ({
    ...each,
    code: `E-${nth}`,
    message: `No. ${nth}.`,
  })),
  error("with-odd-texts", "hold lone surrogates, and codes like numbers", (each) => ({
    ...each,
    code: "404",
    message: "\ud800 \"'<b>\n\u0000",
  })),
  error("with-errors-inside", "carry a cause that is wrong in itself", (each) => ({
    ...each,
    Status: "x",
    cause: { code: 1n, status: "500" },
    errors: [null],
  })),
  errorText("with-decimal-status", "have the status 401.0", (text) =>
    text.replace(status, '"status":$1$2.0'),
  ),
  errorText("with-fields-twice", "have their status twice, alike", (text) =>
    text.replace(status, '"status":$1$2,"status":$1$2'),
  ),
  errorText("in-escapes", "have names in escapes, with much space", (text) =>
    `\r\n${text}\n`.replace('"code"', '"\\u0063ode"').replace('"status":', '"st\\u0061tus" \t: '),
  ),
  errorTyped("typed-with-parameters", "Application/JSON ; Charset=UTF-8; profile=x"),
  errorTyped("typed-by-vendor", "application/vnd.store.error+json"),
  errorTyped("typed-text-json", "text/json"),
  {
    ...error("of-a-megabyte", "are very long", (each) => ({ ...each, message: "long ".repeat(50_000) })),
    isSlow: true,
  },
];

const conflict = (id: string, description: string, said: (reply: MockReply, nth: number) => MockReply) =>
  answered(`conflict-${id}`, `A 409 ${description}.`, (reply, _, nth) =>
    reply.status === 409 ? said(reply, nth) : undefined,
  );
const conflictOf = (text: string) => () => textReply(409, "application/json", text, "shipped");
const bodies = ["", "shipped", '{"code":7}', "[]", "0", '{"code":"x","message":"y","status":409}'];
const refusals: readonly RightServer[] = [
  conflict("in-html", "is a page for people", () => page(409)),
  conflict("with-broken-json", "calls itself JSON and is not", conflictOf("{oops")),
  conflict("that-changes", "is another each time", (reply, nth) =>
    withText(reply, bodies[nth % bodies.length]!),
  ),
  {
    ...conflict("of-a-megabyte", "is very long", () =>
      textReply(409, "text/plain", "x".repeat(1_000_000), "long"),
    ),
    isSlow: true,
  },
  right("second-cancel-either-way", "A second cancel is a 404 one time and a 409 the next.", (mock) => {
    let times = 0;
    return (request) => {
      const repeatedCancel = ++times % 2 === 0 ? "404" : "409";
      mock.control.setProfile({ ...mock.control.profile(), cancelledInList: "unchanged", repeatedCancel });
      return mock.handle(request);
    };
  }),
  answered("challenges-for-two-schemes", "A 401 offers Basic and Bearer.", (reply) =>
    reply.status === 401
      ? withHeaders(reply, {
          "www-authenticate": 'Basic realm="a, b", charset="UTF-8", bearer realm="orders"',
        })
      : undefined,
  ),
  answered("challenge-without-parameters", "A 401 offers Bearer in a word.", (reply) =>
    reply.status === 401 ? withHeaders(reply, { "www-authenticate": "Bearer" }) : undefined,
  ),
  answered("retry-dates", "Refusals say when to come back.", (reply) =>
    reply.status >= 400 ? withHeaders(reply, { "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" }) : undefined,
  ),
];

export const oddRefusals: readonly RightServer[] = [...errors, ...refusals];
