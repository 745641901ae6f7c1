/** Steps that only read, or name no given order. */

import { ordersPath } from "../../spec/wire.ts";
import { badForms } from "./credentials.ts";
import { garbageIds, idFloors } from "./ids.ts";
import type { Step } from "./run.ts";

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

export const readingSteps: readonly Step[] = [
  {
    part: "lists",
    name: "list the orders",
    async play({ caller }) {
      for (let times = 0; times < 3; times++) await caller.list();
      // Some servers remember a header's spelling for a connection.
      await caller.list({ as: "lowerCase", connection: "lower-case scheme" });
    },
  },
  {
    part: "queries",
    name: "list with query parameters",
    async play({ caller }) {
      await caller.list();
      await Promise.all(queries.map((query) => caller.call("GET", `${ordersPath}?${query}`)));
      await caller.list();
    },
  },
  {
    part: "head",
    name: "HEAD of the list",
    async play({ caller }) {
      await caller.call("HEAD", ordersPath);
      await caller.call("HEAD", ordersPath, { as: "none" });
    },
  },
  {
    part: "pet",
    name: "ask for a pet without a key",
    async play({ caller }) {
      await caller.call("GET", "/pets/1", { as: "none" });
    },
  },
  {
    part: "unknown",
    name: "cancel orders that do not exist",
    async play({ caller }) {
      await Promise.all(idFloors.map((floor) => caller.attempt(caller.unusedId(floor))));
      await caller.list();
    },
  },
  {
    part: "malformed",
    name: "cancel by ids that are no int64",
    async play({ caller }) {
      await Promise.all(garbageIds.map((id) => caller.attempt(id)));
      await caller.list();
    },
  },
];

/** Late in a run: a server may lock out who comes with bad keys. */
export const badKeySteps: readonly Step[] = [
  {
    part: "badKeys",
    name: "the same calls without a valid key",
    async play({ caller }) {
      await Promise.all(badForms.map((as) => caller.list({ as })));
      await Promise.all(badForms.map((as) => caller.attempt(caller.unusedId(2n ** 40n), { as })));
      await Promise.all(garbageIds.map((id) => caller.attempt(id, { as: "none" })));
    },
  },
  {
    part: "exposedKey",
    name: "list with the key in the wrong place",
    async play({ caller }) {
      const key = encodeURIComponent(caller.apiKey);
      const inQuery = keyParameters.map((name) =>
        caller.call("GET", `${ordersPath}?${name}=${key}`, { as: "none" }),
      );
      const inHeader = keyHeaders.map((name) => {
        const value = name === "cookie" ? `token=${caller.apiKey}` : caller.apiKey;
        return caller.list({ as: "none", headers: [[name, value]] });
      });
      await Promise.all([...inQuery, ...inHeader]);
    },
  },
];

/** Where other services take a key from, and this one must not. */
const keyParameters = ["access_token", "api_key", "apikey", "key", "token"] as const;
const keyHeaders = ["x-api-key", "api-key", "x-auth-token", "cookie"] as const;
