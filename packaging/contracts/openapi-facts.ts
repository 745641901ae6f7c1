/** The facts of an OpenAPI document: its requests, what they take and what they answer. */

import { type Facts, joinFacts } from "./facts.ts";
import { referencesIn, type Schema, type Side, schemaFacts } from "./schema-facts.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content } | Reference>>;
}
interface Reference {
  readonly $ref: string;
}

export interface OpenapiDocument {
  readonly security?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

export function openapiFacts(document: OpenapiDocument): Facts {
  const parts: Facts[] = [{ grants: { security: JSON.stringify(document.security ?? []) }, demands: {} }];
  const told = new Set<string>();
  const tell = (place: string, schema: Schema, side: Side) => {
    parts.push(schemaFacts(place, schema, side));
    for (const name of referencesIn(schema)) {
      const title = side === "read" ? name : `${name} as sent`;
      if (told.has(title)) continue;
      told.add(title);
      tell(title, document.components.schemas![name]!, side);
    }
  };
  const resolve = <T extends object>(value: T | Reference): T => {
    if (!("$ref" in value)) return value;
    const [, , group = "", name = ""] = value.$ref.split("/");
    return document.components[group]![name] as T;
  };

  for (const [path, item] of Object.entries(document.paths)) {
    const { parameters: shared = [], ...operations } = item as Record<string, Operation> & {
      parameters?: readonly (Parameter | Reference)[];
    };
    for (const [method, operation] of Object.entries(operations)) {
      const request = `${method.toUpperCase()} ${path}`;
      parts.push({ grants: { [request]: operation.operationId }, demands: {} });
      for (const parameter of [...shared, ...(operation.parameters ?? [])]) {
        const { name, in: where, required, schema } = resolve<Parameter>(parameter);
        const place = `${request} ${where} ${name}`;
        parts.push({ grants: { [place]: "" }, demands: required ? { [`${place} is required`]: "" } : {} });
        tell(place, schema, "written");
      }
      const body = operation.requestBody;
      if (body?.required) parts.push({ grants: {}, demands: { [`${request} body is required`]: "" } });
      for (const [media, { schema }] of Object.entries(body?.content ?? {}))
        tell(`${request} body ${media}`, schema, "written");
      for (const [status, response] of Object.entries(operation.responses)) {
        const place = `${request} ${status}`;
        parts.push({ grants: { [place]: "" }, demands: {} });
        for (const [media, { schema }] of Object.entries(
          resolve<{ content?: Content }>(response).content ?? {},
        )) {
          parts.push({ grants: { [`${place} ${media}`]: "" }, demands: {} });
          tell(`${place} ${media}`, schema, "read");
        }
      }
    }
  }
  return joinFacts(parts);
}
