/** Steps that only read, or do not name a given order. */

import { ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { unknownHeaders } from "../evidence/special-headers.ts";
import { accepts, clientHeaders, headersOfLists } from "../misreadings/client-headers.ts";
import { groupQueries, queries } from "../misreadings/queries.ts";
import { askWithHeaders, cancelWithHeaders } from "./ask-with-headers.ts";
import type { CallOptions } from "./caller.ts";
import { early, playRows, type Selection, withKey } from "./play-rows.ts";
import type { Run } from "./run.ts";

/** Lists without a query or a header that a server may react to. */
export const isPlainList: Selection = ({ operation, query, headers }) =>
  operation === "list" &&
  query === "none" &&
  (headers === "none" || headers === "language" || headers === "browser");

/** Maximum number of parameters or headers that are sent alone after lists with several differed: another client may be the reason. */
const maxAlone = 30;

export async function listInForms(run: Run): Promise<void> {
  const { caller } = run;
  await caller.currentList();
  const plain = caller.readingOf(await caller.list());
  const forms: readonly CallOptions[] = [
    ...(caller.sendsTargets ? [{ nameCase: "lower" } as const, { nameCase: "upper" } as const] : []),
    ...Object.values(accepts)
      .flat()
      .map((accept) => ({ accept })),
  ];
  const isPlain = (call: Call): boolean => {
    const list = caller.readingOf(call);
    return list?.idSet === plain?.idSet && list?.faults.length === plain?.faults.length;
  };
  await Promise.all([
    playRows(run, [early, withKey, isPlainList]),
    ...(run.hasLargeLists ? [] : forms.map((form) => caller.list(form))),
    askWithHeaders(
      isPlain,
      [...headersOfLists, ...unknownHeaders],
      (headers) => caller.list({ headers }),
      maxAlone,
    ),
    caller.call("GET", `${ordersPath}/`),
  ]);
  await caller.list();
}

/** Headers of lists with an effect on some right servers. */
const specialHeaders = (): readonly HeaderList[] =>
  (["condition", "range", "prefer"] as const).flatMap((kind) => clientHeaders[kind].map((form) => form()));

export async function listWithQueries(run: Run): Promise<void> {
  const { caller } = run;
  const plain = caller.readingOf(await caller.currentList());
  const query = (text: string) => () => caller.call("GET", `${ordersPath}?${text}`);
  const headers = (list: HeaderList) => () => caller.call("GET", ordersPath, { headers: list });
  const groups = [
    ...Object.values(queries)
      .flatMap((texts) => groupQueries(texts))
      .map(({ query: text, of }) => ({ ask: query(text), alone: of.map(query) })),
    { ask: query(""), alone: [] },
    ...specialHeaders().map((list) => ({ ask: headers(list), alone: list.map((each) => headers([each])) })),
  ];
  const [asked] = await Promise.all([
    Promise.all(groups.map(async ({ ask, alone }) => ({ alone, call: await ask() }))),
    playRows(run, [withKey, (row) => row.operation === "list" && !isPlainList(row)]),
  ]);
  await caller.list();
  // Sends each parameter and header of a group that changed the list alone.
  const changing = asked.filter(({ call }) => caller.readingOf(call)?.idSet !== plain?.idSet);
  const alone = changing.flatMap((group) => (group.alone.length > 1 ? group.alone : [])).slice(0, maxAlone);
  if (alone.length === 0) return;
  await Promise.all(alone.map((ask) => ask()));
  await caller.list();
}

export async function headOfList(run: Run): Promise<void> {
  await Promise.all([
    run.caller.call("HEAD", ordersPath),
    playRows(run, [withKey, ({ operation }) => operation === "head"]),
  ]);
}

export const isUnknown: Selection = ({ id }) => id === "unknown";
export const isMalformed: Selection = ({ id }) => id === "garbage" || id === "beyond";

export async function cancelOneUnknown({ caller }: Run): Promise<void> {
  await caller.attempt(caller.ids.drawUnknown());
}

export async function cancelUnknown(run: Run): Promise<void> {
  const { caller } = run;
  const otherFloors = caller.ids.forms.floors.slice(1, 4);
  await Promise.all([
    ...otherFloors.map((floor) => caller.attempt(caller.ids.drawUnknown(floor), { isUrgent: true })),
    // An unknown id stays unknown when it is sent again.
    caller
      .attempt(caller.ids.drawnUnknown())
      // A new id for each: a server may refuse one of two cancels of one id at once.
      .then(({ status }) =>
        cancelWithHeaders(status, (headers) => caller.attempt(caller.ids.drawUnknown(), { headers })),
      ),
    playRows(run, [early, withKey, isUnknown]),
  ]);
  await run.caller.list();
}

export async function cancelOneMalformed({ caller }: Run): Promise<void> {
  await caller.attempt(caller.ids.forms.garbage[0]!(caller.ids.drawUnknown()), { isUrgent: true });
  await caller.list();
}

export async function cancelMalformed(run: Run): Promise<void> {
  const { ids } = run.caller;
  await run.caller.attempt(ids.forms.beyond[0]!(ids.drawUnknown()), { isUrgent: true });
  await playRows(run, [early, withKey, isMalformed]);
  await run.caller.list();
}
