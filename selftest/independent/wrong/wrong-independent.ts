import { type IndependentServer, type ServerRow, servers } from "../independent-server.ts";
import type { Ask } from "../shop.ts";
import { beforeTheKey } from "./before-the-key.ts";
import { wrongCancels } from "./cancels.ts";
import { wrongErrors } from "./errors.ts";
import { wrongFields } from "./fields.ts";
import { wrongIds } from "./ids.ts";
import { wrongKeys } from "./keys.ts";
import { wrongLists } from "./lists.ts";
import { wrongRefusals } from "./refusals.ts";
import { takesOthers } from "./takes-others.ts";
import { unknownIds } from "./unknown-ids.ts";
import { wrongWire } from "./wire.ts";

export interface WrongServer extends IndependentServer {
  /** Requirements that may fail because of what is wrong with it: any other failure is a wrong blame. */
  readonly blames: RegExp;
}

const blamedBy = (blames: RegExp, group: readonly IndependentServer[]): readonly WrongServer[] =>
  group.map((server) => ({ ...server, blames }));

/** Servers that break the document, thought up without a look at the judge. */
/** Several workers, each with orders of its own. */
const stores = (id: string, pick: (ask: Ask) => number): ServerRow => [
  `two-stores-${id}`,
  "3.1: a cancelled order is not pending, whoever is asked",
  (shop) => {
    const all = [shop.rows, shop.rows.map((row) => ({ ...row }))];
    const { serve } = shop;
    shop.serve = (ask) => {
      shop.rows = all[pick(ask) % 2]!;
      return serve(ask);
    };
  },
];

const twoStores = servers([
  stores("by-connection", ({ connection }) => connection),
  stores("in-turn", ({ nth }) => nth),
  stores("by-chance", ({ nth }) => (nth * 7919) % 97),
  stores("by-accept", ({ headers }) => (headers.accept === undefined ? 0 : 1)),
]);

export const wrongServers: readonly WrongServer[] = [
  ...blamedBy(/^authentication\/|^exposed-key\//, wrongKeys),
  // What is let in or done without a key may be a cut id, and may be seen on a shipped order.
  ...blamedBy(
    /^authentication\/|^exposed-key\/|^order-id\/resembling|^cancel-order\/(?:shipped|only-that)/,
    beforeTheKey,
  ),
  ...blamedBy(/^errors\//, wrongErrors),
  // A cancelled order is answered as one that never was, and so is a shipped one otherwise spelled.
  ...blamedBy(/^order-id\/|^cancel-order\/(?:unknown|second-|one-winner|race-|shipped)/, unknownIds),
  ...blamedBy(
    /^list-orders\/|^order\/(?:is-object|id-unique)$|^cancel-order\/(?:list-|only-that-|shipped-unchanged)/,
    wrongLists,
  ),
  // An order whose id is shown otherwise is not in the list.
  ...blamedBy(/^order\/|^list-orders\/|^cancel-order\/(?:list-|only-that-|shipped-unchanged)/, wrongFields),
  // A shipped order that is gone is not listed.
  ...blamedBy(/^cancel-order\/|^list-orders\/all-orders$/, [
    ...wrongCancels,
    ...takesOthers,
    ...wrongRefusals,
  ]),
  ...blamedBy(/^cancel-order\/|^list-orders\//, twoStores),
  // Another number is the id of no order, or of a shipped one; what it cancels has no other cause to show.
  ...blamedBy(/^order-id\/|^cancel-order\/(?:unknown|shipped|no-other-effect)/, wrongIds),
  // What gets no whole answer gets none wherever it is asked.
  ...blamedBy(/./, wrongWire),
];
