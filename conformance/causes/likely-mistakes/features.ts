/** Likely mistakes derived from a run: a feature of all failing calls and of no other. */

import { percentDecoded } from "../../../base/escapes.ts";
import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake, Population } from "../match-mistakes.ts";

/** Features of a call beyond its method, path and key, each as text. */
export function extrasOf({ call: { exchange, query } }: CallFacts): readonly string[] {
  const headers = exchange.request.headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== "authorization");
  const names = headers.map(([name]) => name);
  return [
    ...names.map((name) => `with a header ${name}`),
    ...headers.flatMap(([name, value]) => (name === "cookie" ? [] : [`with ${name}: ${value.slice(0, 60)}`])),
    ...["accept", "user-agent", "accept-encoding", "content-type"]
      .filter((name) => !names.includes(name))
      .map((name) => `without a header ${name}`),
    ...(query === undefined ? [] : ["with a query"]),
    ...parametersOf(query).map((name) => `with the parameter ${name}`),
  ];
}

/** All features of a call, each as text. */
function featuresOf(facts: CallFacts): readonly string[] {
  const { call, authorization, cancelled } = facts;
  const { operation } = call;
  return [
    ...extrasOf(facts),
    ...(cancelled > 0 ? ["after an order was cancelled"] : []),
    ...(operation === "list" || operation === "cancel" ? [`${operation}s alone`] : []),
    schemeOf(authorization),
  ];
}

function schemeOf(authorization: string | undefined): string {
  if (authorization === undefined) return "without Authorization";
  const [scheme, token] = authorization.split(" ", 2);
  if (!/^bearer$/i.test(scheme!)) return "with another scheme than Bearer";
  return token === undefined ? "with an empty bearer token" : "with a bearer token";
}

const parametersOf = (query: string | undefined) =>
  (query ?? "").split("&").flatMap((part) => (part === "" ? [] : [percentDecoded(part.split("=", 1)[0]!)]));

/** Maximum probability that the failing calls share one of their features by chance. */
const maxChance = 0.05;

/** Whether this number of calls may share something by chance. */
export function mayBeChance(count: number, calls: readonly CallFacts[]): boolean {
  const tried = new Set(calls.flatMap(featuresOf)).size;
  return (count / calls.length) ** count * tried >= maxChance;
}

export function featureMistakes(
  { calls, shows }: Population,
  kinds: readonly string[],
): readonly LikelyMistake[] {
  const failing = calls.filter(shows);
  const [first] = failing;
  if (!first || failing.length === calls.length) return [];
  // For a query that changes the list, the parameters are the reason anyway.
  const isQuery = kinds.includes("query:cut") && first.call.query !== undefined;
  if (!isQuery && mayBeChance(failing.length, calls)) return [];
  return featureMistakesOf([first]).filter(
    ({ id }) => !isQuery || id.startsWith("request-with-the-parameter-"),
  );
}

/** A mistake for each feature of some call. */
export function featureMistakesOf(calls: readonly CallFacts[]): readonly LikelyMistake[] {
  return [...new Set(calls.flatMap(featuresOf))].map((feature) => ({
    id: `request-${feature.replace(/:.*/s, "").replace(/[^\w]+/g, "-")}`,
    text: / alone$/.test(feature) ? feature : `requests ${feature}`,
    shows: (facts) => featuresOf(facts).includes(feature),
  }));
}
