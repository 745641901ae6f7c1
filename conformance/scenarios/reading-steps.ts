/** Steps that only read, or name no given order. */

import { ordersPath } from "../../spec/wire.ts";
import { early, late, playPoints, withKey, withoutKey } from "./play-points.ts";
import type { Step } from "./run.ts";

export const listStep: Step = {
  part: "lists",
  name: "list the orders",
  async play(run) {
    const { caller } = run;
    for (let times = 0; times < 3; times++) await caller.list();
    await playPoints(run, early(withKey(({ operation, query }) => operation === "list" && query === "none")));
    // Some servers remember a header's spelling for a connection.
    await caller.list({ as: "lowerCase", connection: "lower-case scheme" });
    await caller.list();
  },
};

export const queriesStep: Step = {
  part: "queries",
  name: "list with query parameters",
  async play(run) {
    await run.caller.list();
    await playPoints(
      run,
      withKey(({ query }) => query !== "none"),
    );
    await run.caller.list();
  },
};

export const headStep: Step = {
  part: "head",
  name: "HEAD of the list",
  async play(run) {
    await run.caller.call("HEAD", ordersPath);
    await playPoints(
      run,
      withKey(({ operation }) => operation === "head"),
    );
    await run.caller.call("HEAD", ordersPath, { as: "none" });
  },
};

export const petStep: Step = {
  part: "pet",
  name: "ask for a pet without a key",
  async play({ caller }) {
    await caller.call("GET", "/pets/1", { as: "none" });
    await caller.call("GET", "/pets/1", { as: "wrongKey" });
  },
};

export const unknownStep: Step = {
  part: "unknown",
  name: "cancel orders that do not exist",
  async play(run) {
    await playPoints(run, early(withKey(({ id }) => id === "unknown")));
    await run.caller.list();
  },
};

export const malformedStep: Step = {
  part: "malformed",
  name: "cancel by ids that are no int64",
  async play(run) {
    await playPoints(run, early(withKey(({ id }) => id === "garbage" || id === "beyond")));
    await run.caller.list();
  },
};

/** Late in a run: a server may lock out who comes with bad keys. */
export const badKeysStep: Step = {
  part: "badKeys",
  name: "the same calls without a valid key",
  async play(run) {
    await playPoints(run, early(withoutKey(({ state, path }) => state === "none" && path === "plain")));
  },
};

export const exposedKeyStep: Step = {
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
};

/** Where other services take a key from, and this one must not. */
const keyParameters = ["access_token", "api_key", "apikey", "key", "token"] as const;
const keyHeaders = ["x-api-key", "api-key", "x-auth-token", "cookie"] as const;

/** The same once more, when orders are cancelled and refusals are forgotten. */
export const lateReadingSteps: readonly Step[] = [
  {
    part: "lists",
    name: "list the orders once more",
    async play(run) {
      await playPoints(
        run,
        late(withKey(({ operation, query }) => operation === "list" && query === "none")),
      );
    },
  },
  {
    part: "unknown",
    name: "cancel orders that do not exist once more",
    play: (run) => playPoints(run, late(withKey(({ id }) => id === "unknown"))),
  },
  {
    part: "malformed",
    name: "cancel by ids that are no int64 once more",
    play: (run) => playPoints(run, late(withKey(({ id }) => id === "garbage" || id === "beyond"))),
  },
  {
    part: "badKeys",
    name: "the same calls without a valid key once more",
    play: (run) =>
      playPoints(run, late(withoutKey(({ state, path }) => state === "none" && path === "plain"))),
  },
];
