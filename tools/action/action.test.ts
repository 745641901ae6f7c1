import { expect, test } from "vitest";
import { variableOf } from "../../cli/command-spec.ts";
import { verifyCommand } from "../../cli/verify/verify-options.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { action, inputsByVariable } from "../testing/run-action.ts";

test("each input becomes one environment variable, and each variable of the kit sets an option of verify", () => {
  const inputs = inputsByVariable.map(([, input]) => input);
  expect(inputs.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  const { options, positional } = verifyCommand;
  const known = [positional.variable, ...Object.keys(options).map((name) => variableOf(verifyCommand, name))];
  const variables = inputsByVariable.map(([variable]) => variable);
  expect(known).toEqual(expect.arrayContaining(variables.filter((name) => name.startsWith("STORE_ORDERS_"))));
});

test("no script has an expression, since a shell would run its text", () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
});

test("each output of the action is an output of the step with the same name", () => {
  for (const [name, { value }] of Object.entries(action.outputs))
    expect(value).toBe(`\${{ steps.verify.outputs.${name} }}`);
});

test("the action installs its own version by default", () => {
  expect(action.inputs.kit!.default).toBe(`${kitName}@${kitVersion}`);
});
