// Counts what vitest's JSON reports say. Arguments: REPORT.json=EXITCODE. Runs on Node 20 too.
import { existsSync, readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
const durations = [];

function fail(count, why) {
  failed += count;
  process.stdout.write(`${why}\n`);
}

/** The failures once more, since a CI page often keeps only the end of the output. */
function sayFailures(report) {
  for (const file of report.testResults) {
    const failures = file.assertionResults.filter((test) => test.status === "failed");
    for (const test of failures)
      process.stdout.write(
        `FAILED ${file.name}: ${test.fullName}\n${inShort(test.failureMessages.join("\n"))}\n`,
      );
    if (failures.length === 0 && file.status === "failed")
      process.stdout.write(`FAILED ${file.name}\n${inShort(file.message)}\n`);
  }
}

function inShort(message) {
  const lines = message.split("\n").slice(0, 20);
  return lines.map((line) => `  ${line.slice(0, 300)}`).join("\n");
}

for (const argument of process.argv.slice(2)) {
  const [name, exitCode] = argument.split("=");
  if (!existsSync(name)) {
    fail(1, `${name} was not written: lint, types or the runner itself failed. Counted as failed.`);
    continue;
  }
  const report = JSON.parse(readFileSync(name, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  sayFailures(report);
  for (const file of report.testResults)
    for (const { fullName, duration } of file.assertionResults)
      durations.push({
        duration: duration ?? 0,
        name: `${file.name.replace(`${process.cwd()}/`, "")}: ${fullName}`,
      });
  // A skipped test or a file that fails outside its tests must not read as green.
  const skipped = report.numTotalTests - report.numPassedTests - report.numFailedTests;
  if (skipped > 0) fail(skipped, `${skipped} tests of ${name} did not run: counted as failed.`);
  if (exitCode !== "0" && report.numFailedTests === 0)
    fail(
      1,
      `The runner of ${name} ended with exit code ${exitCode} though no test failed: counted as failed.`,
    );
}

durations.sort((one, other) => other.duration - one.duration);
process.stdout.write("The slowest tests:\n");
for (const { duration, name } of durations.slice(0, 10))
  process.stdout.write(`  ${(duration / 1000).toFixed(1).padStart(6)} s  ${name}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
