/** Which calls a kind of symptom is about, and what of a request may make the difference among them. */

import { type Call, mayBeHeeded } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isDocumentedError } from "../requirements/errors.ts";
import type { CallFacts } from "./call-facts.ts";
import { credentialText } from "./symptoms.ts";

export interface Domain {
  readonly kinds: RegExp;
  /** Whether a call could have shown it. */
  readonly isAbout: (facts: CallFacts) => boolean;
  /** Which of those with a status that shows it do; default: all. */
  readonly isWrong?: (facts: CallFacts) => boolean;
  /** What differs from call to call; default: method and path. */
  readonly inputOf?: (call: Call) => string;
  /** What became of those that show it, and of the others; default: wrong, right. */
  readonly words?: readonly [failing: string, passing: string];
}

const isKeyless = ({ call }: CallFacts) =>
  isBad(call.credential) && call.isPlain && (call.operation === "list" || call.operation === "cancel");
const credentialOf = (call: Call) => credentialText(call) || "no Authorization";
const isList = ({ call }: CallFacts) =>
  call.operation === "list" && call.isPlain && call.credential === "valid";
const isPlainList = (facts: CallFacts) => isList(facts) && facts.call.status === 200 && !facts.call.isSpecial;
/** The query, and the headers by which a server may choose; cookies are the server's own. */
const queryOf = ({ query, exchange }: Call) =>
  [
    ...(query === undefined ? [] : [`?${query}`]),
    ...exchange.request.headers
      .filter(([name, value]) => mayBeHeeded(name, value))
      .map((pair) => pair.join(": ")),
  ].join(", ");
/** A cancel of an order in one of these states; without any id the path is the list's. */
const isCancelOf =
  (...states: readonly CallFacts["state"][]) =>
  ({ call, state }: CallFacts) =>
    isKeyedCancel(call) && call.id!.text !== "" && states.includes(state);
const isKeyedCancel = ({ operation, isPlain, credential }: Call) =>
  operation === "cancel" && isPlain && credential === "valid";
const isPending = isCancelOf("pending");

const letIn = ["let in", "refused"] as const;
const not401 = ["not 401", "401"] as const;
const domains: readonly Domain[] = [
  { kinds: /^key:open$/, isAbout: isKeyless, inputOf: credentialOf, words: letIn },
  { kinds: /^key:acts$/, isAbout: isKeyless, inputOf: credentialOf, words: ["acts", "no effect"] },
  { kinds: /^key:late$/, isAbout: isKeyless, words: not401 },
  { kinds: /^key:status/, isAbout: isKeyless, inputOf: credentialOf, words: not401 },
  {
    kinds: /^spelling:/,
    isAbout: ({ call }) => isBad(call.credential) && !call.isPlain,
    words: letIn,
  },
  {
    kinds: /^(?:head|pet):/,
    isAbout: ({ call }) => isBad(call.credential) && (call.operation === "head" || call.operation === "pet"),
    inputOf: credentialOf,
    words: letIn,
  },
  { kinds: /^errors:/, isAbout: ({ call }) => isDocumentedError(call) },
  {
    kinds: /^query:/,
    isAbout: (facts) => isList(facts) && facts.call.isSpecial,
    inputOf: queryOf,
    words: ["changes it", "no change"],
  },
  { kinds: /^list:missing$/, isAbout: isPlainList, isWrong: ({ missing }) => missing.length > 0 },
  { kinds: /^list:status/, isAbout: isList },
  { kinds: /^(?:list|order|cancel:list)/, isAbout: isPlainList },
  {
    kinds: /^(?:id|malformed|unknown):/,
    isAbout: isCancelOf("unknown", "malformed"),
    inputOf: ({ id }) => id?.text || "no id",
    words: ["wrong", "refused"],
  },
  {
    kinds: /^again:/,
    isAbout: isCancelOf("pending", "cancelled"),
    isWrong: ({ sinceDone }) => sinceDone !== undefined,
  },
  { kinds: /^shipped:/, isAbout: isCancelOf("shipped") },
  { kinds: /^cancel:(?:status|body)/, isAbout: (facts) => isPending(facts) && !facts.isAtOnce },
  { kinds: /./, isAbout: ({ call }) => isKeyedCancel(call) },
];

const requestOf = ({ exchange: { request } }: Call) => {
  const { method, target, path, headers, keepsCase = false } = request;
  const letters = headers.some(([name]) => name !== name.toLowerCase()) ? "capitals" : "small letters";
  return `${method} ${target ?? path}${keepsCase ? ` (names of headers in ${letters})` : ""}`;
};

/** The first that fits one of a group's kinds. */
export const domainOf = (kinds: readonly string[]): Required<Omit<Domain, "kinds">> => ({
  isWrong: () => true,
  inputOf: requestOf,
  words: ["wrong", "right"],
  ...domains.find((domain) => kinds.some((kind) => domain.kinds.test(kind)))!,
});
