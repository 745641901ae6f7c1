/** Prints the outputs of action.yml, `name=value` a line: node write-outputs.mjs EXIT_CODE FOLDER */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [exitCode, folder] = process.argv.slice(2);
const print = (name, value) => process.stdout.write(`${name}=${value}\n`);
print("exit-code", exitCode);

const files = {
  "json-report": "report.json",
  "junit-report": "report.xml",
  "html-report": "report.html",
  profile: "profile.json",
};
for (const [name, file] of Object.entries(files)) {
  const path = join(folder, file);
  print(name, existsSync(path) ? path : "");
}

// A run that could not start has no report.
const path = join(folder, "report.json");
const { verdict = "", counts = {} } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
print("verdict", verdict);
for (const outcome of ["passed", "failed", "warned", "untested"]) print(outcome, counts[outcome] ?? "");
