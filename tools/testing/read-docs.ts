/** README, CONTRIBUTING, SECURITY and the pages of docs/, with their code blocks. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export interface CodeBlock {
  /** `sh`, `ts`, `json` and so on. */
  readonly language: string;
  /** Whether docs.proof.test.ts runs its commands: `sh run`. */
  readonly isRun: boolean;
  readonly text: string;
  /** As in docs/mock.md:12. */
  readonly place: string;
  /** Text after the language, which pages do not show: `run by: TEST` or `not run: REASON`. */
  readonly note: { readonly kind: "run by" | "not run"; readonly text: string } | undefined;
}

export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
}

export function readDocs(): readonly Page[] {
  const pages = globSync("docs/*.md", { cwd: root }).sort();
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages].map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, blocks: blocksOf(path, text) };
  });
}

function blocksOf(path: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", rest = "", code = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    const [, kind, note = ""] = /^(run by|not run): (.+)$/.exec(rest) ?? [];
    return {
      language,
      isRun: rest === "run",
      text: code,
      place: `${path}:${line}`,
      note: kind === "run by" || kind === "not run" ? { kind, text: note } : undefined,
    };
  });
}

/** Commands of a block of shell, without comments, with continued lines joined. */
export function commandsOf({ text }: CodeBlock): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** Reads the rows of the first Markdown table whose heading starts with these cells. */
export function tableUnder(page: Page, ...heading: readonly string[]): readonly (readonly string[])[] {
  const lines = page.text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading.join(" | ")}`));
  if (start < 0) throw new Error(`${page.path} has no table that starts with ${heading.join(" | ")}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  const rows = lines.slice(start + 2, start + length).map((line) => line.slice(1, -1).split("|"));
  return rows.map((cells) => cells.map((cell) => cell.trim()));
}

/** The text in the first pair of backquotes. */
export const codeIn = (cell: string): string => /`([^`]+)`/.exec(cell)?.[1] ?? "";
