/** What a mutant is worth: whether its answers differ, whether they break the document, whether the suite sees it. */

import { runSuite } from "../../conformance/run-suite.ts";
import { NoAnswer, type Target } from "../../conformance/targets/target.ts";
import type { Mock } from "../../mocks/mock.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import { everything } from "../selftest.ts";
import { type Bundle, type CreateMock, loadMock } from "./bundle-mock.ts";
import { type Answered, createOracle } from "./document-oracle.ts";
import { applyMutant, type Mutant } from "./make-mutants.ts";
import { createChance, randomRequest, type Sent } from "./random-requests.ts";
import { apiKey, fixtures, givenOrders } from "./world.ts";

export type Verdict =
  /** It does not even load or start. */
  | { readonly kind: "stillborn" }
  /** No answer differs, as far as was asked. */
  | { readonly kind: "same" }
  /** Answers differ and keep the document. */
  | { readonly kind: "lawful" }
  /** Some answer breaks the document: how, in which profile, and what the suite failed. */
  | {
      readonly kind: "breaks";
      readonly breach: string;
      readonly profile: string;
      readonly blamed: readonly string[];
    };

const profiles = ["default", "terse", "talkative"] as const;
const rounds = 6;
const callsARound = 120;

const optionsFor = (profile: (typeof profiles)[number]): MockOptions => ({
  apiKeys: [apiKey],
  fixtures,
  profile,
});

function send(
  mock: Mock,
  { method, target, headers }: Pick<Sent, "method" | "target" | "headers">,
): Answered {
  const reply = mock.handle({ method, target, headers });
  return { status: reply.status, headers: reply.headers, body: Buffer.concat(reply.body).toString() };
}

/** The sequences that every mutant is asked, the same for all of them. */
function* sequences(seed: number) {
  for (const profile of profiles) {
    for (let round = 0; round < rounds; round++) {
      const pick = createChance(seed + round * 7919);
      yield { profile, requests: Array.from({ length: callsARound }, () => randomRequest(pick)) };
    }
  }
}

export function createMutantJudge(bundle: Bundle, seed: number, beforeMutant: (mutant: Mutant) => void) {
  const proper = loadMock(bundle.code);
  const expected = [...sequences(seed)].map(({ profile, requests }) => {
    const mock = proper(optionsFor(profile));
    const oracle = createOracle();
    const answers = requests.map((sent) => {
      const said = send(mock, sent);
      const breach = oracle.findBreach(sent, said);
      if (breach)
        throw new Error(
          `Cannot judge mutants: the mock itself breaks the document, ${breach}: ${JSON.stringify(sent, (_, value) => (typeof value === "bigint" ? `${value}` : value))}`,
        );
      return said;
    });
    return { profile, requests, answers };
  });

  function compare(createMock: CreateMock): Verdict {
    let differs = false;
    for (const { profile, requests, answers } of expected) {
      const mock = createMock(optionsFor(profile));
      const oracle = createOracle();
      for (const [index, sent] of requests.entries()) {
        let breach: string | undefined;
        try {
          const said = send(mock, sent);
          breach = oracle.findBreach(sent, said);
          differs ||= !isAlike(said, answers[index]!);
        } catch (error) {
          // An adapter would make a 500 of it.
          if (sent.asks !== "other") breach = `it throws: ${(error as Error).message}`;
        }
        if (breach)
          return {
            kind: "breaks",
            breach: `${breach} (${sent.method} ${sent.target}, ${sent.headers.authorization})`,
            profile,
            blamed: [],
          };
      }
    }
    return { kind: differs ? "lawful" : "same" };
  }

  return async function judge(mutant: Mutant): Promise<Verdict> {
    beforeMutant(mutant);
    let createMock: CreateMock;
    try {
      createMock = loadMock(applyMutant(bundle.code, mutant));
      createMock(optionsFor("default"));
    } catch {
      return { kind: "stillborn" };
    }
    const verdict = compare(createMock);
    if (verdict.kind !== "breaks") return verdict;
    const mock = createMock(optionsFor(verdict.profile as (typeof profiles)[number]));
    return { ...verdict, blamed: await blame(mock, () => beforeMutant(mutant)) };
  };
}

const isAlike = (one: Answered, other: Answered) =>
  one.status === other.status &&
  one.body === other.body &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);

/** The requirements that the suite fails a mutant by. */
async function blame(mock: Mock, beforeCall: () => void): Promise<readonly string[]> {
  const target: Target = {
    baseUrl: "http://mutant.test/v1",
    apiKey,
    arrange: async () => givenOrders,
    async send({ method, path, headers }) {
      beforeCall();
      const said = send(mock, { method, target: `/v1${path}`, headers: Object.fromEntries(headers) });
      if (!isWhole(said)) throw new NoAnswer("the body is not as long as Content-Length says");
      return canBeSent(said)
        ? { status: said.status, headers: Object.entries(said.headers), body: Buffer.from(said.body) }
        : { status: 500, headers: [], body: new Uint8Array() };
    },
  };
  try {
    const { results } = await runSuite(target, everything);
    return results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  } catch (error) {
    return [`the run cannot start: ${(error as Error).message}`];
  }
}

/** What node:http would throw at. */
const canBeSent = ({ status, headers }: Answered) =>
  Number.isInteger(status) && Object.values(headers).every((value) => typeof value === "string");

const isWhole = ({ headers, body }: Answered) =>
  headers["content-length"] === undefined ||
  body === "" ||
  Number(headers["content-length"]) === Buffer.byteLength(body);
