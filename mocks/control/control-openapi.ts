/** The control plane's own OpenAPI document, in JSON, which is also YAML. A test compares it with the routes. */

import { formatJson, type JsonObject as Schema } from "../../base/json.ts";
import { controlTokenHeader } from "../../spec/control-protocol.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import type { ControlMethods, ControlOperation } from "./control-operation.ts";
import { controlSchemas, ref, text } from "./control-schemas.ts";

export function controlOpenapi(operations: Readonly<Record<string, ControlMethods>>): string {
  return formatJson(
    {
      openapi: "3.1.0",
      info: {
        title: "Control plane of the Store Orders mock",
        version: kitVersion,
        license: { name: "MIT", identifier: "MIT" },
        description: "Errors are Error objects. Ids are int64: beyond 2^53 a double loses digits.",
      },
      servers: [{ url: "{origin}", variables: { origin: { default: "http://127.0.0.1:4010" } } }],
      // The token is needed from other machines, and where the mock was started with one.
      security: [{}, { controlToken: [] }],
      paths: Object.fromEntries(
        Object.entries(operations).map(([path, methods]) => [path, pathItem(path, methods)]),
      ),
      components: {
        securitySchemes: { controlToken: { type: "apiKey", in: "header", name: controlTokenHeader } },
        parameters: {
          World: parameter(
            "query",
            "world",
            text,
            "The world that is meant. Default: that of a key without ~.",
          ),
        },
        responses: {
          Refused: {
            description:
              "The message says why, and what to do. 403: another site asks, or the token is missing.",
            content: jsonContent(ref("Error")),
          },
        },
        schemas: controlSchemas,
      },
    },
    2,
  );
}

function pathItem(path: string, methods: ControlMethods): Schema {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const schema = name === "orderId" ? { type: "integer", format: "int64" } : text;
  const own = name ? [parameter("path", name, schema)] : [];
  return {
    parameters: [...own, { $ref: "#/components/parameters/World" }],
    ...Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method.toLowerCase(), describe(operation)]),
    ),
  };
}

function describe({ id, summary, body, mayLackBody, query = {}, ...answered }: ControlOperation): Schema {
  const { answer, media = "application/json", others = {} } = answered;
  const parameters = Object.entries(query).map(([name, { schema }]) => parameter("query", name, schema));
  const content = { [media]: answer, ...others };
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !mayLackBody, content: jsonContent(body) } }),
    responses: {
      "200": {
        description: "Done.",
        content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
      },
      "4XX": { $ref: "#/components/responses/Refused" },
      "5XX": { $ref: "#/components/responses/Refused" },
    },
  };
}

function parameter(place: string, name: string, schema: Schema, description?: string): Schema {
  return {
    name,
    in: place,
    ...(place === "path" && { required: true }),
    ...(description && { description }),
    schema,
  };
}

const jsonContent = (schema: Schema): Schema => ({ "application/json": { schema } });
