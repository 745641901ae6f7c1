#!/usr/bin/env node
/**
 * The `store-orders` command: loads only the chosen subcommand. Its own imports work in an old Node, so that this gets a
 * sentence in place of a stack trace.
 */

// Imported as a whole: an old Node lacks the name and would fail before the first line.
import nodeModule from "node:module";
import { type CommandName, commands } from "./cli/commands.ts";
import type { Terminal } from "./cli/terminal.ts";

const minimumNode = [22, 19] as const;

const usage = `A mock server and a conformance test kit for the Store Orders Service.

Usage: store-orders <command> [options]

  mock                 Serve the API on a port, with orders that can be cancelled.
  verify [base-url]    Judge a server against the document; without a URL, the mock.
  proxy TARGET         Pass traffic through to a server, and judge what passes.
  fixtures             Print the orders the mock would start with.
  init                 Set a project up: handlers, tests, configuration, workflow.

  --help               Print this help; after a command, that command's.
  --version            Print the version.

Exit codes: 0 nothing failed, 1 a requirement failed, 2 bad usage or the run
could not start, 3 incomplete, 70 a fault of the kit.
`;

let opened: Terminal | undefined;
const openTerminal = async () => (opened ??= (await import("./cli/terminal.ts")).createTerminal());

async function main([command, ...rest]: readonly string[]): Promise<number> {
  const terminal = await openTerminal();
  if (command !== undefined && Object.hasOwn(commands, command)) {
    const run = await commands[command as CommandName]();
    const code = await run(rest, process.env, terminal);
    if (command !== "verify") return code;
    // A timer or a socket that a provision module left open must not keep the process alive.
    await terminal.flush();
    process.exit(code);
  }
  switch (command) {
    case "--version":
    case "-v": {
      const { kitVersion } = await import("./spec/kit-version.ts");
      await terminal.out(`${kitVersion}\n`);
      return 0;
    }
    case "help":
      if (rest.length > 0) return main([...rest, "--help"]);
      await terminal.out(usage);
      return 0;
    case "--help":
    case "-h":
      await terminal.out(usage);
      return 0;
    case undefined:
      terminal.err(usage);
      return 2;
    default: {
      const { BadInput, suggestName } = await import("./base/bad-input.ts");
      const { quoteFor } = await import("./cli/options.ts");
      const hint = /^https?:/.test(command)
        ? "To judge a server, run store-orders verify with its address."
        : /^(?:serve|start)$/.test(command)
          ? "Did you mean mock?"
          : suggestName(command, [...Object.keys(commands), "--help", "--version"]);
      throw new BadInput(`Cannot run ${quoteFor(command)}: there is no such command. ${hint}`);
    }
  }
}

async function explain(error: unknown): Promise<number> {
  return (await import("./cli/terminal.ts")).explainError(error, await openTerminal());
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
  process.stderr.write(
    `store-orders: Cannot run on Node ${process.versions.node}: it needs Node ${minimumNode.join(".")} or newer. Install one from nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  // Node caches the compiled modules under the temporary directory: a later start takes a third less time. Deno does not
  // have this function.
  nodeModule.enableCompileCache?.();
  // An error outside of a promise, as in a listener, is also one line.
  process.on("uncaughtException", (error) => void explain(error).then((code) => process.exit(code)));
  process.exitCode = await main(process.argv.slice(2)).catch(explain);
}
