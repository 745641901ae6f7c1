/** The facts of an OpenAPI document, and of a JSON Schema as its reader sees it (an answer) or its writer (a body). */

import { demandMark, type Facts } from "./facts.ts";

export type Side = "read" | "written";
export type Schema = Readonly<Record<string, unknown>>;

/** Say nothing of which values are valid. */
const remarks = "description title $id $schema $defs examples $ref";
/** Told in a way of their own. */
const structure = "type properties required items enum allOf anyOf oneOf if then else";
const others = new Set(`${remarks} ${structure}`.split(" "));
/** Lists of names that grow with the document and the mock: programs are to expect one that they do not know. */
const growing = /\.(?:clause|question|event|answer)$/;

/** @param place as `report.counts`; what `$ref` names is another schema with facts of its own */
export function schemaFacts(place: string, schema: Schema, side: Side): Facts {
  const facts: Record<string, string> = {};
  const members = (name: string) => Object.entries((schema[name] ?? {}) as Record<string, Schema>);
  const tell = (name: string, inner: unknown) =>
    Object.assign(facts, schemaFacts(name, inner as Schema, side));
  const kind = typeOf(schema);
  if (kind !== "") facts[place] = kind;
  for (const [name, member] of members("properties")) {
    facts[`${place}.${name}`] = "";
    tell(`${place}.${name}`, member);
  }
  for (const name of (schema.required ?? []) as readonly string[])
    facts[
      side === "read" ? `${place}.${name} is always there` : `${demandMark}${place}.${name} is required`
    ] = "";
  const words = ((schema.enum ?? []) as readonly unknown[]).map(String);
  if (side === "written" || growing.test(place)) for (const word of words) facts[`${place} ${word}`] = "";
  else if (words.length > 0) facts[`${place} is one of`] = words.toSorted().join(", ");
  if (schema.items) tell(`${place}[]`, schema.items);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const [index, branch] of members(keyword)) tell(branchName(place, branch, index), branch);
  if (schema.then) tell(place, schema.then);
  if (schema.else) tell(`${place} or else`, schema.else);
  // A reader relies on each limit, a writer is bound by it. A reader must expect more members anyway.
  for (const [keyword, value] of Object.entries(schema))
    if (!others.has(keyword) && !(side === "read" && keyword === "additionalProperties"))
      facts[`${side === "read" ? "" : demandMark}${place} ${keyword}`] = JSON.stringify(value);
  return facts;
}

function typeOf({ type, $ref }: Schema): string {
  if (typeof $ref === "string") return `a ${$ref.slice($ref.lastIndexOf("/") + 1)}`;
  return [type ?? []].flat().toSorted().join(" or ");
}

/** By the constant or the condition that tells it from the others, so that another order is no change. */
function branchName(place: string, branch: Schema, index: string): string {
  const constant = Object.entries((branch.properties ?? {}) as Record<string, Schema>).find(
    ([, child]) => child.const !== undefined,
  );
  if (constant) return `${place}(${constant[0]} ${constant[1].const})`;
  if (branch.if) return `${place}(if ${JSON.stringify((branch.if as Schema).properties)})`;
  return branch.$ref || branch.type ? `${place}(${typeOf(branch)})` : `${place}(${index})`;
}

interface Reference {
  readonly $ref: string;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Message {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message | Reference>>;
}
type Parameters = readonly (Parameter | Reference)[];

export interface OpenapiDocument {
  readonly security?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | Parameters>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** What its requests take and what they answer. */
export function openapiFacts({ security = [], paths, components }: OpenapiDocument): Facts {
  const facts: Record<string, string> = { security: JSON.stringify(security) };
  const told = new Set<string>();
  const tell = (place: string, schema: Schema, side: Side) => {
    Object.assign(facts, schemaFacts(place, schema, side));
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"\$ref":"[^"]*\/([^/"]+)"/g)) {
      const title = side === "read" ? name : `${name} as sent`;
      if (told.has(title)) continue;
      told.add(title);
      tell(title, components.schemas![name]!, side);
    }
  };
  const resolve = <T extends object>(value: T | Reference): T => {
    if (!("$ref" in value)) return value;
    const [, , group = "", name = ""] = value.$ref.split("/");
    return components[group]![name] as T;
  };
  const tellOperation = (request: string, { operationId, requestBody, responses }: Operation) => {
    facts[request] = operationId;
    if (requestBody?.required) facts[`${demandMark}${request} body is required`] = "";
    for (const [media, { schema }] of Object.entries(requestBody?.content ?? {}))
      tell(`${request} body ${media}`, schema, "written");
    for (const [status, response] of Object.entries(responses)) {
      facts[`${request} ${status}`] = "";
      for (const [media, { schema }] of Object.entries(resolve<Message>(response).content ?? {})) {
        facts[`${request} ${status} ${media}`] = "";
        tell(`${request} ${status} ${media}`, schema, "read");
      }
    }
  };
  for (const [path, { parameters: shared = [], ...operations }] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      const request = `${method.toUpperCase()} ${path}`;
      tellOperation(request, operation);
      for (const parameter of [...(shared as Parameters), ...(operation.parameters ?? [])]) {
        const { name, in: where, required, schema } = resolve<Parameter>(parameter);
        facts[`${request} ${where} ${name}`] = "";
        if (required) facts[`${demandMark}${request} ${where} ${name} is required`] = "";
        tell(`${request} ${where} ${name}`, schema, "written");
      }
    }
  }
  return facts;
}
