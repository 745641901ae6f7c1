import { expect, test } from "vitest";
import { allRequirements, defaultRequirements, selectRequirements } from "./all-requirements.ts";

const idsOf = (only: string[], skip: string[]) => selectRequirements({ only, skip }).map(({ id }) => id);

test("without a selection every requirement but the opt-in ones is judged", () => {
  expect(selectRequirements({})).toEqual(defaultRequirements);
  const left = allRequirements.filter((requirement) => !defaultRequirements.includes(requirement));
  expect(left.map(({ id }) => id)).toEqual(["exposed-key/in-query", "exposed-key/in-other-header"]);
});

test("with its option an opt-in requirement is judged among the others, or alone", () => {
  expect(selectRequirements({ exposeKey: true })).toEqual(allRequirements);
  const alone = selectRequirements({ only: ["exposed-key/in-query"], exposeKey: true });
  expect(alone.map(({ id }) => id)).toEqual(["exposed-key/in-query"]);
});

test("naming an opt-in requirement without its option is refused with the option", () => {
  const select = (dashes?: "--") => selectRequirements({ only: ["exposed-key/*"] }, dashes);
  expect(() => select("--")).toThrow(
    "exposed-key/in-query is tested with --expose-key alone. Give that, too.",
  );
  expect(select).toThrow("Cannot use only: exposed-key/in-query is tested with exposeKey alone.");
});

test.each([
  [["cancel-order/shipped"], [], ["cancel-order/shipped"]],
  [
    ["cancel-order/shipped*"],
    [],
    ["cancel-order/shipped", "cancel-order/shipped-again", "cancel-order/shipped-unchanged"],
  ],
  [["order/id,order/complete"], [], ["order/id", "order/complete"]],
  [["order/id", "list-orders/head"], [], ["list-orders/head", "order/id"]],
  [["order/id", "order/id*"], ["order/id-unique"], ["order/id"]],
  [
    ["errors/404-*"],
    ["errors/404-media*"],
    ["errors/404-object", "errors/404-code", "errors/404-message", "errors/404-status"],
  ],
])("--only %j and --skip %j leave %j, in the order of reports", (only, skip, ids) => {
  expect(idsOf(only, skip)).toEqual(ids);
});

test("--skip alone leaves the others", () => {
  const ids = idsOf([], ["errors/*"]);
  expect(ids.length).toBeGreaterThan(30);
  expect(ids.some((id) => id.startsWith("errors/"))).toBe(false);
});

test.each<[string[], string[], RegExp]>([
  [["list-orders/hed"], [], /--only.*"list-orders\/hed".*Did you mean list-orders\/head\?/],
  [[], ["cancel-orders/*"], /--skip: there is no requirement "cancel-orders\/\*"/],
  [["completely-different-and-long"], [], /A report in json names them all/],
  [["list-orders"], [], /no requirement "list-orders"/],
  [["errors/*"], ["err*"], /--only and --skip leave no requirement/],
])("--only %j and --skip %j are refused", (only, skip, message) => {
  expect(() => selectRequirements({ only, skip }, "--")).toThrow(message);
});
