/** Requests as clients, careless clients and intruders send them, the same for the same seed. */

import { apiKey, fixtures } from "./world.ts";

export interface Sent {
  readonly method: string;
  /** With the version prefix. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the document lets the key in; either: it leaves that open. */
  readonly key: "valid" | "invalid" | "either";
  /** What is asked for; other: another path, or an operation not shown. */
  readonly asks: "list" | "cancel" | "other";
  /** Of a cancel: the id; otherwise written: as an int64 in another spelling; another: no id of any order. */
  readonly id?: {
    readonly number: bigint | undefined;
    readonly spelled: "plainly" | "otherwise" | "another";
  };
}

/** Mulberry32. */
export function createChance(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (choices) => choices[Math.floor(next() * choices.length)]!;
}
type Pick = ReturnType<typeof createChance>;

/** So many of them, the same for the same seed. */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const pick = createChance(seed);
  const marks = Array.from({ length: 2 ** 16 }, (_, index) => index);
  const marked = items.map((item) => ({ item, mark: pick(marks) }));
  marked.sort((one, other) => one.mark - other.mark);
  return marked.slice(0, count).map(({ item }) => item);
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const keys: readonly (readonly [Sent["key"], string | undefined])[] = [
  ...Array.from({ length: 14 }, () => ["valid", `Bearer ${apiKey}`] as const),
  ["either", `bearer ${apiKey}`],
  ["either", `BEARER ${apiKey}`],
  ["either", `Bearer  ${apiKey}`],
  ...[
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer other",
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey}x`,
    `Bearer x${apiKey}`,
    `Bearer ${apiKey.toLowerCase()}`,
    `Bearer ${apiKey} x`,
    `Bearer${apiKey}`,
    apiKey,
    `Token ${apiKey}`,
    `xBearer ${apiKey}`,
    basic(`${apiKey}:`),
    `Basic ${apiKey}`,
    "Bearer undefined",
  ].map((header) => ["invalid", header] as const),
];

const known = fixtures.map(({ id }) => id);
const unknown = [
  1n,
  2n,
  100n,
  105n,
  999_999n,
  2n ** 53n,
  2n ** 53n + 3n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  0n,
  -1n,
  4_294_967_397n,
];
const otherwise = (id: bigint, pick: Pick) =>
  pick([
    `0${id}`,
    `+${id}`,
    `${id}.0`,
    `%20${id}`,
    `${id}%20`,
    `%3${String(id)[0]}${String(id).slice(1)}`,
    `0x${id.toString(16)}`,
  ]);
const another = (id: bigint, pick: Pick) =>
  pick([
    `${id}abc`,
    `${id}.5`,
    `${id + 2n ** 64n}`,
    `abc`,
    `${id}%00x`,
    `%`,
    `%zz`,
    `${id},102`,
    `-`,
    `1e400`,
    "null",
    "constructor",
    `${2n ** 63n}`,
    `${"9".repeat(40)}`,
    `x${id}`,
    `${id}-1`,
    "*",
  ]);
const queries = ["", "", "", "?limit=1", "?page=2&size=1", "?status=pending", "?", "?petId=1&complete=true"];
const accepts = [undefined, undefined, "application/json", "*/*", "text/html"];

interface Named {
  readonly text: string;
  readonly number: bigint | undefined;
  readonly spelled: "plainly" | "otherwise" | "another";
}

function cancelOf(pick: Pick): Named {
  const id = pick(known);
  const kind = pick(["known", "known", "known", "known", "unknown", "otherwise", "another"] as const);
  if (kind === "known") return { text: `${id}`, number: id, spelled: "plainly" };
  if (kind === "otherwise")
    return id < 0n ? cancelOf(pick) : { text: otherwise(id, pick), number: id, spelled: "otherwise" };
  if (kind === "another") return { text: another(id, pick), number: undefined, spelled: "another" };
  const number = pick(unknown);
  return { text: `${number}`, number, spelled: "plainly" };
}
export function randomRequest(pick: Pick): Sent {
  const [key, authorization] = pick(keys);
  const accept = pick(accepts);
  const headers = {
    host: "shop.test",
    ...(authorization !== undefined && { authorization }),
    ...(accept !== undefined && { accept }),
    ...(pick([1, 2, 3, 4]) === 1 && { origin: "http://app.test" }),
  };
  const what = pick([
    "list",
    "list",
    "list",
    "cancel",
    "cancel",
    "cancel",
    "cancel",
    "cancel",
    "other",
  ] as const);
  const orders = "/v1/store/orders";
  if (what === "list") return { method: "GET", target: orders + pick(queries), headers, key, asks: "list" };
  const { text, number, spelled } = cancelOf(pick);
  const target = `${orders}/${text}`;
  if (what === "cancel")
    return { method: "DELETE", target, headers, key, asks: "cancel", id: { number, spelled } };
  const [method, path] = pick([
    ["HEAD", orders],
    ["HEAD", target],
    ["OPTIONS", orders],
    ["OPTIONS", target],
    ["POST", orders],
    ["GET", target],
    ["GET", `${orders}/`],
    ["GET", "/v1/store//orders"],
    ["GET", "/v1/Store/orders"],
    ["GET", "/v1/pets/1"],
    ["GET", "/v1/store"],
    ["GET", "/v1"],
    ["DELETE", orders],
    ["DELETE", `${orders}/`],
    ["DELETE", `${target}/items`],
  ] as const);
  return { method, target: path, headers, key, asks: "other" };
}
