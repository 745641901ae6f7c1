/** Steps that only read, or name no given order. */

import { ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import { unknownHeaders } from "../evidence/unknown-headers.ts";
import type { CallOptions } from "./caller.ts";
import {
  accepts,
  askWithHeaders,
  clientHeaders,
  headersOfRefusedCancels,
  headersOfRefusedLists,
} from "./client-headers.ts";
import { badKinds, type CredentialKind } from "./credentials.ts";
import { early, late, playPoints, type Selection, withKey, withoutKey } from "./play-points.ts";
import { groupQueries, queries } from "./queries.ts";
import type { Run, Step } from "./run.ts";

/** Without a header that a server may heed: those are read between two plain lists. */
const isPlainList: Selection = ({ operation, query, headers }) =>
  operation === "list" &&
  query === "none" &&
  (headers === "none" || headers === "language" || headers === "browser");

export const listStep: Step = {
  part: "lists",
  name: "list the orders",
  async play(run) {
    const { caller } = run;
    for (let times = 0; times < 2; times++) await caller.list();
    await Promise.all([
      playPoints(run, early(withKey(isPlainList))),
      ...(run.isThrifty
        ? []
        : Object.values(accepts)
            .flat()
            .map((accept) => caller.list({ accept }))),
      caller.call("GET", `${ordersPath}/`),
    ]);
    await caller.list();
  },
};

/** What a list is asked with: each form of those that a server may heed, and what it does not know. */
const askedHeaders = (): readonly HeaderList[] => [
  ...(["condition", "range", "prefer"] as const).flatMap((kind) => clientHeaders[kind].map((form) => form())),
  ...unknownHeaders,
];

/** Parameters and headers of a group that are asked for alone, where the group was heeded. */
const mostAlone = 30;

/** Asked again without a key: some caches tell calls apart by their address alone. */
const askedQueries = [queries.search, queries.unknown].map((texts) => groupQueries(texts)[0]!.query);

export const queriesStep: Step = {
  part: "queries",
  name: "list with query parameters and with headers",
  async play(run) {
    const { caller } = run;
    const plain = caller.readingOf(await caller.currentList());
    const query = (text: string) => () => caller.call("GET", `${ordersPath}?${text}`);
    const headers = (list: HeaderList) => () => caller.call("GET", ordersPath, { headers: list });
    const groups = [
      ...Object.values(queries)
        .flatMap((texts) => groupQueries(texts))
        .map(({ query: text, of }) => ({ ask: query(text), alone: of.map(query) })),
      ...askedHeaders().map((list) => ({ ask: headers(list), alone: list.map((each) => headers([each])) })),
    ];
    const [asked] = await Promise.all([
      Promise.all(groups.map(async ({ ask, alone }) => ({ alone, call: await ask() }))),
      playPoints(
        run,
        withKey((point) => point.operation === "list" && !isPlainList(point)),
      ),
    ]);
    await caller.list();
    // Which of them it is.
    const heeded = asked.filter(({ call }) => caller.readingOf(call)?.idSet !== plain?.idSet);
    const alone = heeded.flatMap((group) => (group.alone.length > 1 ? group.alone : [])).slice(0, mostAlone);
    if (alone.length === 0) return;
    await Promise.all(alone.map((ask) => ask()));
    await caller.list();
  },
};

export const headStep: Step = {
  isAside: true,
  part: "head",
  name: "HEAD of the list",
  async play(run) {
    await Promise.all([
      run.caller.call("HEAD", ordersPath),
      playPoints(
        run,
        withKey(({ operation }) => operation === "head"),
      ),
    ]);
  },
};

/** From here on a server may lock out who comes with bad keys: whatever needs the key has been tried before. */
export const headWithoutKeyStep: Step = {
  isAside: true,
  part: "head",
  name: "HEAD of the list without a key",
  async play({ caller }) {
    await Promise.all((["none", "wrongKey"] as const).map((as) => caller.call("HEAD", ordersPath, { as })));
  },
};

export const unusualKeysStep: Step = {
  isAside: true,
  part: "lists",
  name: "list with the scheme in lower case, and with a word after the key",
  async play({ caller }) {
    await Promise.all((["lowerCase", "furtherWord"] as const).map((as) => caller.list({ as })));
  },
};

export const petStep: Step = {
  isAside: true,
  part: "pet",
  name: "ask for a pet without a key",
  async play({ caller }) {
    await Promise.all((["none", "wrongKey"] as const).map((as) => caller.call("GET", "/pets/1", { as })));
  },
};

export const unknownStep: Step = {
  part: "unknown",
  name: "cancel orders that do not exist",
  async play(run) {
    const { caller } = run;
    const { forms } = caller.ids;
    const [first, ...others] = forms.floors.slice(0, 6).map((floor) => caller.ids.drawUnknown(floor));
    await caller.currentList();
    const { status } = await caller.attempt(first!);
    // Whoever takes it for some order is found out before anything else is cancelled.
    await caller.list();
    await Promise.all([
      ...others.map((id) => caller.attempt(id)),
      // What was not found is not found again, whatever a server remembers of it.
      caller.attempt(first!),
      askWithHeaders(status, headersOfRefusedCancels, (headers) => caller.attempt(first!, { headers })),
      playPoints(run, early(withKey(({ id }) => id === "unknown"))),
    ]);
    await run.caller.list();
  },
};

export const malformedStep: Step = {
  part: "malformed",
  name: "cancel by ids that are no int64",
  async play(run) {
    const { ids } = run.caller;
    await run.caller.currentList();
    for (const forms of [ids.forms.garbage, ids.forms.beyond])
      await run.caller.attempt(forms[0]!(ids.drawUnknown(2n ** 40n)));
    await playPoints(run, early(withKey(({ id }) => id === "garbage" || id === "beyond")));
    await run.caller.list();
  },
};

/** What lets somebody in elsewhere, and is no key. */
const withoutKeyBut = (headers: HeaderList): CallOptions => ({ as: "none", headers });

export const badKeysStep: Step = {
  part: "badKeys",
  name: "list, and cancel unknown orders, without a valid key",
  async play(run) {
    const { caller } = run;
    // The first form of each kind, whatever the rows are: each has a requirement of its own.
    const kinds: readonly CredentialKind[] = run.isShort ? ["none", "wrongKey"] : badKinds;
    await Promise.all([
      ...badKinds.map((as) => caller.list({ as })),
      ...kinds.map((as) => caller.attempt(caller.ids.drawUnknown(2n ** 40n), { as })),
      caller.attempt(caller.ids.forms.garbage[0]!(caller.ids.drawUnknown(2n ** 40n)), { as: "none" }),
      ...askedQueries.map((query) => caller.call("GET", `${ordersPath}?${query}`, { as: "none" })),
      askWithHeaders(401, headersOfRefusedLists, (headers) => caller.list(withoutKeyBut(headers))),
      askWithHeaders(401, headersOfRefusedCancels, (headers) =>
        caller.attempt(caller.ids.drawUnknown(2n ** 40n), withoutKeyBut(headers)),
      ),
    ]);
    await caller.list();
    await Promise.all([
      ...(run.isShort ? [] : [playSession(run), playTogether(run)]),
      playPoints(run, early(withoutKey(({ state, path }) => state === "none" && path === "plain"))),
    ]);
    await caller.list();
  },
};

/** Some servers remember who came with a key by a cookie: it is none, and a client that keeps cookies needs one as well. */
async function playSession({ caller, given }: Run): Promise<void> {
  const cookie = caller.cookies();
  if (cookie === undefined) return;
  const headers = [["cookie", cookie]] as const;
  const session = { as: "none", headers } as const;
  await caller.list(session);
  await caller.attempt(given.shipped[0] ?? caller.ids.drawUnknown(2n ** 40n), session);
  // With the key as well, as whoever keeps cookies sends them: it changes nothing.
  await caller.list();
  await caller.list({ headers });
  await caller.list();
}

/** Some servers remember who came with a key by the connection, keep an answer, or give one to all who ask at once. */
async function playTogether({ caller, given, isThrifty }: Run): Promise<void> {
  const connection = "session";
  await caller.list({ connection });
  await caller.list({ as: "none", connection });
  await caller.attempt(given.shipped[0] ?? caller.ids.drawUnknown(2n ** 40n), { as: "none", connection });
  // And who came without one is let in with it.
  await caller.list({ connection });
  if (isThrifty) return;
  await Promise.all([
    caller.list({}),
    caller.list({ as: "none" }),
    caller.list({}),
    caller.list({ as: "wrongKey" }),
  ]);
}

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
    isAside: true,
    part: "lists",
    name: "list the orders once more",
    async play(run) {
      await playPoints(run, late(withKey(isPlainList)));
    },
  },
  {
    isAside: true,
    part: "unknown",
    name: "cancel orders that do not exist once more",
    play: (run) => playPoints(run, late(withKey(({ id }) => id === "unknown"))),
  },
  {
    isAside: true,
    part: "malformed",
    name: "cancel by ids that are no int64 once more",
    play: (run) => playPoints(run, late(withKey(({ id }) => id === "garbage" || id === "beyond"))),
  },
];

export const lateBadKeysStep: Step = {
  part: "badKeys",
  name: "list, and cancel unknown orders, without a valid key once more",
  play: (run) => playPoints(run, late(withoutKey(({ state, path }) => state === "none" && path === "plain"))),
};
