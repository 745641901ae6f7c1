/** A server in process whose orders have the ids 1 to n, and which reads the id in a path loosely. */

import { percentDecoded } from "../../base/escapes.ts";
import { formatJson } from "../../base/json.ts";
import type { Answer } from "../../conformance/evidence/exchange.ts";
import type { IdMisreading, IdReader } from "../../conformance/misreadings/id-readers.ts";
import type { Target } from "../../conformance/targets/target.ts";

/** Finds the orders that a server reads a text as. Ids are in the order of its list. */
export interface LooseReader {
  readonly name: string;
  readonly find: (text: string, ids: readonly bigint[]) => readonly bigint[];
  /** Whether it finds an order for each number or each text: then no id is safe. */
  readonly actsOnAny?: boolean;
}

export interface LooseServerOptions {
  readonly reader: LooseReader;
  readonly ids: readonly bigint[];
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  readonly showsCancelled: boolean;
  /** Whether it acts for callers without a valid key. */
  readonly isOpen: boolean;
  /** Whether it cancels shipped orders too. */
  readonly cancelsShipped: boolean;
  /** Whether it reads the part after the collection's path undecoded, with the query. */
  readonly isUndecoded?: boolean;
}

export interface LooseServer {
  readonly target: Target;
  /** DELETEs that came. */
  readonly deletes: () => number;
  /** The path of each DELETE that cancelled orders, and these orders, in the order of requests. */
  readonly effects: readonly { readonly path: string; readonly cancelled: readonly bigint[] }[];
}

const apiKey = "the-key";
const listPath = "/store/orders";

export function createLooseServer(options: LooseServerOptions): LooseServer {
  const { reader, ids, pending, shipped, showsCancelled, isOpen, cancelsShipped } = options;
  const { isUndecoded = false } = options;
  const cancelled = new Set<bigint>();
  const effects: { path: string; cancelled: readonly bigint[] }[] = [];
  let deletes = 0;

  function cancel(path: string, whole: string): Answer {
    const text = isUndecoded ? whole : percentDecoded(path);
    const found = reader.find(text.slice(listPath.length + 1), ids);
    if (found.length === 0) return error(404, "no such order");
    const done = found.filter((id) => !cancelled.has(id) && (cancelsShipped || !shipped.includes(id)));
    if (done.length === 0) return answer(409);
    for (const id of done) cancelled.add(id);
    effects.push({ path, cancelled: done });
    return answer(204);
  }

  const target: Target = {
    baseUrl: "http://loose.test/v1",
    apiKey,
    arrange: async () => ({ pending, shipped }),
    async send({ method, path: whole, headers }) {
      if (method === "DELETE") deletes++;
      const path = whole.split(/[?#]/, 1)[0]!;
      const isKnown = headers.some(
        ([name, value]) => name.toLowerCase() === "authorization" && value === `Bearer ${apiKey}`,
      );
      if (!isKnown && !isOpen) return error(401, "no valid key");
      if (method === "DELETE" && path.startsWith(`${listPath}/`)) return cancel(path, whole);
      if (path !== listPath || (method !== "GET" && method !== "HEAD")) return error(404, "no such path");
      const shown = ids.filter((id) => showsCancelled || !cancelled.has(id));
      const body = shown.map((id) => ({ id, complete: cancelled.has(id) }));
      return answer(200, method === "HEAD" ? undefined : body);
    },
  };
  return { target, effects, deletes: () => deletes };
}

export const error = (status: number, message: string) =>
  answer(status, { code: "refused", status, message });

export function answer(status: number, body?: unknown): Answer {
  const type = body === undefined ? [] : [["content-type", "application/json"] as const];
  return {
    status,
    headers: type,
    body: new Uint8Array(Buffer.from(body === undefined ? "" : formatJson(body))),
  };
}

/** Finds the order of the number that it reads. */
export const byReader = ({ name, read }: IdReader): LooseReader => ({
  name,
  find(text, ids) {
    const id = read(text);
    return id !== undefined && ids.includes(id) ? [id] : [];
  },
});

/** Finds the first, the last, or each of the orders that match. */
export const bySearch = ({ name, takes }: IdMisreading): readonly LooseReader[] => {
  const all = (text: string, ids: readonly bigint[]) => ids.filter((id) => takes(text, id));
  // Each id begins with the digits of shorter ones.
  const actsOnAny = name === "starts-with";
  return [
    { name: `${name}, first match`, actsOnAny, find: (text, ids) => all(text, ids).slice(0, 1) },
    { name: `${name}, last match`, actsOnAny, find: (text, ids) => all(text, ids).slice(-1) },
    { name: `${name}, all matches`, actsOnAny, find: all },
  ];
};

const numberOf = (text: string): bigint | undefined => (/^[+-]?\d+$/.test(text) ? BigInt(text) : undefined);
const found = (id: bigint | undefined): readonly bigint[] => (id === undefined ? [] : [id]);
/** An exact match first: a server that fails on its own ids would be noticed by anybody. */
const exactOr =
  (other: LooseReader["find"]): LooseReader["find"] =>
  (text, ids) => {
    const id = numberOf(text);
    return id !== undefined && ids.includes(id) ? [id] : other(text, ids);
  };
const magnitude = (id: bigint) => (id < 0n ? -id : id);

/** Readers of which the table of id readers knows nothing. */
export const oddReaders: readonly LooseReader[] = [
  { name: "all", find: exactOr((text, ids) => (/^(?:all|\*|%|_|)$/i.test(text) ? ids : [])) },
  {
    name: "a list of ids",
    find: (text, ids) => text.split(/[,;|\s]+/).flatMap((part) => ids.filter((id) => id === numberOf(part))),
  },
  {
    name: "a range of ids",
    find: exactOr((text, ids) => {
      const [, from, to] = /^(\d+)(?:-|\.\.)(\d+)$/.exec(text) ?? [];
      return from === undefined ? [] : ids.filter((id) => id >= BigInt(from) && id <= BigInt(to!));
    }),
  },
  {
    name: "last of the list where the id is negative",
    find: exactOr((text, ids) => {
      const id = numberOf(text);
      return found(id !== undefined && id < 0n ? ids.at(Number(BigInt.asIntN(32, id))) : undefined);
    }),
  },
  {
    name: "0 is the first",
    find: exactOr((text, ids) => (numberOf(text) === 0n ? ids.slice(0, 1) : [])),
  },
  {
    name: "index into the list",
    actsOnAny: true,
    find: (text, ids) => found(ids[Number(numberOf(text) ?? -1n)]),
  },
  {
    name: "index from the end",
    actsOnAny: true,
    find: (text, ids) => found(ids.at(-Number(BigInt.asIntN(32, numberOf(text) ?? 0n)))),
  },
  {
    name: "modulo",
    actsOnAny: true,
    find: exactOr((text, ids) => found(ids[Number(magnitude(numberOf(text) ?? 0n)) % ids.length])),
  },
  {
    name: "nearest",
    actsOnAny: true,
    find: exactOr((text, ids) => {
      const id = numberOf(text);
      if (id === undefined) return [];
      return ids.toSorted((a, b) => Number(magnitude(a - id) - magnitude(b - id))).slice(0, 1);
    }),
  },
  {
    name: "the next one",
    actsOnAny: true,
    find: (text, ids) => found(ids.find((id) => id >= (numberOf(text) ?? 2n ** 63n))),
  },
  { name: "any: the first", actsOnAny: true, find: exactOr((_text, ids) => ids.slice(0, 1)) },
  { name: "any: the last", actsOnAny: true, find: exactOr((_text, ids) => ids.slice(-1)) },
  {
    name: "whatever is asked for: one after the other",
    actsOnAny: true,
    find: createTurns(),
  },
];

function createTurns(): LooseReader["find"] {
  const turns = new WeakMap<readonly bigint[], number>();
  return (_text, ids) => {
    const turn = turns.get(ids) ?? 0;
    turns.set(ids, turn + 1);
    return [ids[turn % ids.length]!];
  };
}
