/** Messages about a Redis that cannot be used, with the next step. */

import { BadInput } from "../../../base/bad-input.ts";
import { NotKept } from "../../core/order-storage.ts";

/** An error for data in Redis, or a change, that cannot be used. */
export class Unusable extends Error {
  override name = "Unusable";
  readonly next: string;
  constructor(fact: string, next: string) {
    super(fact);
    this.next = next;
  }
}

export const foreign = [
  "there is data of another program under its keys",
  "Name another --state-prefix.",
] as const;

export const damage = ["a value under its keys is damaged", "Name another --state-prefix."] as const;

export const useThatKit = "Use the kit that wrote it, or another --state-prefix.";

/** Maximum number of bytes of a question: Redis takes no value of more than 512 MiB, and is busy while it reads one. */
export const maxQuestionBytes = 64 * 2 ** 20;

export const tooLarge = [
  `a change is larger than the ${maxQuestionBytes / 2 ** 20} MiB that go to Redis at once`,
  "Use fewer orders, or shorter texts.",
] as const;

/** Reasons by the code at the beginning of Redis's answer. */
const reasons: readonly (readonly [code: RegExp, fact: string, next: string])[] = [
  [
    /^(?:NOAUTH|WRONGPASS)\b/,
    "Redis asks for another user or password",
    "Put them before the host of the address.",
  ],
  [/^READONLY\b/, "it is a replica, which takes no changes", "Name the address of its master."],
  [/^OOM\b/, "Redis is full", "Give it more memory, or name another address."],
  [/^MISCONF\b/, "Redis takes no changes, as it cannot write to its disk", "Make room there."],
  [/^(?:FOREIGN|WRONGTYPE)\b/, ...foreign],
  [/^DAMAGED\b/, ...damage],
  // Of a text that is too long for JavaScript.
  [/^Invalid string length/, ...tooLarge],
  [/NOPERM|can't run this command/, "its user may not do what the mock needs", "Name another user."],
];

/** Codes of a refused certificate (Node.js TLS, X.509 certificate error codes), which are not retried. */
export const isDistrusted = ({ code = "" }: NodeJS.ErrnoException) =>
  /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(code);

export function reasonOf(error: Error): readonly [fact: string, next: string] {
  if (error instanceof Unusable) return [error.message, error.next];
  if (error instanceof BadInput) return damage;
  const known = reasons.find(([code]) => code.test(error.message));
  if (known) return [known[1], known[2]];
  if (isDistrusted(error))
    return [
      `its certificate is not trusted (${error.message.split(";", 1)[0]})`,
      "Name the file of its authority in NODE_EXTRA_CA_CERTS, or another address.",
    ];
  // For a name with several addresses, Node gives only a code.
  const fact = error.message || (error as NodeJS.ErrnoException).code || "";
  // Redis adds the place in a script.
  const words = fact.replace(/,? script: .*$/s, "");
  return [`Redis cannot be used (${words})`, "Start it there, or name another address."];
}

export const unreachable = (cause?: Error) =>
  new NotKept(
    "The state of this mock is kept in Redis, which cannot be reached. Nothing was done: send the request again.",
    "state_unreachable",
    cause,
  );

export const inDoubt = () =>
  new NotKept(
    "The connection to Redis was lost before Redis answered. The change was made whole or not at all, and will not be made later: list the orders to see.",
    "state_in_doubt",
  );

export function notKept(error: Error): NotKept {
  if (error instanceof NotKept) return error;
  const [fact, next] = reasonOf(error);
  return new NotKept(`Cannot answer with the state in Redis: ${fact}. Nothing was changed. ${next}`);
}
