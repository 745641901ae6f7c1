/** The options of `store-orders proxy`, and what a run makes of them. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import {
  type CommandLine,
  type CommandSpec,
  configOptions,
  helpOption,
  integer,
  list,
  text,
} from "../command-line.ts";
import {
  checkOutputs,
  checkSecret,
  checkUrl,
  connectionOptions,
  knownOrderOptions,
  readConnection,
  readKnownOrders,
} from "../shared-options.ts";
import { parseReporters } from "../verify/write-reports.ts";

export const proxyCommand = {
  name: "proxy",
  summary: "Passes traffic through to a server, untouched, and judges what passes.",
  positional: {
    name: "target",
    help: "The server's base address, ending in /v1. Paths go through unchanged.",
  },
  options: {
    port: integer("N", 0, 65_535, "Port to listen on; 0 picks a free one. Default: 4020."),
    host: text("ADDRESS", "Address to listen on. Default: 127.0.0.1, this machine only."),
    "api-key": list("KEY", "Keys that are valid. Default: those the server has answered with 2xx.", {
      secret: true,
    }),
    ...knownOrderOptions,
    alone: {
      help: "Nobody else changes the server's orders, so a change that no call explains is a violation.",
    },
    record: text("FILE.har", "Write every exchange to a HAR file as it ends, without keys."),
    ...connectionOptions,
    "fail-fast": { help: "Stop at the first violation of a must." },
    quiet: { help: "Print nothing but the report." },
    reporter: list(
      "NAME[=FILE]",
      "terminal, json, junit, html, markdown or github, to a file if one is named. Default: terminal.",
    ),
    "profile-out": text(
      "FILE",
      "Write the answers to the open questions that the traffic showed, for mock --profile.",
    ),
    ...configOptions,
    help: helpOption,
  },
  notes: [
    "It runs until it is stopped, by Ctrl-C or SIGTERM: then it reports.",
    "Exit codes: 0 nothing failed, 1 a must failed, 2 bad usage or it could not start,",
    "3 nothing was tested, 70 a fault of the kit.",
    "",
  ],
} as const satisfies CommandSpec;

/** @throws {BadInput} for any value that cannot be used, before the port is opened */
export async function readProxySettings(line: CommandLine) {
  const address = line.positional;
  if (address === undefined)
    throw new BadInput(
      "Cannot start the proxy: the server is missing. Give its base address, as in https://host/v1.",
    );
  checkUrl(address, "the target");
  const target = new URL(address);
  if (!/\/v1\/*$/.test(target.pathname))
    throw new BadInput(
      `Cannot use the target: it must be the API's base address, which ends in /v1, got ${quoteValue(address)}.`,
    );
  const apiKeys = line.list("api-key");
  for (const key of apiKeys) checkSecret(key);
  const settings = {
    target,
    basePath: target.pathname.replace(/\/+$/, ""),
    port: line.integer("port") ?? 4020,
    host: line.text("host") ?? "127.0.0.1",
    apiKeys,
    isAllTraffic: line.flag("alone"),
    given: readKnownOrders(line),
    connection: await readConnection(line),
    record: line.text("record"),
    profileOut: line.text("profile-out"),
    reporters: parseReporters(line.list("reporter")),
    failFast: line.flag("fail-fast"),
    quiet: line.flag("quiet"),
  };
  await checkOutputs([
    ...settings.reporters.map(({ file }) => ["report", file] as const),
    ["profile", settings.profileOut],
    ["recording", settings.record],
  ]);
  return settings;
}
