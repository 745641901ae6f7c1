/** The pipelines that init writes, docs show and examples/ has, as a parser of YAML reads them. */

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { formatPipeline } from "../../cli/init/plan-files.ts";
import { readDocs } from "../../tools/testing/read-docs.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Pipeline {
  readonly name: string;
  readonly kind: "GitHub" | "GitLab";
  readonly text: string;
  /** Command lines in their order. */
  readonly script: readonly string[];
  /** The folder of the repository in which they run. */
  readonly folder: string;
  /** Variables of the command lines, as the file has them. */
  readonly env: Readonly<Record<string, string>>;
  /** The file that is kept after a failure, too. */
  readonly kept: string | undefined;
  readonly steps: readonly Step[];
}

const atTop = { packageManager: "npm", inRepository: "", toRepository: "" } as const;
const inShop = { packageManager: "npm", inRepository: "packages/shop", toRepository: "../.." } as const;

const readExample = (name: string) => readFileSync(new URL(`../ci/${name}`, import.meta.url), "utf8");

function readGithub(name: string, text: string): Pipeline {
  const [job] = Object.values<{ defaults?: { run: Record<string, string> }; steps: readonly Step[] }>(
    parse(text).jobs,
  );
  const { steps, defaults } = job!;
  const upload = steps.find(
    ({ uses, if: condition }) =>
      uses?.startsWith("actions/upload-artifact@") && /^\$\{\{ !cancelled\(\) \}\}$/.test(condition ?? ""),
  );
  return {
    name,
    kind: "GitHub",
    text,
    script: steps.flatMap(({ run }) => run ?? []),
    folder: defaults?.run["working-directory"] ?? "",
    env: Object.assign({}, ...steps.map(({ env }) => env)),
    kept: upload?.with?.path as string | undefined,
    steps,
  };
}

function readGitlab(name: string, text: string): Pipeline {
  const [job] = Object.values<{
    variables: Record<string, string>;
    script: string[];
    artifacts: { when: string; reports: { junit: string } };
  }>(parse(text));
  const { variables, script, artifacts } = job!;
  const kept = artifacts.when === "always" ? artifacts.reports.junit : undefined;
  return { name, kind: "GitLab", text, script, folder: "", env: variables, kept, steps: [] };
}

const [githubByCommand = "", gitlabByCommand = ""] = readDocs()
  .find(({ path }) => path === "docs/judge-staging.md")!
  .blocks.flatMap(({ language, text }) => (language === "yaml" ? [text] : []));

/** Pipelines that judge staging by command lines. */
export const verifyPipelines: readonly Pipeline[] = [
  readGithub("GitHub", formatPipeline("github", atTop)),
  readGithub("GitHub, in a package of a workspace", formatPipeline("github", inShop)),
  readGithub("GitHub, orders from a command", githubByCommand),
  readGitlab("GitLab", formatPipeline("gitlab", atTop)),
  readGitlab("GitLab, in a package of a workspace", formatPipeline("gitlab", inShop)),
  readGitlab("GitLab, orders from a command", gitlabByCommand),
];
export const nightly = readGithub("GitHub, by the action", readExample("github-verify-nightly.yml"));
export const endToEnd = readGithub("GitHub, end-to-end tests", readExample("github-end-to-end.yml"));
