/** Prints the outputs of action.yml in the form of GitHub's file: node write-outputs.mjs EXIT_CODE FOLDER */

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [exitCode, folder] = process.argv.slice(2);
const outcomes = ["passed", "failed", "warned", "untested"];
const files = {
  "json-report": "report.json",
  "junit-report": "report.xml",
  "html-report": "report.html",
  profile: "profile.json",
};
/** Each output; those that a run does not give are empty. */
const outputs = { "exit-code": exitCode, verdict: "" };
for (const name of [...Object.keys(files), ...outcomes]) outputs[name] = "";

for (const [name, file] of Object.entries(files))
  if (existsSync(join(folder, file))) outputs[name] = join(folder, file);

// A run that could not start has no report.
if (outputs["json-report"] !== "") {
  try {
    const { verdict, counts } = JSON.parse(readFileSync(outputs["json-report"], "utf8"));
    const given = Object.fromEntries(outcomes.map((name) => [name, counts[name].toString()]));
    Object.assign(outputs, given, { verdict: verdict.toString() });
  } catch {
    outputs["json-report"] = "";
    process.stderr.write(
      "::error title=Store Orders::Cannot read report.json: it is not a whole report. The outputs of its verdict and counts are empty.\n",
    );
  }
}

// In this form a value cannot contain its own end, which is random.
for (const [name, value] of Object.entries(outputs)) {
  const end = randomUUID();
  process.stdout.write(`${name}<<${end}\n${value}\n${end}\n`);
}
