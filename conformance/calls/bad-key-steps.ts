/** Steps without a valid key whose calls do not have the id of a given order. */

import { ordersPath } from "../../spec/wire.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { isOtherRefusal } from "../evidence/special-headers.ts";
import { headersOfRefusedLists } from "../misreadings/client-headers.ts";
import { badKinds, type CredentialKind } from "../misreadings/key-checks.ts";
import { groupQueries, queries } from "../misreadings/queries.ts";
import { askWithHeaders, cancelWithHeaders } from "./ask-with-headers.ts";
import type { Caller } from "./caller.ts";
import { playRows, type Selection, withoutKey } from "./play-rows.ts";
import type { Run } from "./run.ts";

const keyless = ["none", "wrongKey"] as const;

export async function headWithoutKey({ caller }: Run): Promise<void> {
  await Promise.all(keyless.map((as) => caller.call("HEAD", ordersPath, { as })));
}

export async function listWithoutKey({ caller }: Run): Promise<void> {
  await Promise.all(keyless.map((as) => caller.list({ as })));
}

export async function listWithUnusualKeys({ caller }: Run): Promise<void> {
  await Promise.all((["lowerCase", "furtherWord"] as const).map((as) => caller.list({ as })));
}

export async function askForPet({ caller }: Run): Promise<void> {
  const list = caller.readingOf(await caller.currentList());
  // A pet that exists, as far as a list shows one: some servers answer 404 for others without a check of the key.
  const pets = [...(list?.watched.values() ?? [])].flatMap(({ petId }) =>
    typeof petId === "bigint" ? [petId] : [],
  );
  await Promise.all(
    keyless.map((as, index) => caller.call("GET", `/pets/${pets[index] ?? pets[0] ?? 1}`, { as })),
  );
}

/** Queries that are sent again without a key: some caches distinguish calls only by their address. */
const askedQueries = [queries.search, queries.unknown].map((texts) => groupQueries(texts)[0]!.query);

export const isOnNoOrder: Selection = ({ state, path }) => state === "none" && path === "plain";

export async function useBadKeys(run: Run): Promise<void> {
  const { caller } = run;
  const condition = await caller.ifListChanged();
  // The first form of each kind is always sent: each kind has a requirement of its own.
  const kinds: readonly CredentialKind[] = run.isShort ? keyless : badKinds;
  await Promise.all([
    // The longest first: their calls wait for each other.
    ...(run.isShort ? [] : [playOnOneConnection(run), playSession(run), listTogether(run)]),
    // `listWithoutKey` has sent the other two.
    ...badKinds.filter((as) => as !== "none" && as !== "wrongKey").map((as) => caller.list({ as })),
    // A cache may answer a call without a key as it answered one with a key.
    caller.attempt(caller.ids.drawnUnknown(), { as: "none" }),
    ...kinds.map((as) => caller.attempt(caller.ids.drawUnknown(), { as })),
    caller.attempt(caller.ids.forms.garbage[0]!(caller.ids.drawUnknown()), { as: "none" }),
    // Before calls by other paths name a given order.
    caller.attempt(`${caller.ids.drawUnknown()}/`, { as: "none" }),
    // A cache may compare the tag without a check of the key.
    ...(condition ? [caller.list({ as: "none", headers: condition })] : []),
    ...askedQueries.map((query) => caller.call("GET", `${ordersPath}?${query}`, { as: "none" })),
    askWithHeaders(
      ({ status }) => status === 401,
      headersOfRefusedLists,
      async (headers) => {
        const call = await caller.list({ as: "none", headers });
        // A strict server refuses such headers with the key, too.
        if (isOtherRefusal(call.status ?? 0)) await caller.list({ headers });
        return call;
      },
    ),
    cancelWithHeaders(401, (headers) => caller.attempt(caller.ids.drawUnknown(), { as: "none", headers })),
    playRows(run, [withoutKey, isOnNoOrder]),
  ]);
  await caller.list();
}

/**
 * Some servers treat a cookie from an earlier call as a key. A cookie does not replace the key, and clients that keep
 * cookies still send the key.
 */
async function playSession({ caller, given }: Run): Promise<void> {
  const cookie = caller.cookies();
  if (cookie === undefined) return;
  const headers = [["cookie", cookie]] as const;
  const session = { as: "none", headers, isUrgent: true } as const;
  await caller.list(session);
  await caller.attempt(shippedOrUnknown(caller, given), session);
  // With the key as well, as clients that keep cookies send them: a cookie changes nothing.
  await caller.list();
  await caller.list({ headers, isUrgent: true });
  await caller.list();
}

/** Some servers remember the key of a connection. */
async function playOnOneConnection({ caller, given }: Run): Promise<void> {
  const inTurn = { connection: "session", isUrgent: true };
  await caller.list(inTurn);
  await caller.list({ as: "none", ...inTurn });
  await caller.attempt(shippedOrUnknown(caller, given), { as: "none", ...inTurn });
  // The key is still valid on a connection that carried a call without one.
  await caller.list(inTurn);
}

/** Some servers keep an answer, or give one answer to all calls that come at once. */
async function listTogether({ caller, hasLargeLists, createBarrier }: Run): Promise<void> {
  if (hasLargeLists) return;
  await Promise.all([
    caller.listBehindAnother("pipeline", createBarrier(2)),
    caller.list({}),
    caller.list({ as: "none" }),
    caller.list({}),
    caller.list({ as: "wrongKey" }),
  ]);
}

function shippedOrUnknown(caller: Caller, { shipped: [order] }: GivenOrders): bigint {
  return order === undefined ? caller.ids.drawUnknown() : caller.standIn(order);
}

/** Parameters and headers from which other services read a key, and this service must not. */
const keyParameters = ["access_token", "api_key", "apikey", "key", "token"] as const;
const keyHeaders = [
  ["x-api-key", ""],
  ["api-key", ""],
  ["x-auth-token", ""],
  ["proxy-authorization", "Bearer "],
  ["cookie", "token="],
] as const;

export async function exposeKey({ caller }: Run): Promise<void> {
  const key = encodeURIComponent(caller.apiKey);
  const inQuery = keyParameters.map((name) =>
    caller.call("GET", `${ordersPath}?${name}=${key}`, { as: "none" }),
  );
  const inHeader = keyHeaders.map(([name, prefix]) => {
    const value = `${prefix}${caller.apiKey}`;
    return caller.list({ as: "none", headers: [[name, value]] });
  });
  await Promise.all([...inQuery, ...inHeader]);
}
