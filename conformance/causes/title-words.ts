/** Words of titles, by the symptoms of one kind. */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import type { Call } from "../evidence/read-call.ts";

/** The text of a contradiction in titles. */
export interface ShownSymptom {
  readonly requirement: string;
  readonly contradiction: Contradiction;
  readonly call: Call;
  /** The detail that distinguishes mistakes of one kind: a status, a field with a type. May be empty. */
  readonly detail: string;
}

export type Words = (symptoms: readonly ShownSymptom[]) => string;

/** The received value without the parts that differ from call to call. */
export const received: Words = ([first]) => first!.contradiction.received;

/** If lists fail only with headers, the headers are the reason. */
export const extras: Words = (symptoms) =>
  symptoms.some(({ call }) => call.query === undefined) ? "request headers" : "query parameters";

export const acts: Words = (symptoms) =>
  symptoms.some(({ requirement }) => requirement === "order-id/resembling-has-no-effect")
    ? "acts on that order"
    : `is answered ${statuses(symptoms)}`;

export const shippedTitle: Words = (symptoms) => {
  const title = `The cancel of a shipped order is answered ${statuses(symptoms)}`;
  return isSuccess(symptoms[0]!.call.status) ? title : `${title}, not 409`;
};

export const unexplainedTitle: Words = ([first]) => {
  const { operation, id, exchange, status } = first!.call;
  return operation === "other" && id?.value !== undefined && isSuccess(status)
    ? `An order is changed by ${exchange.request.method} of its own path`
    : "An order is changed by another call or client, or its own cancel is refused";
};

export const fieldTitle: Words = (symptoms) =>
  `${symptoms[0]!.detail.split(" ", 1)[0]} of a listed order is ${received(symptoms)}`;

export const listAfterCancel: Words = (symptoms) =>
  symptoms[0]!.call.status === 200
    ? `After a cancel the list is not valid: ${received(symptoms)}`
    : `After a cancel a list is answered ${statuses(symptoms)}, not 200`;

/** A title with `$status` and `$received` replaced. */
export const filled = (title: string, symptoms: readonly ShownSymptom[]): string =>
  title.replace("$status", statuses(symptoms)).replace("$received", () => received(symptoms));

export const openOperation: Words = ([first]) =>
  `${first!.detail === "head" ? "HEAD of the list" : "GET /pets/{petId}"} needs no valid key`;

export const silentTitle: Words = (symptoms) => {
  const areLists = symptoms.every(({ call }) => call.operation === "list");
  return `${areLists ? "Lists" : "Calls"} get no answer: ${received(symptoms)}`;
};

export function callsLetIn(symptoms: readonly ShownSymptom[]): string {
  const operations = new Set(symptoms.map(({ call }) => call.operation));
  const what = operations.has("list") ? (operations.has("cancel") ? "Calls" : "Lists") : "Cancels";
  const isKeyless = symptoms.some(({ call }) => call.credential === "none");
  return `${what} ${isKeyless ? "without a key" : "with a key that is not valid"}`;
}

export function errorTitle(symptoms: readonly ShownSymptom[]): string {
  const [{ detail: status, contradiction }] = symptoms as readonly [ShownSymptom];
  const members = new Set(symptoms.map(({ requirement }) => requirement.replace(/^errors\/\d+-/, "")));
  if (members.has("object")) return `The body of a ${status} is not an Error: ${contradiction.received}`;
  if (members.has("media-type")) return `A ${status} is ${contradiction.received}, not JSON`;
  return `The Error of a ${status} has no valid ${new Intl.ListFormat("en-GB").format(members)}`;
}

const maxListed = 3;

/** The received statuses, the most frequent first. */
export function statuses(symptoms: readonly ShownSymptom[]): string {
  const counts = [...Map.groupBy(symptoms, ({ call }) => String(call.status ?? "nothing"))];
  const byCount = counts
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([status]) => status);
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(byCount.slice(0, maxListed));
}
