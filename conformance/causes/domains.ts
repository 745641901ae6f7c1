/** The calls that a kind of symptom is about, and the dimensions of a request in which they may differ. */

import { isBad, isKeyed } from "../evidence/read-call.ts";
import { isDocumentedError } from "../requirements/errors.ts";
import { extraOf } from "../requirements/queried-lists.ts";
import type { CallFacts } from "./call-facts.ts";
import { type Dimension, dimensions } from "./differences.ts";

export interface Domain {
  /** Whether a call could have shown it. */
  readonly isAbout: (facts: CallFacts) => boolean;
  /** Dimensions in which calls may differ, the most significant first. */
  readonly dimensions: readonly Dimension[];
  /** A value that calls must share to be compared. */
  readonly among: (facts: CallFacts) => string;
  /** A word for the calls that show it, and one for the others. */
  readonly words: readonly [failing: string, passing: string];
}

const { status, key, method, request, spelling, id, turn } = dimensions;

const domain = (isAbout: Domain["isAbout"], rest: Partial<Domain> = {}): Domain => ({
  isAbout,
  dimensions: [request],
  among: () => "",
  words: ["wrong", "right"],
  ...rest,
});

const isKeyless = ({ keyless }: CallFacts) => keyless !== undefined;
const isList = ({ call }: CallFacts) => isKeyed(call, "list");
const isPlainList = (facts: CallFacts) => isList(facts) && facts.call.status === 200 && !facts.call.isSpecial;
const isKeyedCancel = ({ call }: CallFacts) => isKeyed(call, "cancel");
/** A cancel of an order in one of these states; without any id the path is the list's. */
const isCancelOf =
  (...states: readonly CallFacts["state"][]) =>
  (facts: CallFacts) =>
    isKeyedCancel(facts) && facts.call.id!.text !== "" && states.includes(facts.state);

/** The query, or the headers that may have an effect on a list. */
const query: Dimension = { kindOf: ({ call }) => extraOf(call.exchange) || "no query" };

/** The key, then the method, which narrows the calls, then the key of the remaining ones. */
const keys = [key, method, key];

export const domains = {
  all: domain(({ call }) => call.isPlain, {
    dimensions: [...keys, request],
    among: ({ call }) => String(call.credential === "valid"),
  }),
  letIn: domain(isKeyless, { dimensions: keys, words: ["let in", "refused"] }),
  keylessEffects: domain(isKeyless, { dimensions: keys, words: ["acts", "no effect"] }),
  keylessStates: domain(isKeyless, { dimensions: [method, request], words: ["not 401", "401"] }),
  keylessStatuses: domain(isKeyless, { dimensions: keys, words: ["not 401", "401"] }),
  headAndPet: domain(
    ({ call }) => isBad(call.credential) && (call.operation === "head" || call.operation === "pet"),
    { dimensions: keys, words: ["let in", "refused"] },
  ),
  spellings: domain(({ call }) => isBad(call.credential) && !call.isPlain, {
    dimensions: [spelling],
    words: ["let in", "refused"],
  }),
  errors: domain(({ call }) => isDocumentedError(call), { dimensions: [status, key, method, key, request] }),
  redirects: domain((facts) => isList(facts) || isKeyedCancel(facts), {
    words: ["redirected", "answered"],
  }),
  lists: domain(isList),
  plainLists: domain(isPlainList),
  specialLists: domain((facts) => isList(facts) && facts.call.isSpecial, {
    dimensions: [query],
    words: ["changes it", "no change"],
  }),
  idsOfNoOrder: domain(isCancelOf("unknown", "malformed"), {
    dimensions: [id],
    words: ["wrong", "refused"],
  }),
  repeats: domain(isCancelOf("pending", "cancelled"), {
    dimensions: [turn, request],
  }),
  races: domain((facts) => isCancelOf("pending", "cancelled")(facts) && facts.isAtOnce, {
    words: ["wrong", "as it should be"],
  }),
  // After a 2xx only a 409 shows that the order still counts as shipped.
  shippedCancels: domain(
    (facts) => isCancelOf("shipped")(facts) && (!facts.isAfterSuccess || facts.call.status === 409),
    { dimensions: [turn, request] },
  ),
  // Once an order has changed, calls after it show nothing.
  shippedEffects: domain(isCancelOf("shipped")),
  pendingCancels: domain((facts) => isCancelOf("pending")(facts) && !facts.isAtOnce),
  cancels: domain(isKeyedCancel, { among: ({ call, state }) => `${call.operation} ${state}` }),
} as const satisfies Record<string, Domain>;
