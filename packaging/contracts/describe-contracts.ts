/** What the kit promises its users today: the command line, the report, the control plane, and its modules. */

import { readFileSync } from "node:fs";
import { fixturesCommand } from "../../cli/fixtures/fixtures-command.ts";
import { formatHelp } from "../../cli/format-help.ts";
import { initCommand } from "../../cli/init/init-command.ts";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { logFormats } from "../../cli/mock/request-log.ts";
import { type CommandSpec, type OptionSpec, variableOf } from "../../cli/options.ts";
import { proxyCommand } from "../../cli/proxy/proxy-command.ts";
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
import { demandMark, type Facts, grantNames } from "./facts.ts";
import { openapiFacts, type Schema, schemaFacts } from "./openapi-facts.ts";

export const contractTitles = {
  commandLine: "command line",
  report: "report schema",
  controlPlane: "control plane",
  modules: "modules",
} as const;
export type Contracts = Readonly<Record<keyof typeof contractTitles, Facts>>;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const commands = [mockCommand, verifyCommand, proxyCommand, fixturesCommand, initCommand, selftestCommand];

export function describeContracts(): Contracts {
  const schema = JSON.parse(read("conformance/report/report.schema.json"));
  const requirements = allRequirements.map(({ id }) => id);
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
    report: joinFacts([
      schemaFacts("report", schema, "read"),
      ...Object.entries(schema.$defs).map(([name, each]) => schemaFacts(name, each as Schema, "read")),
      grantNames("requirement", requirements),
    ]),
    controlPlane: joinFacts([
      openapiFacts(JSON.parse(controlOpenapi(controlOperations))),
      grantNames("prefix", [controlPrefix]),
      grantNames("header", [controlTokenHeader]),
    ]),
    modules: joinFacts(describeModules()),
  };
}

function joinFacts(parts: readonly Facts[]): Facts {
  const all = Object.entries<string>(Object.assign({}, ...parts));
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Commands, options, their variables and defaults, exit codes. */
function commandFacts(spec: CommandSpec): Facts {
  const { name: command, positional, options } = spec;
  return joinFacts([
    { [command]: "", ...(positional && { [`${command} argument`]: "" }) },
    grantNames(`${command} argument`, positional?.variable ? [positional.variable] : []),
    ...Object.entries(options).map(([name, option]) =>
      optionFacts(`${command} --${name}`, option, variableOf(spec, name)),
    ),
    exitCodeFacts(command, formatHelp(spec)),
  ]);
}

function optionFacts(place: string, { value, multiple, short, help }: OptionSpec, variable: string): Facts {
  const fallback = / Default: ([^ ]+?)[,.;]?(?: |$)/.exec(help)?.[1];
  // Words of an option are in lower case, and stand for what the user chooses in capitals.
  const words = value?.split("|").filter((word) => /^[a-z]+$/.test(word)) ?? [];
  return {
    [place]: value ? "takes a value" : "switch",
    ...(fallback && { [`${place} default`]: fallback }),
    ...grantNames(place, [variable, ...words]),
    ...(multiple && { [`${place} may be repeated`]: "" }),
    ...(short && { [`${place} -${short}`]: "" }),
  };
}

/** The codes that a help text lists. */
function exitCodeFacts(command: string, help: string): Facts {
  const text = /Exit codes:([\s\S]*?)(?:\n\n|\nEach option|$)/.exec(help)?.[1] ?? "";
  return grantNames(`${command} exit code`, text.match(/\b\d{1,3}\b/g) ?? []);
}

/** Each path of the exports map with the names it exports, and the commands that are installed. */
function describeModules(): readonly Facts[] {
  const { name, bin, engines, exports, peerDependencies, peerDependenciesMeta } = JSON.parse(
    read("package.json"),
  );
  // An optional peer is one more way to use the kit; any other has to be installed.
  const mark = (peer: string) => (peerDependenciesMeta[peer]?.optional ? "" : demandMark);
  const peers = Object.entries<string>(peerDependencies);
  return [
    grantNames("command", Object.keys(bin)),
    { [`${demandMark}node`]: engines.node },
    Object.fromEntries(peers.map(([peer, range]) => [`${mark(peer)}peer ${peer}`, range])),
    ...Object.entries<string | { readonly default: string }>(exports).map(([path, entry]) => {
      const place = `${name}${path.slice(1)}`;
      const source = typeof entry === "string" ? "" : read(`${entry.default.slice("./dist/".length, -3)}.ts`);
      return { [place]: "", ...grantNames(place, exportedNames(source)) };
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
