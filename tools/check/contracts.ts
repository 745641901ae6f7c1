/** `npm run contracts` stores the contracts of programs: options of commands, the report's schema, exported names. */

import { readFileSync, writeFileSync } from "node:fs";
import { parseSync } from "rolldown/utils";
import { type CommandSpec, variableOf } from "../../cli/command-spec.ts";
import { fixturesCommand } from "../../cli/fixtures/fixtures-command.ts";
import { initCommand } from "../../cli/init/init-command.ts";
import { mockCommand } from "../../cli/mock/mock-options.ts";
import { proxyCommand } from "../../cli/proxy/proxy-command.ts";
import { verifyCommand } from "../../cli/verify/verify-options.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const commands: readonly CommandSpec[] = [
  mockCommand,
  verifyCommand,
  proxyCommand,
  fixturesCommand,
  initCommand,
];

export const contractsFile = new URL("contracts.json", import.meta.url);

export function describeContracts() {
  const { exports, bin, engines, peerDependencies } = JSON.parse(read("package.json"));
  return {
    commands: Object.fromEntries(commands.map((spec) => [spec.name, describeCommand(spec)])),
    reportSchema: JSON.parse(read("conformance/report/report.schema.json"), withoutProse),
    requirements: allRequirements.map(({ id }) => id).sort(),
    package: { bin, engines, peerDependencies },
    exports: Object.fromEntries(
      Object.entries<string | { default: string }>(exports).map(([entry, target]) => [
        entry,
        typeof target === "string" ? target : exportedNames(target.default),
      ]),
    ),
  };
}

/** Names each option with its short form, value, variable and default. */
function describeCommand(spec: CommandSpec): Readonly<Record<string, string>> {
  const options = Object.entries(spec.options).map(([name, { value, short, multiple, help }]) => {
    const [, fallback] = /Default: (\S+?)[.,;]?(?: |$)/.exec(help) ?? [];
    const parts = [short && `-${short}`, value, multiple && "repeatable", variableOf(spec, name)];
    return [`--${name}`, [...parts, fallback && `default ${fallback}`].filter(Boolean).join(" ")];
  });
  return Object.fromEntries([["argument", spec.positional?.variable ?? spec.positional?.name], ...options]);
}

const withoutProse = (key: string, value: unknown) =>
  /^(?:title|description)$/.test(key) && typeof value === "string" ? undefined : value;

/** @param built a file of dist/, made from a source of the same name */
function exportedNames(built: string): readonly string[] {
  const source = built.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts");
  const entries = parseSync(source, read(source)).module.staticExports.flatMap((each) => each.entries);
  return entries.map(({ isType, exportName }) => `${isType ? "type " : ""}${exportName.name}`).sort();
}

if (import.meta.main) writeFileSync(contractsFile, `${JSON.stringify(describeContracts(), null, 2)}\n`);
