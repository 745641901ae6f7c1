/** Steps without a valid key, by no order's own id. */

import { ordersPath } from "../../spec/wire.ts";
import { askWithHeaders, cancelWithHeaders, headersOfRefusedLists } from "./client-headers.ts";
import { badKinds, type CredentialKind } from "./credentials.ts";
import { early, onceMore, playPoints, type Selection, withoutKey } from "./play-points.ts";
import { groupQueries, queries } from "./queries.ts";
import { createMeeting, type Run, type Step } from "./run.ts";

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

/** Asked again without a key: some caches tell calls apart by their address alone. */
const askedQueries = [queries.search, queries.unknown].map((texts) => groupQueries(texts)[0]!.query);

const isOnNoOrder: Selection = ({ state, path }) => state === "none" && path === "plain";

export const badKeysStep: Step = {
  part: "badKeys",
  name: "list, and cancel unknown orders, without a valid key",
  async play(run) {
    const { caller } = run;
    // The first form of each kind, whatever the rows are: each has a requirement of its own.
    const kinds: readonly CredentialKind[] = run.isShort ? ["none", "wrongKey"] : badKinds;
    await Promise.all([
      ...badKinds.map((as) => caller.list({ as })),
      // A cache may answer without a key what it once answered with one.
      caller.attempt(caller.ids.drawnUnknown(), { as: "none" }),
      ...kinds.map((as) => caller.attempt(caller.ids.drawUnknown(), { as })),
      caller.attempt(caller.ids.forms.garbage[0]!(caller.ids.drawUnknown()), { as: "none" }),
      ...askedQueries.map((query) => caller.call("GET", `${ordersPath}?${query}`, { as: "none" })),
      askWithHeaders(
        ({ status }) => status === 401,
        headersOfRefusedLists,
        (headers) => caller.list({ as: "none", headers }),
      ),
      cancelWithHeaders(401, (headers) => caller.attempt(caller.ids.drawUnknown(), { as: "none", headers })),
    ]);
    await caller.list();
    await Promise.all([
      ...(run.isShort ? [] : [playSession(run), playTogether(run)]),
      playPoints(run, early(withoutKey(isOnNoOrder))),
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
  await caller.attempt(given.shipped[0] ?? caller.ids.drawUnknown(), session);
  // With the key as well, as whoever keeps cookies sends them: it changes nothing.
  await caller.list();
  await caller.list({ headers });
  await caller.list();
}

/** Some servers remember who came with a key by the connection, keep an answer, or give one to all who ask at once. */
async function playTogether({ caller, given, hasLargeLists }: Run): Promise<void> {
  const connection = "session";
  await caller.list({ connection });
  await caller.list({ as: "none", connection });
  await caller.attempt(given.shipped[0] ?? caller.ids.drawUnknown(), { as: "none", connection });
  // The key still counts on a connection that brought a call without one.
  await caller.list({ connection });
  if (hasLargeLists) return;
  await caller.listBehindAnother(connection, createMeeting(2));
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

export const lateBadKeysStep = onceMore(badKeysStep.part, badKeysStep.name, withoutKey(isOnNoOrder));
