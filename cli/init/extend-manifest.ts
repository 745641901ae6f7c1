/** Adds members to package.json and leaves the rest of its text as it is: order, indentation, line ends. */

import { withMembers } from "./manifest-text.ts";

type Members = Readonly<Record<string, string>>;

/** @returns the new text, and the lines that are new in it */
export function extendManifest(
  text: string,
  additions: Readonly<Record<string, Members>>,
): { readonly text: string; readonly added: readonly string[] } {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const added = Object.values(additions).flatMap((values) =>
    Object.entries(values).map(([name, value]) => `${indent}${indent}"${name}": "${value}"`),
  );
  return { text: withMembers(text, additions, indent), added };
}
