/** The options of `store-orders mock`. */

import { maxSeed } from "../../fixtures/generate-orders.ts";
import { scenarioNames } from "../../fixtures/scenarios.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { faultPresets } from "../../spec/control-protocol.ts";
import { profileNames } from "../../spec/profile.ts";
import { type CommandSpec, configOptions, helpOption, integer, list, text } from "../command-line.ts";
import { logFormats } from "./request-log.ts";

export const mockCommand = {
  name: "mock",
  summary: "Serves the Store Orders API on a port, with orders that can be cancelled.",
  options: {
    port: integer("N", 0, 65_535, "Port to listen on; 0 picks a free one. Default: 4010."),
    host: text("ADDRESS", "Address to listen on. Default: 127.0.0.1, this machine only."),
    cert: text("FILE", "Certificate in PEM; with --key the port speaks HTTPS."),
    key: text("FILE", "The certificate's private key in PEM, without a passphrase."),
    "api-key": {
      secret: true,
      value: "KEY",
      multiple: true,
      // That of a staging server, as verify takes it, is not the mock's.
      variable: "STORE_ORDERS_MOCK_API_KEY",
      help: `Key that lets a request in. Default: ${defaultApiKey}.`,
    },
    orders: integer("N", 0, 1_000_000, "How many orders to generate. Default: 25."),
    seed: integer("N", 0, maxSeed, "Seed of the generated orders. Default: 1."),
    fixtures: text("FILE|SCENARIO", `Orders to start from: a JSON file, or ${scenarioNames().join(", ")}.`),
    dates: text("fixed|relative", "relative moves ship dates by whole days to around today. Default: fixed."),
    open: { help: "Open the mock's page in a browser." },
    watch: { help: "Start over from the fixtures file whenever it changes." },
    state: text(
      "memory|FILE|redis://HOST:PORT/DB",
      "Where the state is kept: a file outlives the mock, Redis or Valkey is shared by many. Default: memory.",
    ),
    "state-prefix": text(
      "TEXT",
      "Prefix of each key in Redis. Mocks with the same prefix share their state. Default: store-orders:.",
    ),
    drain: integer(
      "SECONDS",
      0,
      3600,
      "After a signal, answer for this long and report not ready, while other mocks take over. Default: 0.",
    ),
    profile: text("FILE|NAME", `Answers to the open questions: a file, or ${profileNames.join(", ")}.`),
    latency: text("MS|MIN-MAX", "Milliseconds that each answer takes, or a range to draw from."),
    "ship-after": text("SECONDS", "Pending orders ship by themselves after this many seconds."),
    faults: text(
      "FILE|PRESET",
      `Fault rules that every world starts with: a JSON array, or ${faultPresets.join(", ")}.`,
    ),
    fallback: text("URL", "A real server, which gets every request that is not for orders."),
    broken: text("ID", "Make one mistake on purpose, for verify to find; --broken list prints them all."),
    journal: integer("N", 0, 1_000_000, "How many requests each world remembers. Default: 500."),
    log: text("FORMAT", `How requests are logged: ${logFormats.join(", ")}. Default: pretty.`),
    "allow-origin": list(
      "ORIGIN",
      "Origin of another machine whose pages may call the API, as in https://shop.test.",
    ),
    "no-control": { help: "Close the control plane under /_mock." },
    "control-token": text("TOKEN", "Token the control plane asks for; needed beyond this machine.", {
      secret: true,
    }),
    "control-body-limit": integer(
      "MB",
      1,
      1000,
      "Megabytes that a reset on the control plane may carry. Default: 10.",
    ),
    ...configOptions,
    help: helpOption,
  },
} as const satisfies CommandSpec;
