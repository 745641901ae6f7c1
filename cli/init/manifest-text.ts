/** Reads and writes package.json as text: every byte stays that need not change. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { readJsonText } from "../read-input.ts";

/** @throws {BadInput} for what is no object, or has members that package.json has otherwise */
export function readManifest(text: string): JsonObject {
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot use package.json: ${fact}. Correct it, or write one with npm init.`);
  };
  // What cannot be decoded could not be written back.
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

/** A member's value, whole; undefined where there is none. It is JSON: that was read before. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Where the values of an object's members stand. Of members of one name the last counts, as in JSON.parse. */
function membersOf(
  text: string,
  from: number,
): { readonly members: ReadonlyMap<string, Span>; readonly end: number } {
  const members = new Map<string, Span>();
  const pattern = new RegExp(token);
  pattern.lastIndex = from;
  let depth = 0;
  let name: string | undefined;
  let start: number | undefined;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [word] = match;
    if (depth === 1 && (word === "," || word === "}")) name = undefined;
    else if (depth === 1 && name === undefined) name = JSON.parse(word) as string;
    else if (depth === 1 && word !== ":" && start === undefined) start = match.index;
    if (word === "{" || word === "[") depth++;
    if (word === "}" || word === "]") depth--;
    const end = match.index + word.length;
    if (depth === 0) return { members, end };
    if (depth === 1 && start !== undefined && name !== undefined) {
      members.set(name, { start, end });
      start = undefined;
    }
  }
  return { members, end: text.length };
}

/**
 * The text with a member in an object, set or added.
 * @param object where the object begins
 * @param indent of the member
 */
function withMember(text: string, object: number, name: string, value: string, indent: string): string {
  const { members, end } = membersOf(text, object);
  const known = members.get(name);
  if (known) return text.slice(0, known.start) + value + text.slice(known.end);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const last = [...members.values()].at(-1)?.end;
  const member = `${lineEnd}${indent}${JSON.stringify(name)}: ${value}`;
  if (last !== undefined) return `${text.slice(0, last)},${member}${text.slice(last)}`;
  const outer = indent.slice(0, indent.length / 2);
  return `${text.slice(0, object + 1)}${member}${lineEnd}${outer}${text.slice(end - 1)}`;
}

/** Sets members of members, as in `scripts`. */
export function withMembers(
  text: string,
  additions: Readonly<Record<string, Readonly<Record<string, string>>>>,
  indent: string,
): string {
  let made = text;
  for (const [name, values] of Object.entries(additions)) {
    if (Object.keys(values).length === 0) continue;
    const top = made.indexOf("{");
    if (!membersOf(made, top).members.has(name)) made = withMember(made, top, name, "{}", indent);
    for (const [key, value] of Object.entries(values)) {
      const object = membersOf(made, top).members.get(name)!.start;
      made = withMember(made, object, key, JSON.stringify(value), indent + indent);
    }
  }
  return made;
}
