/** The mistake in one sentence, by the kinds of symptoms of a group. */

import type { Group } from "./group-symptoms.ts";
import type { Symptom } from "./symptoms.ts";

/** The first that fits one of a group's kinds, or all of them in a line, counts; `$status` and the like stand for what the symptoms of that kind have. */
const titles: readonly (readonly [kind: RegExp, title: string])[] = [
  [/^sporadic:/, "Some calls of several kinds are answered $status"],
  [/^key:open$/, "$calls are let in"],
  [/^key:acts$/, "A cancel without a valid key is refused, but takes effect"],
  [/^key:late$/, "$status is answered before the key is checked"],
  [/^key:status/, "Calls without a valid key are answered $status, not 401"],
  [/^head:open$/, "HEAD of the list needs no valid key"],
  [/^pet:open$/, "GET /pets/{petId} needs no valid key"],
  [/^spelling:open$/, "Another spelling of a path or method needs no valid key"],
  [/^errors:.*list:shape/, "Lists and errors have the same fault: the list is $list"],
  [/^errors:/, "$error"],
  [/^redirect:/, "A call by the documented path is answered $received"],
  [/^list:silent$/, "Lists get no answer: $received"],
  [/^list:shape$/, "The list is $received, not a JSON array"],
  [/^list:status/, "The list is answered $status, not 200"],
  [/^unknown:status 404$/, "The cancel of an unknown order makes one"],
  [/^order:id$/, "The id of a listed order is $received"],
  [/^order:object$/, "A listed order is $received, not an object"],
  [/^order:again$/, "Listed orders share an id"],
  [/^order:/, "$field of a listed order is $received"],
  [/^list:pages$/, "The list is cut into pages"],
  [/^list:missing$/, "Orders are missing from the list"],
  [/^query:cut$/, "What is listed changes with $extras"],
  [/^query:/, "Lists with $extras are answered $status"],
  [/^id:acts$/, "A cancel by an id that only resembles an order's $acts"],
  [/^cancel:list status/, "After a cancel a list is answered $status, not 200"],
  [/^cancel:list/, "After a cancel the list is not valid: $received"],
  [/^cancel:others$/, "A cancel changes other orders than its own"],
  [/^cancel:body$/, "A 204 is followed by a body"],
  [/cancel:status .*shipped:status/, "Cancels are answered $status, whatever the order's state"],
  [/^again:status .*shipped:status/, "Cancels that must be refused are answered $status"],
  [/^cancel:status/, "The cancel of a pending order is answered $status, not 204"],
  [/^again:done$/, "A cancelled order can be cancelled again"],
  [/^race:none$/, "Of several simultaneous cancels of a pending order none succeeds"],
  [/^race:done$/, "Of several simultaneous cancels of a pending order more than one succeeds"],
  [/^again:status \S+ .*unknown:status/, "The cancel of a cancelled or unknown order is answered $status"],
  [/^again:status/, "A further cancel of an order is answered $status"],
  [/^shipped:status 2/, "The cancel of a shipped order is answered $status"],
  [/^shipped:status/, "The cancel of a shipped order is answered $status, not 409"],
  [/^shipped:lost$/, "A shipped order does not stay in the list"],
  [/^shipped:data$/, "A shipped order does not stay as it was"],
  [/^unknown:status/, "The cancel of an unknown order is answered $status, not 404"],
  [/^malformed:status/, "A cancel by an id that is no int64 is answered $status"],
  [/^cancel:unexplained$/, "An order changes without a cancel of its own"],
  [/:silent$/, "Calls get no answer: $received"],
];

const words: Readonly<Record<string, (symptoms: readonly Symptom[]) => string>> = {
  // The received value without the parts that differ from call to call.
  received: ([first]) => first!.contradiction.received,
  list: (symptoms) => symptoms.find(({ kind }) => kind === "list:shape")!.contradiction.received,
  status: statusesOf,
  calls: callsLetIn,
  error: errorTitle,
  field: ([first]) => first!.kind.slice(6).split(" ", 1)[0]!,
  // If lists fail only with headers, the headers are the reason.
  extras: (symptoms) =>
    symptoms.some(({ call }) => call.query === undefined) ? "request headers" : "query parameters",
  acts: (symptoms) =>
    symptoms.some(({ requirement }) => requirement === "order-id/resembling-has-no-effect")
      ? "acts on that order"
      : `is answered ${statusesOf(symptoms)}`,
};

export function titleOf({ kinds, symptoms }: Group, otherwise: string): string {
  const names = [...kinds, kinds.toSorted().join(" ")];
  const [pattern, title = otherwise] = titles.find(([each]) => names.some((name) => each.test(name))) ?? [];
  const kind = kinds.find((each) => pattern?.test(each));
  const own = kind === undefined ? symptoms : symptoms.filter((symptom) => symptom.kind === kind);
  return title.replace(/\$(\w+)/g, (_, word) => words[word]!(own));
}

function callsLetIn(symptoms: readonly Symptom[]): string {
  const operations = new Set(symptoms.map(({ call }) => call.operation));
  const what = operations.has("list") ? (operations.has("cancel") ? "Calls" : "Lists") : "Cancels";
  const isKeyless = symptoms.some(({ call }) => call.credential === "none");
  return `${what} ${isKeyless ? "without a key" : "with a key that is not valid"}`;
}

function errorTitle(symptoms: readonly Symptom[]): string {
  const [{ kind, contradiction }] = symptoms as readonly [Symptom];
  const members = new Set(symptoms.map(({ requirement }) => requirement.replace(/^errors\/\d+-/, "")));
  const status = kind.slice(7);
  if (members.has("object")) return `The body of a ${status} is no Error: ${contradiction.received}`;
  if (members.has("media-type")) return `A ${status} is ${contradiction.received}, not JSON`;
  return `The Error of a ${status} has no valid ${new Intl.ListFormat("en-GB").format(members)}`;
}

const mostListed = 3;

/** The statuses that came, the most frequent first. */
function statusesOf(symptoms: readonly Symptom[]): string {
  const counts = [...Map.groupBy(symptoms, ({ call }) => String(call.status ?? "nothing"))];
  const statuses = counts
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([status]) => status);
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(statuses.slice(0, mostListed));
}
