import { rightChains } from "./chain-right.ts";
import { rightFieldsAndKeys } from "./chain-right-fields.ts";
import { rightGateways } from "./chain-right-gateways.ts";
import { rightOutages } from "./chain-right-outages.ts";
import { rightShops } from "./chain-right-shops.ts";
import { rightStores } from "./chain-right-stores.ts";
import { wrongChainsOfAnswers } from "./chain-wrong-answers.ts";
import { wrongChainsOfCancels } from "./chain-wrong-cancels.ts";
import { wrongForClients } from "./chain-wrong-clients.ts";
import { wrongErrorsOfGates } from "./chain-wrong-errors.ts";
import { wrongChainsOfFew, wrongWithTwelve } from "./chain-wrong-few.ts";
import { wrongGates } from "./chain-wrong-gates.ts";
import { wrongChainsOfKeys } from "./chain-wrong-keys.ts";
import { wrongListsOfShops } from "./chain-wrong-lists.ts";
import { wrongShops } from "./chain-wrong-shops.ts";
import { wrongStores } from "./chain-wrong-stores.ts";
import type { Program, WrongProgram } from "./program.ts";
import { rightSocketPrograms } from "./socket-right.ts";
import { wrongSocketPrograms } from "./socket-wrong.ts";
import { rightSqlPrograms } from "./sql-right.ts";
import { wrongSqlPrograms } from "./sql-wrong.ts";

/** Whole services, each written from the document alone. */
export const rightPrograms: readonly Program[] = [
  ...rightSqlPrograms,
  ...rightChains,
  ...rightShops,
  ...rightGateways,
  ...rightStores,
  ...rightOutages,
  ...rightFieldsAndKeys,
  ...rightSocketPrograms,
];
export const wrongPrograms: readonly WrongProgram[] = [
  ...wrongSqlPrograms,
  ...wrongChainsOfKeys,
  ...wrongChainsOfAnswers,
  ...wrongChainsOfCancels,
  ...wrongChainsOfFew,
  ...wrongShops,
  ...wrongListsOfShops,
  ...wrongStores,
  ...wrongErrorsOfGates,
  ...wrongGates,
  ...wrongForClients,
  ...wrongSocketPrograms,
];

/** Wrong ones that are not caught, and why. */
export const programSlips: ReadonlyMap<string, string> = new Map([
  ["chain-key-in-x-api-key", "Tested with --expose-key alone: the key is not missing, it is elsewhere."],
  ["chain-key-in-query", "Tested with --expose-key alone: a URL ends up in logs."],
  ["chain-key-in-cookie", "Tested with --expose-key alone: the key is not missing, it is elsewhere."],
  ["chain-crash-restores", "Seen where an order was cancelled before such an id is sent."],
  ["chain-pet-as-id", "Not asked: the number of a pet, which may be an order's."],
  ["chain-docs-are-free", "Not asked: words of a query that some gate may let in."],
  ["chain-prefer-representation", "A server may heed a preference (RFC 7240)."],
  ["chain-one-a-second", "With three orders there is a second between two cancels."],
  ...wrongWithTwelve.map(({ id }) => [id, "Seen where twelve orders are given."] as const),
  ["chain-lost-update", "Two orders are cancelled at once where seven pending ones are given."],
  ["chain-ten-at-most", "Right as long as there are no more than ten orders."],
  ["socket-list-cut-at-1000", "Right as long as the list has no more than 1000 bytes."],
  [
    "sql-cancel-race",
    "A race of some milliseconds: five cancels at once may still come one after the other.",
  ],
]);
