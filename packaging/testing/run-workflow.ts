/** Runs the jobs of GitHub and GitLab as their runners do: each script in a shell, with the environment that it gets there. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { runCompositeAction } from "./run-composite-action.ts";

export interface JobRun {
  readonly exitCode: number;
  /** Standard output and standard error of each step. */
  readonly log: string;
  /** Files that were uploaded at the end, of those that the job names. */
  readonly uploaded: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Variables;
  readonly with?: Variables;
}
interface GithubJob {
  readonly defaults?: { readonly run?: { readonly "working-directory"?: string } };
  readonly steps: readonly Step[];
}

const actionFile = fileURLToPath(new URL("../../action.yml", import.meta.url));
/** As the examples name the action of this version. */
const actionName = `your-organisation/${kitName}@v${kitVersion}`;

/** Neither the runner's environment nor a pipeline's is that of this test. */
function ownEnvironment(): Variables {
  const { HOME = "", PATH = "" } = process.env;
  return {
    HOME,
    PATH: `${dirname(process.execPath)}:${PATH}`,
    CI: "true",
    npm_config_prefer_offline: "true",
  };
}

/** Folders in which a job has run `npm ci`: the next job there finds all installed, and need not wait for it again. */
const installed = new Set<string>();

async function runScript(script: string, cwd: string, env: Variables) {
  const left = installed.has(cwd) ? script.replace(/^npm ci$/m, ":") : script;
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", left], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode === 0 && /^npm ci$/m.test(script)) installed.add(cwd);
  return { exitCode: child.exitCode ?? 1, log: out + err };
}

/**
 * The only job of a GitHub workflow. `actions/checkout` and `actions/setup-node` have been here; what is uploaded is
 * looked for. An expression of a variable that is not set is empty, as there.
 */
export async function runGithubWorkflow(
  workflow: string,
  repository: string,
  given: {
    readonly vars?: Variables;
    readonly secrets?: Variables;
    /** What the kit's action installs. */
    readonly kit?: string;
  } = {},
): Promise<JobRun> {
  const [job] = Object.values<GithubJob>(parse(workflow).jobs);
  const { defaults, steps } = job!;
  const fill = (value: unknown) =>
    String(value).replace(
      /\$\{\{ (vars|secrets)\.(\w+) \}\}/g,
      (_, kind: "vars" | "secrets", name: string) => given[kind]?.[name] ?? "",
    );
  const cwd = join(repository, defaults?.run?.["working-directory"] ?? "");
  let exitCode = 0;
  let log = "";
  const uploaded: string[] = [];
  for (const { uses = "", run, env = {}, if: condition, with: inputs } of steps) {
    if (exitCode !== 0 && !/!cancelled\(\)|always\(\)/.test(condition ?? "")) continue;
    // The runner reads a condition with a status function even after a failure.
    if (uses.startsWith("actions/upload-artifact@") && existsSync(join(repository, inputs!.path!)))
      uploaded.push(inputs!.path!);
    else if (uses === actionName) {
      const entries = Object.entries(inputs ?? {}).map(([name, value]) => [name, fill(value)]);
      const own = { ...Object.fromEntries(entries), kit: given.kit ?? "" };
      const ended = await runCompositeAction(actionFile, own, cwd);
      log += ended.log;
      if (exitCode === 0) exitCode = ended.exitCode ?? 1;
    } else if (uses !== "" && !/^actions\/(?:checkout|setup-node|upload-artifact)@v\d+$/.test(uses))
      throw new Error(`This runner does not know ${uses}.`);
    if (run === undefined) continue;
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
    const ended = await runScript(fill(run), cwd, { ...ownEnvironment(), GITHUB_ACTIONS: "true", ...own });
    log += ended.log;
    if (exitCode === 0) exitCode = ended.exitCode;
  }
  return { exitCode, log, uploaded };
}

interface GitlabJob {
  readonly variables?: Variables;
  readonly script: readonly string[];
  readonly artifacts?: {
    readonly when?: string;
    readonly paths?: readonly string[];
    readonly reports?: { readonly junit?: string };
  };
}

/** The only job of a GitLab file. A variable of the project counts before one of the job's, as there. */
export async function runGitlabJob(
  file: string,
  repository: string,
  project: Variables = {},
): Promise<JobRun> {
  const [job] = Object.values<GitlabJob>(parse(file));
  const { variables = {}, script, artifacts = {} } = job!;
  const { exitCode, log } = await runScript(script.join("\n"), repository, {
    ...ownEnvironment(),
    GITLAB_CI: "true",
    ...variables,
    ...project,
  });
  const kept = exitCode === 0 || artifacts.when === "always" || artifacts.when === "on_failure";
  const named = [artifacts.reports?.junit, ...(artifacts.paths ?? [])].flatMap((path) => path ?? []);
  return { exitCode, log, uploaded: kept ? named.filter((path) => existsSync(join(repository, path))) : [] };
}
