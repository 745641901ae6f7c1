/** Refusals that keep the document in more odd ways: challenges, codes, languages, shapes of paths. */

import { parseId } from "../../base/ids.ts";
import type { Json } from "../../base/json.ts";
import { emptyReply, errorReply, type MockReply, textReply } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  cancelledId,
  isCancel,
  isList,
  statusOf,
  textOf,
  withJson,
  withText,
} from "../broken/broken-server.ts";
import type { RightServer } from "./right-server.ts";

type Fields = Record<string, Json>;
const isError = ({ status, body }: MockReply) => (status === 401 || status === 404) && body.length > 0;

/** Error objects changed one by one, with a count of how many there were. */
const alterErrors =
  (change: (error: Fields, count: number) => unknown): RightServer["build"] =>
  (mock) => {
    let count = 0;
    return alterReplies((reply) =>
      isError(reply) ? withJson(reply, (error: Fields) => change(error, ++count)) : undefined,
    )(mock);
  };

const alterErrorText = (change: (text: string) => string): RightServer["build"] =>
  alterReplies((reply) => (isError(reply) ? withText(reply, change(textOf(reply))) : undefined));

const challenge = (value: string): RightServer["build"] =>
  alterReplies((reply) =>
    reply.status === 401 ? { ...reply, headers: { ...reply.headers, "www-authenticate": value } } : undefined,
  );

const greetings = ["Nicht erlaubt – bitte anmelden.", "禁止されています", "ممنوع", "Запрещено", "🚫"];

/** What a malformed id gets, by its shape. */
function shapeStatus(id: string): number {
  if (/^[a-z]+$/i.test(id)) return 404;
  if (/^0x/.test(id)) return 403;
  if (/^\d+\.\d+$/.test(id)) return 422;
  if (id.length > 25) return 414;
  return /^\d+$/.test(id) ? 400 : 405;
}

export const oddRefusals: readonly RightServer[] = [
  {
    id: "challenges-for-two-schemes",
    description: "A 401 offers Basic and Bearer.",
    build: challenge('Basic realm="a, b", charset="UTF-8", bearer realm="orders"'),
  },
  {
    id: "challenge-without-parameters",
    description: "A 401 offers Bearer in a word.",
    build: challenge("Bearer"),
  },
  {
    id: "errors-with-codes-that-change",
    description: "Each Error has another code and message.",
    build: alterErrors((error, count) => ({ ...error, code: `E-${count}`, message: `No. ${count}.` })),
  },
  {
    id: "errors-in-many-languages",
    description: "Messages come in a language each, in UTF-8 and in escapes.",
    build: alterErrors((error, count) => ({ ...error, message: greetings[count % greetings.length] ?? "" })),
  },
  {
    id: "errors-with-odd-texts",
    description: "Messages hold lone surrogates, quotes and line breaks; codes look like numbers.",
    build: alterErrors((error) => ({ ...error, code: "404", message: "\ud800 \"'<b>\n\u0000" })),
  },
  {
    id: "errors-in-escapes",
    description: "The names in an Error are written in escapes, with much space.",
    build: alterErrorText((text) =>
      `\r\n${text}\n`.replace('"code"', '"\\u0063ode"').replace('"status":', '"st\\u0061tus" \t: '),
    ),
  },
  {
    id: "errors-with-status-as-a-power",
    description: "An Error's status is written 4.01e2.",
    build: alterErrorText((text) => text.replace(/"status":(\d)(\d\d)(?![\d.eE])/, '"status":$1.$2E+2')),
  },
  {
    id: "errors-with-fields-twice",
    description: "An Error's status stands twice, alike.",
    build: alterErrorText((text) => text.replace(/"status":(\d+)(?![\d.eE])/, '"status":$1,"status":$1')),
  },
  {
    id: "errors-with-errors-inside",
    description: "Errors carry a cause that is wrong in itself, and fields alike.",
    build: alterErrors((error) => ({
      ...error,
      Status: "x",
      cause: { code: 1n, status: "500" },
      errors: [null],
    })),
  },
  {
    id: "errors-of-a-megabyte",
    description: "A message is very long.",
    build: alterErrors((error) => ({ ...error, message: "long ".repeat(50_000) })),
  },
  {
    id: "errors-typed-hal",
    description: "Errors are text/json.",
    build: alterReplies((reply) =>
      isError(reply) ? { ...reply, headers: { ...reply.headers, "content-type": "text/json" } } : undefined,
    ),
  },
  {
    id: "errors-with-a-retry-date",
    description: "Refusals say when to come back, though they need not be asked again.",
    build: alterReplies((reply) =>
      reply.status >= 400
        ? { ...reply, headers: { ...reply.headers, "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" } }
        : undefined,
    ),
  },
  {
    id: "put-off-until-a-date",
    description: "Every twentieth answer is a 429 with a date to come back at.",
    build: (mock) => {
      let calls = 0;
      return (request) =>
        ++calls % 20 === 0
          ? errorReply(429, "slow_down", "Slow down.", "json", { "retry-after": new Date().toUTCString() })
          : mock.handle(request);
    },
  },
  {
    id: "malformed-ids-by-shape",
    description: "A malformed id is a 400, 403, 404, 405, 414 or 422, by its shape.",
    build: alterReplies((reply, request) => {
      const id = cancelledId(request);
      const isOdd = isCancel(request) && reply.status === 404 && parseId(id) === undefined;
      const status = shapeStatus(id);
      return isOdd && status !== 404 ? textReply(status, "text/html", "<h1>No</h1>", "odd id") : undefined;
    }),
  },
  {
    id: "malformed-ids-without-a-word",
    description: "A malformed id is a 400 without a body.",
    build: alterReplies((reply, request) =>
      isCancel(request) && reply.status === 404 && parseId(cancelledId(request)) === undefined
        ? emptyReply(400, "no body")
        : undefined,
    ),
  },
  {
    id: "conflicts-that-change",
    description: "A 409's body is another each time: none, text, an Error, a list.",
    build: (mock) => {
      let count = 0;
      const bodies = ["", "shipped", '{"code":7}', "[]", "0", '{"code":"x","message":"y","status":409}'];
      return alterReplies((reply) =>
        reply.status === 409 ? withText(reply, bodies[++count % bodies.length]!) : undefined,
      )(mock);
    },
  },
  {
    id: "repeats-by-parity",
    description: "A second cancel is a 404 for an even id and a 409 for an odd one.",
    build: (mock) =>
      alterReplies((reply, request) => {
        const id = cancelledId(request);
        const isRepeat = isCancel(request) && (reply.status === 404 || reply.status === 409);
        if (!isRepeat || statusOf(mock, id) !== "cancelled") return undefined;
        return BigInt(id) % 2n === 0n
          ? errorReply(404, "gone", "It is cancelled.")
          : textReply(409, "text/plain", "It is cancelled.", "cancelled");
      })(mock),
  },
  {
    id: "confirmations-with-many-headers",
    description: "A 204 says its type, its language, a place and a tag.",
    build: alterReplies((reply) =>
      reply.status === 204
        ? {
            ...reply,
            headers: {
              ...reply.headers,
              "content-type": "application/json",
              "content-language": "en",
              location: "/v1/store/orders",
              etag: 'W/"1"',
              vary: "*",
            },
          }
        : undefined,
    ),
  },
  {
    id: "queries-refused-by-name",
    description: "Some query parameters are a 400, some a 403 page, some a 404, the rest ignored.",
    build: alterReplies((reply, request) => {
      if (!isList(request) || reply.status !== 200) return undefined;
      if (/[?&](limit|page)=/.test(request.target)) return errorReply(400, "no", "No.");
      if (/[?&](q|cursor)=/.test(request.target)) return textReply(403, "text/html", "<h1>WAF</h1>", "waf");
      return /[?&]id=/.test(request.target) ? errorReply(404, "no", "No.") : undefined;
    }),
  },
  {
    id: "pets-gone",
    description: "The deprecated pet operation is 410, for everyone.",
    build: alterReplies((_reply, { target }) =>
      target.startsWith("/v1/pets/") ? errorReply(410, "gone", "Gone.") : undefined,
    ),
  },
  {
    id: "head-not-implemented",
    description: "HEAD is a 501 for everyone.",
    build: alterReplies((_reply, { method }) => (method === "HEAD" ? emptyReply(501, "no HEAD") : undefined)),
  },
];
