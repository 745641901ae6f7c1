/** Which calls a kind of symptom is about, and what of a request may make the difference among them. */

import { type Call, mayBeHeeded } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isDocumentedError } from "../requirements/errors.ts";
import type { CallFacts } from "./call-facts.ts";
import type { RuleRun } from "./rule.ts";
import { credentialText } from "./symptoms.ts";

export interface Domain {
  readonly kinds: RegExp;
  /** Whether a call could have shown it. */
  readonly isAbout: (facts: CallFacts, run: RuleRun) => boolean;
  /** Which of those with a status that shows it do; default: all. */
  readonly isWrong?: (facts: CallFacts) => boolean;
  /** What differs from call to call. */
  readonly inputOf: (call: Call) => string;
  /** What became of those that show it, and of the others. */
  readonly words: readonly [failing: string, passing: string];
}

const isKeyless = ({ call }: CallFacts) =>
  isBad(call.credential) && call.isPlain && (call.operation === "list" || call.operation === "cancel");
const credentialOf = (call: Call) => credentialText(call) || "no Authorization";
const requestOf = ({ exchange: { request } }: Call) => `${request.method} ${request.target ?? request.path}`;
const isCancel = ({ operation, isPlain, credential }: Call) =>
  operation === "cancel" && isPlain && credential === "valid";
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
const idOf = ({ id }: Call) => id?.text || "no id";

/** A cancel by an id of nobody's, as far as the run knows; without any id the path is the list's. */
const isOfNobody = ({ call }: CallFacts, { given }: RuleRun) =>
  isCancel(call) && call.id!.text !== "" && call.id!.kind !== "same" && !given.includes(call.id!.value!);
const isOf = ({ call }: CallFacts, orders: readonly bigint[]) =>
  isCancel(call) && call.id!.kind === "exact" && orders.includes(call.id!.value);
const isOfPending = (facts: CallFacts, { given, shipped }: RuleRun) =>
  isOf(facts, given) && !isOf(facts, shipped);

export const domains: readonly Domain[] = [
  { kinds: /^key:open$/, isAbout: isKeyless, inputOf: credentialOf, words: ["let in", "refused"] },
  { kinds: /^key:acts$/, isAbout: isKeyless, inputOf: credentialOf, words: ["acts", "no effect"] },
  { kinds: /^key:late$/, isAbout: isKeyless, inputOf: requestOf, words: ["not 401", "401"] },
  { kinds: /^key:status/, isAbout: isKeyless, inputOf: credentialOf, words: ["not 401", "401"] },
  {
    kinds: /^spelling:/,
    isAbout: ({ call }) => isBad(call.credential) && !call.isPlain,
    inputOf: requestOf,
    words: ["let in", "refused"],
  },
  {
    kinds: /^(?:head|pet):/,
    isAbout: ({ call }) => isBad(call.credential) && (call.operation === "head" || call.operation === "pet"),
    inputOf: credentialOf,
    words: ["let in", "refused"],
  },
  {
    kinds: /^errors:/,
    isAbout: ({ call }) => isDocumentedError(call),
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  {
    kinds: /^query:/,
    isAbout: (facts) => isList(facts) && facts.call.isSpecial,
    inputOf: queryOf,
    words: ["changes it", "no change"],
  },
  {
    kinds: /^list:missing$/,
    isAbout: isPlainList,
    isWrong: ({ missing }) => missing.length > 0,
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  { kinds: /^list:status/, isAbout: isList, inputOf: requestOf, words: ["wrong", "right"] },
  {
    kinds: /^(?:list|order|cancel:list)/,
    isAbout: isPlainList,
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  { kinds: /^(?:id|malformed|unknown):/, isAbout: isOfNobody, inputOf: idOf, words: ["wrong", "refused"] },
  {
    kinds: /^again:/,
    isAbout: isOfPending,
    isWrong: ({ sinceDone }) => sinceDone !== undefined,
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  {
    kinds: /^shipped:/,
    isAbout: (facts, { shipped }) => isOf(facts, shipped),
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  {
    kinds: /^cancel:(?:status|body)/,
    isAbout: (facts, run) => isOfPending(facts, run) && facts.sinceDone === undefined && !facts.isAtOnce,
    inputOf: requestOf,
    words: ["wrong", "right"],
  },
  { kinds: /./, isAbout: ({ call }) => isCancel(call), inputOf: requestOf, words: ["wrong", "right"] },
];

export const domainOf = (kinds: readonly string[]): Domain =>
  domains.find((domain) => kinds.some((kind) => domain.kinds.test(kind)))!;
