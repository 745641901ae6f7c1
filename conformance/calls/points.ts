/** A point of the input model as a request. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { readPathId } from "../evidence/read-id.ts";
import { unknownInCancels } from "../evidence/unknown-headers.ts";
import type { Caller } from "./caller.ts";
import type { Point } from "./input-model.ts";
import { cancelOptions, queries } from "./queries.ts";

/** The forms that a kind of value takes come in turn. */
export interface Turns {
  next(kind: string): number;
}

export function createTurns(): Turns {
  const counts = new Map<string, number>();
  return {
    next(kind) {
      const turn = counts.get(kind) ?? 0;
      counts.set(kind, turn + 1);
      return turn;
    },
  };
}

const takeTurn = <T>(values: readonly T[], kind: string, turns: Turns): T =>
  values[turns.next(kind) % values.length]!;

/** Each spelling with its forms. */
export const spellPath: Readonly<Record<Point["path"], readonly ((path: string) => string)[]>> = {
  plain: [(path) => path],
  trailingSlash: [(path) => `${path}/`, (path) => `${path}//`],
  doubleSlash: [(path) => path.replace("/orders", "//orders"), (path) => `/${path}`],
  upperCase: [
    (path) => path.replace("/store/orders", "/Store/ORDERS"),
    (path) => path.replace("/orders", "/Orders"),
  ],
  percentEncoded: [
    (path) => path.replace("/orders", "/%6frders"),
    (path) => path.replace("/orders", "%2forders"),
  ],
  matrixParameter: [
    // Before the collection: who drops the rest of a path from the sign on finds no orders there.
    (path) => path.replace("/store", "/store;v=1"),
    (path) => (path === ordersPath ? `${path};v=1` : path.replace("/store", "/store;x")),
  ],
  dotSegment: [
    (path) => path.replace("/orders", "/%2e/orders"),
    (path) => path.replace("/orders", "/./orders"),
    (path) => path.replace("/orders", "/x/../orders"),
  ],
  fileSuffix: [(path) => `${path}.json`],
  methodOverride: [(path) => path],
};

const accepts: Readonly<Record<Point["accept"], readonly (string | null)[]>> = {
  json: ["application/json"],
  none: [null],
  any: ["*/*"],
  client: ["application/json, text/plain, */*"],
  // A browser's: it would rather have a page, and takes anything.
  html: ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  // Of a client that takes no JSON: 406 is as good as what the document says.
  other: ["text/csv", "application/xml"],
};

const encodings: Readonly<Record<Point["encoding"], string | null>> = {
  none: null,
  gzip: "gzip",
  browser: "gzip, deflate, br, zstd",
  identity: "identity",
};

/** Each kind with its forms. None of these is a parameter of the operations. */
export const clientHeaders: Readonly<Record<Point["headers"], readonly (() => HeaderList)[]>> = {
  none: [() => []],
  language: [() => [["accept-language", "de-CH, ar;q=0.9, *;q=0.1"]]],
  browser: [
    () => [
      ["user-agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"],
      ["sec-fetch-mode", "cors"],
      ["x-requested-with", "XMLHttpRequest"],
    ],
  ],
  condition: [
    // Of these two a right server finds that they hold, and goes on as usual.
    () => [
      ["if-match", "*"],
      ["if-unmodified-since", "Fri, 31 Dec 2999 23:59:59 GMT"],
    ],
    () => [
      ["if-none-match", '"none-such"'],
      ["if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT"],
    ],
  ],
  range: [() => [["range", "items=0-0"]], () => [["range", "bytes=0-9"]]],
  prefer: [
    () => [["prefer", "return=representation, odata.maxpagesize=1"]],
    () => [["prefer", "return=minimal, respond-async, wait=1, handling=lenient"]],
  ],
  origin: [
    () => [
      // Where a developer's page comes from.
      ["origin", "http://localhost:3000"],
      ["referer", "http://localhost:3000/orders"],
      // Makes a preflight of OPTIONS, and of nothing else.
      ["access-control-request-method", "DELETE"],
    ],
  ],
  // What a proxy says of a client that is its own machine, and of a user that it let in.
  forwarded: [
    () => [
      ["x-forwarded-for", "127.0.0.1"],
      ["x-real-ip", "127.0.0.1"],
      ["forwarded", "for=127.0.0.1"],
      ["x-forwarded-user", "admin"],
      ["x-remote-user", "admin"],
    ],
  ],
  unknown: [
    () => [
      ...unknownInCancels,
      // Another one each time: a server may answer a repeat as it did before.
      ["idempotency-key", crypto.randomUUID()],
    ],
  ],
};

/** Methods and headers by which a GET or POST is taken for a DELETE. */
export const overrides = [
  ["POST", "x-http-method-override"],
  ["GET", "x-http-method-override"],
  ["POST", "x-method-override"],
  ["GET", "x-http-method"],
] as const;

/**
 * Makes the call of a point. Nothing is sent where its id may be somebody's order.
 * @param order the given order in the point's state
 */
export async function callPoint(
  caller: Caller,
  point: Point,
  order: bigint | undefined,
  turns: Turns,
): Promise<Call | undefined> {
  const id = point.operation === "cancel" ? idOf(caller, point, order, turns) : undefined;
  if (point.operation === "cancel" && id === undefined) return undefined;
  const spell = takeTurn(spellPath[point.path], `${point.operation} ${point.state} ${point.path}`, turns);
  let path = spell(id === undefined ? ordersPath : orderPath(id));
  if (point.query !== "none") {
    const texts = point.operation === "cancel" ? cancelOptions : queries[point.query];
    path += `?${takeTurn<string>(texts, `${point.operation} ${keyed(point)} ${point.state} ${point.query}`, turns)}`;
  }
  let method = { list: "GET", head: "HEAD", cancel: "DELETE" }[point.operation];
  const kind = `${point.operation} ${keyed(point)} ${point.state} headers ${point.headers}`;
  const headers: HeaderList[number][] = [...takeTurn(clientHeaders[point.headers], kind, turns)()];
  const encoding = encodings[point.encoding];
  if (encoding !== null) headers.push(["accept-encoding", encoding]);
  // It names the method that the request has.
  if (point.headers === "unknown" && point.operation === "cancel")
    headers.push(["x-http-method-override", "DELETE"]);
  if (point.path === "methodOverride") {
    const [sent, header] = takeTurn(overrides, `${point.state} override`, turns);
    method = sent;
    headers.push([header, "DELETE"]);
  }
  return caller.call(method, path, {
    as: point.credential,
    turn: formOf(point, turns),
    accept: takeTurn(accepts[point.accept], `${point.operation} ${point.accept}`, turns),
    headers,
    repeatable: !mayBeCarriedOut(point),
  });
}

/** On no order a step has tried the first form of each kind: here the others have their turn, by whichever operation. */
function formOf({ operation, state, credential }: Point, turns: Turns): number {
  if (state === "none") return 1 + turns.next(`no order ${credential}`);
  return turns.next(`${operation} ${state} ${credential}`);
}

/** A cancel that a right server carries out, or may: sent once. */
export const mayBeCarriedOut = ({ operation, credential, id, state }: Point): boolean =>
  operation === "cancel" &&
  (credential === "key" || credential === "lowerCase") &&
  (id === "exact" || id === "same") &&
  state === "pending";

const keyed = ({ credential }: Point) =>
  credential === "key" || credential === "lowerCase" ? "key" : "no key";

function idOf({ ids }: Caller, point: Point, order: bigint | undefined, turns: Turns) {
  const { id } = point;
  const { forms } = ids;
  const kind = `${keyed(point)} ${id} ${point.state} ${point.query === "none"}`;
  const takeSafe = <T>(all: readonly T[], write: (form: T) => string): string | undefined => {
    for (let tries = 0; tries < all.length; tries++) {
      const text = write(takeTurn(all, kind, turns));
      if (ids.isSafe(text)) return text;
    }
    return undefined;
  };
  if (id === "garbage" || id === "beyond")
    return takeSafe<(unknown: bigint) => string>(forms[id], (form) => form(ids.drawUnknown(2n ** 40n)));
  if (id === "unknown" || id === "none") {
    const turn = turns.next(kind) % (forms.floors.length + forms.edges.length);
    const edge = forms.edges[turn - forms.floors.length];
    if (edge !== undefined && ids.isSafe(String(edge))) return String(edge);
    return String(ids.drawUnknown(forms.floors[turn] ?? 2n ** 40n));
  }
  if (order === undefined) return undefined;
  return takeSafe(forms.spellings[id], (spell) => {
    const text = spell(order);
    const read = readPathId(text);
    // Of a short id some spellings are the id itself, and of neighbours each other's: that would cancel an order.
    const isCancel = read.value === order ? read.kind !== id : ids.isGiven(read.value);
    return isCancel ? "" : text;
  });
}
