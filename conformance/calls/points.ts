/** Makes the request of a point of the input model. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { readPathId } from "../evidence/read-id.ts";
import type { Caller } from "./caller.ts";
import { accepts, clientHeaders, encodings } from "./client-headers.ts";
import type { Point } from "./input-model.ts";
import { cancelOptions, queries } from "./queries.ts";

/** Counts which form of each kind of value comes next. */
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

/** The forms of each spelling of a path. */
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
    // Before the collection: a server that drops the rest of the path from the sign on finds no orders there.
    (path) => path.replace("/store", "/store;v=1"),
    (path) => (path === ordersPath ? `${path};v=1` : path.replace("/store", "/store;x")),
  ],
  dotSegment: [
    (path) => path.replace("/orders", "/%2e/orders"),
    (path) => path.replace("/orders", "/./orders"),
    (path) => path.replace("/orders", "/x/../orders"),
    (path) => `/x/..${path}`,
  ],
  fileSuffix: [(path) => `${path}.json`],
  methodOverride: [(path) => path],
  requestTarget: [(path) => path],
};

/** Requests that some servers treat as a DELETE, because a header or the query names one. */
export const overrides: readonly { readonly method: string; readonly header?: string }[] = [
  { method: "POST", header: "x-http-method-override" },
  { method: "GET", header: "x-http-method-override" },
  { method: "POST" },
  { method: "POST", header: "x-method-override" },
  { method: "GET", header: "x-http-method" },
];

const pathOf = ({ pathname }: URL) => pathname.replace(/\/+$/, "");

type TargetForm = (base: URL, path: string) => string;
/** Request targets that some servers treat as an operation's after a check that compares the path as written. */
const targetsOfBase: readonly TargetForm[] = [
  // The absolute form, which a server must accept (RFC 9112, 3.2.2).
  (base, path) => base.origin + pathOf(base) + path,
  (base, path) => `/${pathOf(base)}${path}`,
  // Characters that some parsers of paths drop, and a backslash. The last two are not allowed in a path: 400 is a right answer.
  (base, path) => `${pathOf(base)}${path}.`,
  (base, path) => `${pathOf(base)}${path}#x`,
  (base, path) => pathOf(base) + path.replace("/orders", "\\orders"),
];
/** Targets outside the base address. Another service may be there, so they are only read. */
const targetsBesideBase: readonly TargetForm[] = [
  (base, path) => pathOf(base).toUpperCase() + path,
  (_base, path) => path,
  (base, path) => pathOf(base).replace(/\d+(?=\D*$)/, (version) => String(Number(version) + 1)) + path,
];
export const requestTargets = { list: [...targetsOfBase, ...targetsBesideBase], cancel: targetsOfBase };

/**
 * Makes the call of a point. Nothing is sent if its id may be an order's that was not given.
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
  if (point.path === "requestTarget" && !caller.sendsTargets) return undefined;
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
  // The header names the request's own method.
  if (point.headers === "unknown" && point.operation === "cancel")
    headers.push(["x-http-method-override", "DELETE"]);
  if (point.path === "methodOverride") {
    const override = takeTurn(overrides, `${point.state} override`, turns);
    if (override.header === undefined) path += "?_method=DELETE";
    else headers.push([override.header, "DELETE"]);
    method = override.method;
  }
  return caller.call(method, path, {
    as: point.credential,
    turn: formOf(point, turns),
    accept: takeTurn(accepts[point.accept], `${point.operation} ${point.accept}`, turns),
    headers,
    targetOf:
      point.path === "requestTarget"
        ? takeTurn(
            requestTargets[point.operation === "cancel" ? "cancel" : "list"],
            `${point.operation} ${point.state} target`,
            turns,
          )
        : undefined,
    repeatable: !mayBeCarriedOut(point),
  });
}

/** The index of the credential's form. Steps have sent the first form of each kind on no order; rows send the others. */
function formOf({ operation, state, credential }: Point, turns: Turns): number {
  if (state === "none") return 1 + turns.next(`${operation === "list" ? "list" : "no order"} ${credential}`);
  return turns.next(`${operation} ${state} ${credential}`);
}

/** Whether a right server carries out the cancel, or may: then it is sent once. */
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
    return takeSafe<(unknown: bigint) => string>(forms[id], (form) => form(ids.drawUnknown()));
  if (id === "unknown" || id === "none") {
    const turn = turns.next(kind) % (forms.floors.length + forms.edges.length);
    const edge = forms.edges[turn - forms.floors.length];
    if (edge !== undefined && !ids.isGiven(edge) && ids.isSafe(String(edge))) return String(edge);
    return String(ids.drawUnknown(forms.floors[turn]));
  }
  if (order === undefined) return undefined;
  return takeSafe(forms.spellings[id], (spell) => {
    const text = spell(order);
    const read = readPathId(text);
    // Some spellings of a short id are the id itself or a neighbour's: they would cancel an order.
    const isCancel = read.value === order ? read.kind !== id : ids.isGiven(read.value);
    return isCancel ? "" : text;
  });
}
