/** What is wrong, in one sentence, by the kinds of symptoms of a group. */

import type { Group } from "./group-symptoms.ts";
import type { Symptom } from "./symptoms.ts";

type Say = (symptoms: readonly Symptom[], kind: string) => string;

/** The first that fits one of a group's kinds counts. */
const titles: readonly (readonly [kind: RegExp, say: Say])[] = [
  [/^key:open$/, openTitle],
  [/^key:acts$/, () => "A cancel without a valid key is refused, but takes effect"],
  [/^key:late$/, (symptoms) => `${statusesOf(symptoms)} is answered before the key is checked`],
  [/^key:status/, (symptoms) => `Calls without a valid key are answered ${statusesOf(symptoms)}, not 401`],
  [/^head:open$/, () => "HEAD of the list needs no valid key"],
  [/^pet:open$/, () => "GET /pets/{petId} needs no valid key"],
  [/^spelling:open$/, () => "Another spelling of a path or method needs no valid key"],
  [/^errors:/, errorTitle],
  [/^list:shape$/, (symptoms) => `The list is ${differenceOf(symptoms)}, not a JSON array`],
  [/^list:status/, (symptoms) => `The list is answered ${statusesOf(symptoms)}, not 200`],
  [/^unknown:status 404$/, () => "The cancel of an unknown order makes one"],
  [/^order:id$/, (symptoms) => `The id of a listed order is ${differenceOf(symptoms)}`],
  [/^order:object$/, (symptoms) => `A listed order is ${differenceOf(symptoms)}, not an object`],
  [/^order:again$/, () => "Listed orders share an id"],
  [
    /^order:/,
    (symptoms, kind) => `${kind.slice(6).split(" ", 1)[0]} of a listed order is ${differenceOf(symptoms)}`,
  ],
  [/^list:pages$/, () => "The list is cut into pages"],
  [/^list:missing$/, () => "Orders are missing from the list"],
  [/^query:cut$/, (symptoms) => `${askedWith(symptoms)} change what is listed`],
  [
    /^query:/,
    (symptoms) => `Lists with ${askedWith(symptoms).toLowerCase()} are answered ${statusesOf(symptoms)}`,
  ],
  [
    /^id:acts$/,
    (symptoms) =>
      symptoms.some(({ requirement }) => requirement === "order-id/resembling-has-no-effect")
        ? "An id that only resembles an order's acts on that order"
        : `A cancel by an id that only resembles an order's is answered ${statusesOf(symptoms)}`,
  ],
  [/^cancel:list status/, (symptoms) => `After a cancel a list is answered ${statusesOf(symptoms)}, not 200`],
  [/^cancel:list/, (symptoms) => `After a cancel the list is not valid: ${differenceOf(symptoms)}`],
  [/^cancel:others$/, () => "A cancel changes other orders than its own"],
  [/^cancel:body$/, () => "A 204 is followed by a body"],
  [
    /^cancel:status/,
    (symptoms) => `The cancel of a pending order is answered ${statusesOf(symptoms)}, not 204`,
  ],
  [/^cancel:none$/, () => "Of several simultaneous cancels of a pending order none succeeds"],
  [/^again:done$/, () => "A cancelled order can be cancelled again"],
  [/^again:status/, (symptoms) => `A further cancel of an order is answered ${statusesOf(symptoms)}`],
  [/^shipped:status 2/, (symptoms) => `The cancel of a shipped order is answered ${statusesOf(symptoms)}`],
  [
    /^shipped:status/,
    (symptoms) => `The cancel of a shipped order is answered ${statusesOf(symptoms)}, not 409`,
  ],
  [/^shipped:lost$/, () => "A shipped order does not stay in the list"],
  [/^shipped:data$/, () => "A shipped order does not stay as it was"],
  [
    /^unknown:status/,
    (symptoms) => `The cancel of an unknown order is answered ${statusesOf(symptoms)}, not 404`,
  ],
  [
    /^malformed:status/,
    (symptoms) => `A cancel by an id that is no int64 is answered ${statusesOf(symptoms)}`,
  ],
  [/^cancel:unexplained$/, () => "An order changes without a cancel of its own"],
  [/:silent$/, (symptoms) => `Calls get no answer: ${differenceOf(symptoms)}`],
];

export function titleOf({ kinds, symptoms }: Group, otherwise: string): string {
  for (const [pattern, say] of titles) {
    const kind = kinds.find((each) => pattern.test(each));
    if (kind === undefined) continue;
    return say(
      symptoms.filter((symptom) => symptom.kind === kind),
      kind,
    );
  }
  return otherwise;
}

function openTitle(symptoms: readonly Symptom[]): string {
  const operations = new Set(symptoms.map(({ call }) => call.operation));
  const what = operations.has("list") ? (operations.has("cancel") ? "Calls" : "Lists") : "Cancels";
  const isKeyless = symptoms.some(({ call }) => call.credential === "none");
  return `${what} ${isKeyless ? "without a key" : "with a key that is not valid"} are let in`;
}

function errorTitle(symptoms: readonly Symptom[], kind: string): string {
  const members = new Set(symptoms.map(({ requirement }) => requirement.replace(/^errors\/\d+-/, "")));
  const status = kind.slice(7);
  if (members.has("object")) return `The body of a ${status} is no Error: ${differenceOf(symptoms)}`;
  if (members.has("media-type")) return `A ${status} is ${differenceOf(symptoms)}, not JSON`;
  return `The Error of a ${status} has no valid ${joined([...members], "and")}`;
}

/** What the lists were asked with. Where one fails with headers alone, the headers do it. */
const askedWith = (symptoms: readonly Symptom[]): string =>
  symptoms.some(({ call }) => call.query === undefined) ? "Request headers" : "Query parameters";

const mostListed = 3;

/** The statuses that came, the most frequent first. */
function statusesOf(symptoms: readonly Symptom[]): string {
  const counts = [...Map.groupBy(symptoms, ({ call }) => String(call.status ?? "nothing"))];
  const statuses = counts
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([status]) => status);
  return joined(statuses.slice(0, mostListed), "or");
}

/** What came instead, without what differs from call to call. */
const differenceOf = (symptoms: readonly Symptom[]): string => symptoms[0]!.contradiction.received;

export function joined(words: readonly string[], conjunction: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}
