/** The facts of a JSON Schema, as its reader sees them (an answer, a report) or its writer (a request's body). */

import { type Facts, joinFacts } from "./facts.ts";

export type Side = "read" | "written";
export type Schema = Readonly<Record<string, unknown>>;

/** Says nothing of which values are valid. */
const remarks = new Set(["description", "title", "$id", "$schema", "$defs", "examples", "$ref"]);
/** Told in a way of their own. */
const structure = new Set("type properties required items enum allOf anyOf oneOf if then else".split(" "));
/** Lists of names that grow with the document and the mock: programs are to expect one that they do not know. */
const growing = /\.(?:clause|question|event|answer)$/;

/** @param place as `report.counts`; what `$ref` names is another schema with facts of its own */
export function schemaFacts(place: string, schema: Schema, side: Side): Facts {
  const grants: Record<string, string> = {};
  const demands: Record<string, string> = {};
  const parts: Facts[] = [{ grants, demands }];
  const inner = (name: string, child: unknown) => parts.push(schemaFacts(name, child as Schema, side));

  const kind = typeOf(schema);
  if (kind !== "") grants[place] = kind;
  const required = new Set((schema.required as readonly string[] | undefined) ?? []);
  for (const [name, child] of Object.entries((schema.properties as Schema | undefined) ?? {})) {
    grants[`${place}.${name}`] = "";
    inner(`${place}.${name}`, child);
  }
  for (const name of required) {
    if (side === "read") grants[`${place}.${name} is always there`] = "";
    else demands[`${place}.${name} is required`] = "";
  }
  if (Array.isArray(schema.enum)) {
    const words = schema.enum.map(String);
    if (side === "written" || growing.test(place)) for (const word of words) grants[`${place} ${word}`] = "";
    else grants[`${place} is one of`] = words.toSorted().join(", ");
  }
  if (schema.items) inner(`${place}[]`, schema.items);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const [index, branch] of ((schema[keyword] as readonly Schema[] | undefined) ?? []).entries())
      inner(branchName(place, branch, index), branch);
  if (schema.then) inner(place, schema.then);
  if (schema.else) inner(`${place} or else`, schema.else);
  // A reader relies on each limit, a writer is bound by it. A reader must expect more members anyway.
  const limits = side === "read" ? grants : demands;
  for (const [keyword, value] of Object.entries(schema))
    if (
      !structure.has(keyword) &&
      !remarks.has(keyword) &&
      !(side === "read" && keyword === "additionalProperties")
    )
      limits[`${place} ${keyword}`] = JSON.stringify(value);
  return joinFacts(parts);
}

function typeOf({ type, $ref }: Schema): string {
  if (typeof $ref === "string") return `a ${$ref.slice($ref.lastIndexOf("/") + 1)}`;
  return [type ?? []].flat().toSorted().join(" or ");
}

/** By the constant or the condition that tells it from the others, so that another order is no change. */
function branchName(place: string, branch: Schema, index: number): string {
  const constant = Object.entries((branch.properties ?? {}) as Record<string, Schema>).find(
    ([, child]) => child.const !== undefined,
  );
  if (constant) return `${place}(${constant[0]} ${constant[1].const})`;
  if (branch.if) return `${place}(if ${JSON.stringify((branch.if as Schema).properties)})`;
  if (branch.$ref || branch.type) return `${place}(${typeOf(branch)})`;
  return `${place}(${index})`;
}

/** Names of the schemas that it refers to. */
export function referencesIn(schema: unknown): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"[^"]*\/([^/"]+)"/g)].map(([, name]) => name!);
}
