/** Which calls a kind of symptom is about, and what of a request may make the difference among them. */

import { mayBeHeeded } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isDocumentedError } from "../requirements/errors.ts";
import type { CallFacts } from "./call-facts.ts";
import { type Dimension, dimensions } from "./differences.ts";

export interface Domain {
  readonly kinds: RegExp;
  /** Whether a call could have shown it. */
  readonly isAbout: (facts: CallFacts) => boolean;
  /** Which of those with a status that shows it do; default: all. */
  readonly isWrong?: (facts: CallFacts) => boolean;
  /** Dimensions in which calls may differ, the most significant first; default: method and path. */
  readonly dimensions?: readonly Dimension[];
  /** Failing calls are compared only with those of the same value; default: with all. */
  readonly among?: (facts: CallFacts) => string;
  /** A word for the calls that show it, and one for the others; default: wrong, right. */
  readonly words?: readonly [failing: string, passing: string];
}

const isKeyless = ({ call }: CallFacts) =>
  isBad(call.credential) && call.isPlain && (call.operation === "list" || call.operation === "cancel");
const isList = ({ call }: CallFacts) =>
  call.operation === "list" && call.isPlain && call.credential === "valid";
const isPlainList = (facts: CallFacts) => isList(facts) && facts.call.status === 200 && !facts.call.isSpecial;
/** The query, and the headers by which a server may choose; cookies are the server's own. */
const query: Dimension = {
  kindOf: ({ call: { query: text, exchange } }) =>
    [
      ...(text === undefined ? [] : [`?${text}`]),
      ...exchange.request.headers
        .filter(([name, value]) => mayBeHeeded(name, value))
        .map((pair) => pair.join(": ")),
    ].join(", ") || "no query",
};
/** A cancel of an order in one of these states; without any id the path is the list's. */
const isCancelOf =
  (...states: readonly CallFacts["state"][]) =>
  (facts: CallFacts) =>
    isKeyedCancel(facts) && facts.call.id!.text !== "" && states.includes(facts.state);
const isKeyedCancel = ({ call: { operation, isPlain, credential } }: CallFacts) =>
  operation === "cancel" && isPlain && credential === "valid";
const isPending = isCancelOf("pending");

const { status, key, method, request, spelling, id, turn } = dimensions;
/** Dimensions of a symptom of some operations alone. */
const keys = [key, method, key];
const stateOf = ({ call, state }: CallFacts) => `${call.operation} ${state}`;
const letIn = ["let in", "refused"] as const;
const not401 = ["not 401", "401"] as const;
const domains: readonly Domain[] = [
  { kinds: /^sporadic:/, isAbout: () => true, dimensions: [request] },
  { kinds: /^key:open$/, isAbout: isKeyless, dimensions: keys, words: letIn },
  { kinds: /^key:acts$/, isAbout: isKeyless, dimensions: keys, words: ["acts", "no effect"] },
  { kinds: /^key:late$/, isAbout: isKeyless, dimensions: [method, request], words: not401 },
  { kinds: /^key:status/, isAbout: isKeyless, dimensions: keys, words: not401 },
  {
    kinds: /^spelling:/,
    isAbout: ({ call }) => isBad(call.credential) && !call.isPlain,
    dimensions: [spelling],
    words: letIn,
  },
  {
    kinds: /^(?:head|pet):/,
    isAbout: ({ call }) => isBad(call.credential) && (call.operation === "head" || call.operation === "pet"),
    dimensions: keys,
    words: letIn,
  },
  {
    kinds: /^errors:/,
    isAbout: ({ call }) => isDocumentedError(call),
    dimensions: [status, key, method, key, request],
  },
  {
    kinds: /^query:/,
    isAbout: (facts) => isList(facts) && facts.call.isSpecial,
    dimensions: [query],
    words: ["changes it", "no change"],
  },
  {
    kinds: /^redirect:/,
    isAbout: (facts) => isList(facts) || isKeyedCancel(facts),
    isWrong: ({ call }) => call.exchange.redirectedFrom !== undefined,
    words: ["redirected", "answered"],
  },
  { kinds: /^list:missing$/, isAbout: isPlainList, isWrong: ({ missing }) => missing.length > 0 },
  { kinds: /^list:status/, isAbout: isList },
  { kinds: /^(?:list|order|cancel:list)/, isAbout: isPlainList },
  {
    kinds: /^(?:id|malformed|unknown):/,
    isAbout: isCancelOf("unknown", "malformed"),
    dimensions: [id],
    words: ["wrong", "refused"],
  },
  {
    kinds: /^again:/,
    isAbout: isCancelOf("pending", "cancelled"),
    isWrong: ({ sinceDone }) => sinceDone !== undefined,
    dimensions: [turn, request],
  },
  { kinds: /^shipped:/, isAbout: isCancelOf("shipped"), dimensions: [turn, request] },
  {
    kinds: /^race:/,
    isAbout: (facts) => isCancelOf("pending", "cancelled")(facts) && facts.isAtOnce,
    words: ["wrong", "as it should be"],
  },
  { kinds: /^cancel:(?:status|body)/, isAbout: (facts) => isPending(facts) && !facts.isAtOnce },
  { kinds: /./, isAbout: isKeyedCancel, among: stateOf },
];

/** The first that fits one of a group's kinds. */
export const domainOf = (kinds: readonly string[]): Required<Omit<Domain, "kinds">> => ({
  isWrong: () => true,
  dimensions: [request],
  among: () => "",
  words: ["wrong", "right"],
  ...domains.find((domain) => kinds.some((kind) => domain.kinds.test(kind)))!,
});
