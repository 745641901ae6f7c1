/** Reads package.json, and adds members to it as npm does, with its order, indentation and line ends. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { readJsonText } from "../read-input.ts";

/** @throws {BadInput} for a value that is not an object, or has members of another type than in package.json */
export function readManifest(text: string): JsonObject {
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use package.json: ${fact}. Correct it, or write one with npm init.`);
  };
  // A text that cannot be decoded could not be written again.
  if (text.includes("\ufffd")) refuse("it is not UTF-8");
  const json = readJsonText(text, "package.json");
  if (!isJsonObject(json)) return refuse(`it must be an object, got ${quoteValue(json)}`);
  for (const name of ["scripts", "dependencies", "devDependencies"]) {
    const member = json[name];
    if (member !== undefined && !isJsonObject(member))
      refuse(`its ${name} must be an object, got ${quoteValue(member)}`);
  }
  return json;
}

type Members = Readonly<Record<string, string>>;

/** @returns the new text, and the lines that are new in it */
export function extendManifest(
  text: string,
  additions: Readonly<Record<string, Members>>,
): { readonly text: string; readonly added: readonly string[] } {
  const [, mark = "", bare = ""] = /^(\ufeff?)([\s\S]*)$/.exec(text) ?? [];
  const indent = /^([ \t]+)"/m.exec(bare)?.[1] ?? "  ";
  const manifest = JSON.parse(bare);
  for (const [name, members] of Object.entries(additions))
    if (Object.keys(members).length > 0) manifest[name] = { ...manifest[name], ...members };
  const lineEnd = bare.includes("\r\n") ? "\r\n" : "\n";
  const [end = ""] = /\s*$/.exec(bare) ?? [];
  const lines = JSON.stringify(manifest, null, indent).replaceAll("\n", lineEnd);
  const added = Object.values(additions).flatMap((members) =>
    Object.entries(members).map(([name, value]) => `${indent}${indent}"${name}": "${value}"`),
  );
  return { text: mark + lines + end, added };
}
