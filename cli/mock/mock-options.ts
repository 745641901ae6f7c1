/** The options of `store-orders mock`. */

import { scenarioNames } from "../../fixtures/scenarios.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { faultPresets } from "../../spec/control-protocol.ts";
import { profileNames } from "../../spec/profile.ts";
import { type CommandSpec, configOptions, helpOption } from "../command-line.ts";
import { logFormats } from "./request-log.ts";

export const mockCommand = {
  name: "mock",
  summary: "Serves the Store Orders API on a port, with orders that can be cancelled.",
  options: {
    port: { value: "N", help: "Port to listen on; 0 picks a free one. Default: 4010." },
    host: { value: "ADDRESS", help: "Address to listen on. Default: 127.0.0.1, this machine only." },
    cert: { value: "FILE", help: "Certificate in PEM; with --key the port speaks HTTPS." },
    key: { value: "FILE", help: "The certificate's private key in PEM, without a passphrase." },
    "api-key": {
      secret: true,
      value: "KEY",
      multiple: true,
      // That of a staging server, as verify takes it, is not the mock's.
      variable: "STORE_ORDERS_MOCK_API_KEY",
      help: `Key that lets a request in. Default: ${defaultApiKey}.`,
    },
    orders: { value: "N", help: "How many orders to generate. Default: 25." },
    seed: { value: "N", help: "Seed of the generated orders. Default: 1." },
    fixtures: {
      value: "FILE|SCENARIO",
      help: `Orders to start from: a JSON file, or ${scenarioNames().join(", ")}.`,
    },
    dates: {
      value: "fixed|relative",
      help: "relative moves ship dates by whole days to around today. Default: fixed.",
    },
    open: { help: "Open the mock's page in a browser." },
    watch: { help: "Start over from the fixtures file whenever it changes." },
    state: {
      value: "memory|FILE|redis://HOST:PORT/DB",
      help: "Where the state is kept: a file outlives the mock, Redis or Valkey is shared by many. Default: memory.",
    },
    "state-prefix": {
      value: "TEXT",
      help: "Prefix of each key in Redis. Mocks with the same prefix share their state. Default: store-orders:.",
    },
    drain: {
      value: "SECONDS",
      help: "After a signal, answer for this long and report not ready, while other mocks take over. Default: 0.",
    },
    profile: {
      value: "FILE|NAME",
      help: `Answers to the open questions: a file, or ${profileNames.join(", ")}.`,
    },
    latency: { value: "MS|MIN-MAX", help: "Milliseconds that each answer takes, or a range to draw from." },
    "ship-after": { value: "SECONDS", help: "Pending orders ship by themselves after this many seconds." },
    faults: {
      value: "FILE|PRESET",
      help: `Fault rules that every world starts with: a JSON array, or ${faultPresets.join(", ")}.`,
    },
    fallback: { value: "URL", help: "A real server, which gets every request that is not for orders." },
    broken: {
      value: "ID",
      help: "Make one mistake on purpose, for verify to find; --broken list prints them all.",
    },
    journal: { value: "N", help: "How many requests each world remembers. Default: 500." },
    log: { value: "FORMAT", help: `How requests are logged: ${logFormats.join(", ")}. Default: pretty.` },
    "allow-origin": {
      value: "ORIGIN",
      multiple: true,
      help: "Origin of another machine whose pages may call the API, as in https://shop.test.",
    },
    "no-control": { help: "Close the control plane under /_mock." },
    "control-token": {
      secret: true,
      value: "TOKEN",
      help: "Token the control plane asks for; needed beyond this machine.",
    },
    "control-body-limit": {
      value: "MB",
      help: "Megabytes that a reset on the control plane may carry. Default: 10.",
    },
    ...configOptions,
    help: helpOption,
  },
} as const satisfies CommandSpec;
