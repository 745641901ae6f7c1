/** Scenes that touch no order. */

import { ordersPath } from "../../spec/wire.ts";
import type { Exchange } from "../history/exchange.ts";
import { type Credential, defineScene, type Stage } from "./scene.ts";

/** Ways of asking without a valid key, by what is wrong with them. */
export const badCredentials = {
  none: () => "none",
  wrongKey: (key) => ({ authorization: `Bearer ${wrongKeyFor(key)}` }),
  // After a ~ a mock's key may name a world, and other names are as valid: the change is to the key before it.
  cutShort: (key) => ({ authorization: `Bearer ${key.replace(/~.*$/, "").slice(0, -1)}` }),
  lengthened: (key) => ({ authorization: `Bearer ${key}${key.includes("~") ? "+" : "x"}` }),
  bareKey: (key) => ({ authorization: key }),
  basic: (key) => ({ authorization: `Basic ${btoa(`${key}:`)}` }),
  otherScheme: (key) => ({ authorization: `Token ${key}` }),
  empty: () => ({ authorization: "Bearer" }),
} as const satisfies Record<string, (key: string) => Credential>;
export type BadCredential = keyof typeof badCredentials;

/** A key of the same length and shape that shares nothing with the real one. */
export function wrongKeyFor(key: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = crypto.getRandomValues(new Uint8Array(Math.max(key.length, 8)));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}

export type RefusedCalls = Readonly<Record<BadCredential, Exchange>>;

/** The same call once with each bad credential. */
export async function callWithEach(
  { apiKey }: Pick<Stage, "apiKey">,
  call: (as: Credential) => Promise<Exchange>,
  which: readonly BadCredential[] = Object.keys(badCredentials) as BadCredential[],
): Promise<RefusedCalls> {
  const calls = which.map(async (name) => [name, await call(badCredentials[name](apiKey))] as const);
  return Object.fromEntries(await Promise.all(calls)) as RefusedCalls;
}

/** The plain list, read a few times: what it holds must not depend on how often it is asked. */
export const plainLists = defineScene({
  name: "list the orders",
  phase: "look",
  needs: [],
  play: async (stage) => [await stage.list(), await stage.list()] as const,
});

export const refusedLists = defineScene({
  name: "list without a valid key",
  phase: "look",
  needs: [],
  play: (stage) => callWithEach(stage, (as) => stage.list({ as })),
});

/** What clients use where lists can be filtered and paged; here none of it may do either. */
export const queries = [
  "limit=1",
  "per_page=1&page=1",
  "page=2&size=1",
  "offset=1000000",
  "cursor=x",
  "status=cancelled",
  "complete=true",
  "complete=false",
  "petId=-1",
  "id=-1",
  "q=nothing",
] as const;

export const queriedLists = defineScene({
  name: "list with query parameters",
  phase: "look",
  needs: [],
  async play(stage) {
    const before = await stage.list();
    const queried = await Promise.all(queries.map((query) => stage.call("GET", `${ordersPath}?${query}`)));
    return { before, queried };
  },
});

export const lowerCaseScheme = defineScene({
  name: "list with the scheme in lower case",
  phase: "look",
  needs: [],
  play: (stage) => stage.list({ as: { authorization: `bearer ${stage.apiKey}` } }),
});

export const headOfList = defineScene({
  name: "HEAD of the list",
  phase: "look",
  needs: [],
  play: async (stage) => ({
    withKey: await stage.call("HEAD", ordersPath),
    withoutKey: await stage.call("HEAD", ordersPath, { as: "none" }),
  }),
});

export const refusedPet = defineScene({
  name: "ask for a pet without a key",
  phase: "look",
  needs: [],
  play: (stage) => stage.call("GET", "/pets/1", { as: "none" }),
});

/** Ids that need 32, 54 and 63 bits: each range is where some server stops counting right. */
export const unknownIdFloors = {
  "beyond int32": 2n ** 31n,
  "beyond uint32": 2n ** 32n,
  "beyond 2^53": 2n ** 53n,
  "near 2^63": 2n ** 63n - 2n ** 21n,
} as const;

export const unknownOrders = defineScene({
  name: "cancel orders that do not exist",
  phase: "look",
  needs: [],
  async play(stage) {
    const plain = stage.attempt(stage.unusedId(2n ** 40n));
    const large = Object.values(unknownIdFloors).map((floor) => stage.attempt(stage.unusedId(floor)));
    return { plain: await plain, large: await Promise.all(large) };
  },
});

export const refusedUnknownCancels = defineScene({
  name: "cancel an order that does not exist, without a valid key",
  phase: "look",
  needs: [],
  play: (stage) => callWithEach(stage, (as) => stage.attempt(stage.unusedId(2n ** 40n), { as })),
});

/** Texts that are no int64 and resemble no order's id. */
export const malformedIds = [
  "abc",
  "1.5",
  "1e3x",
  "-",
  "null",
  "9223372036854775808",
  `1${"0".repeat(30)}`,
] as const;

export const malformedCancels = defineScene({
  name: "cancel by ids that are no int64",
  phase: "look",
  needs: [],
  async play(stage) {
    const withKey = await Promise.all(malformedIds.map((id) => stage.attempt(id)));
    const withoutKey = await Promise.all(malformedIds.map((id) => stage.attempt(id, { as: "none" })));
    return { withKey, withoutKey };
  },
});

/** Where other services take a key from, and this one must not. */
const keyParameters = ["access_token", "api_key", "apikey", "key", "token"] as const;
const keyHeaders = ["x-api-key", "api-key", "x-auth-token", "cookie"] as const;

export const exposedKeyLists = defineScene({
  name: "list with the key in the wrong place",
  phase: "look",
  needs: [],
  async play(stage) {
    const key = encodeURIComponent(stage.apiKey);
    const inQuery = keyParameters.map((name) =>
      stage.call("GET", `${ordersPath}?${name}=${key}`, { as: "none" }),
    );
    const inHeader = keyHeaders.map((name) => {
      const value = name === "cookie" ? `token=${stage.apiKey}` : stage.apiKey;
      return stage.list({ as: "none", headers: [[name, value]] });
    });
    return { inQuery: await Promise.all(inQuery), inHeader: await Promise.all(inHeader) };
  },
});
