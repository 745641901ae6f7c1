/** What the kit promises its users today: the command line, the report, the control plane, and its modules. */

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { fixturesCommand } from "../../cli/fixtures/fixtures-command.ts";
import { initCommand } from "../../cli/init/init-command.ts";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { logFormats } from "../../cli/mock/request-log.ts";
import { proxyCommand } from "../../cli/proxy/proxy-options.ts";
import { selftestCommand } from "../../cli/selftest/selftest-command.ts";
import { verifyCommand } from "../../cli/verify/verify-options.ts";
import { reporterNames } from "../../conformance/report/reporters/reporters.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { scenarioNames } from "../../fixtures/scenarios.ts";
import { controlOpenapi } from "../../mocks/control/control-openapi.ts";
import { controlOperations } from "../../mocks/control/control-operations.ts";
import { journalFormats } from "../../mocks/journal/format-journal.ts";
import { controlPrefix, controlTokenHeader, faultPresets } from "../../spec/control-protocol.ts";
import { openQuestions, questionIds } from "../../spec/open-questions.ts";
import { profileNames } from "../../spec/profile.ts";
import { commandFacts, exitCodeFacts } from "./command-facts.ts";
import { type Facts, grantNames, joinFacts } from "./facts.ts";
import { openapiFacts } from "./openapi-facts.ts";
import { type Schema, schemaFacts } from "./schema-facts.ts";

export interface Contracts {
  readonly commandLine: Facts;
  readonly report: Facts;
  readonly controlPlane: Facts;
  readonly modules: Facts;
}
export const contractTitles: Readonly<Record<keyof Contracts, string>> = {
  commandLine: "command line",
  report: "report schema",
  controlPlane: "control plane",
  modules: "modules",
};

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const commands = [mockCommand, verifyCommand, proxyCommand, fixturesCommand, initCommand, selftestCommand];

export function describeContracts(): Contracts {
  return {
    commandLine: joinFacts([
      ...commands.map(commandFacts),
      exitCodeFacts("store-orders", read("cli.ts")),
      grantNames("scenario", scenarioNames()),
      grantNames("profile", profileNames),
      grantNames("fault preset", faultPresets),
      grantNames("reporter", reporterNames),
      grantNames("log format", logFormats),
      grantNames("journal format", journalFormats),
      ...questionIds.map((id) => grantNames(`question ${id}`, Object.keys(openQuestions[id].answers))),
    ]),
    report: describeReport(),
    controlPlane: joinFacts([
      openapiFacts(parse(controlOpenapi(controlOperations))),
      grantNames("prefix", [controlPrefix]),
      grantNames("header", [controlTokenHeader]),
    ]),
    modules: joinFacts(describeModules()),
  };
}

function describeReport(): Facts {
  const schema = JSON.parse(read("conformance/report/report.schema.json"));
  return joinFacts([
    schemaFacts("report", schema, "read"),
    ...Object.entries(schema.$defs).map(([name, each]) => schemaFacts(name, each as Schema, "read")),
    grantNames(
      "requirement",
      allRequirements.map(({ id }) => id),
    ),
  ]);
}

/** Each path of the exports map with the names it exports, and the commands that are installed. */
function describeModules(): readonly Facts[] {
  const manifest = JSON.parse(read("package.json"));
  const entries = Object.entries<string | { readonly default: string }>(manifest.exports);
  return [
    grantNames("command", Object.keys(manifest.bin)),
    { grants: {}, demands: { node: manifest.engines.node } },
    // An optional peer is one more way to use the kit; any other has to be installed.
    ...Object.entries<string>(manifest.peerDependencies).map(([name, range]) => {
      const fact = { [`peer ${name}`]: range };
      return manifest.peerDependenciesMeta[name]?.optional
        ? { grants: fact, demands: {} }
        : { grants: {}, demands: fact };
    }),
    ...entries.map(([path, entry]) => {
      const place = `${manifest.name}${path.slice(1)}`;
      const source = typeof entry === "string" ? "" : read(`${entry.default.slice("./dist/".length, -3)}.ts`);
      return joinFacts([grantNames(place, exportedNames(source)), { grants: { [place]: "" }, demands: {} }]);
    }),
  ];
}

/** `type NAME` for what is a type alone. */
function exportedNames(source: string): readonly string[] {
  const listed = [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type = "", names = ""]) =>
    names
      .split(",")
      .map((name) => `${type}${name.trim().replace(/^(type )?.* as /, "$1")}`)
      .filter((name) => name.replace(type, "") !== ""),
  );
  const declared = [
    ...source.matchAll(/^export (?:async )?(const|function|class|interface|type) (\w+)/gm),
  ].map(([, kind, name]) => (kind === "interface" || kind === "type" ? `type ${name}` : name!));
  return [...new Set([...listed, ...declared])];
}
