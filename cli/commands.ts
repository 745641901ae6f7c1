/** The commands, each loaded when it is run. */

import type { Environment } from "./command-line.ts";
import type { Terminal } from "./terminal.ts";

type Run = (args: readonly string[], env: Environment, terminal: Terminal) => Promise<number>;
export type CommandName = keyof typeof commands;

export const commands = {
  mock: async () => (await import("./mock/mock-command.ts")).runMockCommand,
  verify: async () => (await import("./verify/verify-command.ts")).runVerifyCommand,
  proxy: async () => (await import("./proxy/proxy-command.ts")).runProxyCommand,
  fixtures: async () => (await import("./fixtures/fixtures-command.ts")).runFixturesCommand,
  init: async () => (await import("./init/init-command.ts")).runInitCommand,
} satisfies Record<string, () => Promise<Run>>;
