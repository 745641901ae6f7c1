/** What stands in place of an Error: what frameworks send by default, and how a member is written. */

import { isJsonObject, type Json } from "../../../base/json.ts";
import type { RuleTable } from "../rule.ts";
import { type AnswerBody, type Is, type Row, rulesOf, whole } from "./answer-body.ts";

const object = (is: (json: Readonly<Record<string, Json | undefined>>, body: AnswerBody) => boolean): Is =>
  whole((json, body) => isJsonObject(json) && is(json, body));
const isError = (json: unknown) =>
  isJsonObject(json) && ["code", "message", "status"].some((name) => json[name] !== undefined);

const shapes: readonly Row[] = [
  [
    "error-problem",
    "a Problem Details object (RFC 9457)",
    (body) =>
      /problem\+json/i.test(body.type) ||
      object(
        (json) =>
          json.title !== undefined &&
          (json.type !== undefined || json.detail !== undefined) &&
          json.code === undefined,
      )(body),
  ],
  [
    "error-spring",
    "the error of Spring Boot: timestamp, status, error, path",
    object((json) => json.timestamp !== undefined && json.error !== undefined),
  ],
  ["error-page", "an HTML page", (body) => /^<(?:!doctype|html|head|body|h1|p|title|pre)/i.test(body.text)],
  ["error-xml", "XML", (body) => /^<\?xml|^<error/i.test(body.text)],
  ["error-empty", "no body", (body) => body.text === ""],
  ["error-text", "plain text", (body) => body.json === undefined && /^[\w ]/.test(body.text)],
  [
    "error-nested",
    "the Error in a member of its own, such as `error`",
    object((json) => !isError(json) && Object.values(json).some((value) => isError(value))),
  ],
  [
    "error-in-errors",
    "the Error in a list, such as `errors`",
    object((json) => Object.values(json).some((value) => Array.isArray(value) && value.some(isError))),
  ],
  ["error-in-array", "the Error in an array", whole((json) => Array.isArray(json))],
  [
    "error-serialised-twice",
    "the Error serialised twice",
    whole((json) => typeof json === "string" && json.trim().startsWith("{")),
  ],
  [
    "error-json-text",
    "a JSON string",
    whole((json) => typeof json === "string" && !json.trim().startsWith("{")),
  ],
  ["error-null", "null", whole((json) => json === null)],
  [
    "error-literal",
    "a JSON literal",
    whole((json) => typeof json === "boolean" || typeof json === "bigint" || typeof json === "number"),
  ],
  ["error-empty-object", "an empty object", object((json) => Object.keys(json).length === 0)],
  [
    "error-capitals",
    "the members in capitals",
    object((json) =>
      ["Code", "Message", "Status", "CODE", "MESSAGE", "STATUS"].some((name) => json[name] !== undefined),
    ),
  ],
  [
    "error-detail",
    "the error of a framework: detail, error or title alone",
    object(
      (json) =>
        !isError(json) &&
        ["detail", "error", "title", "reason"].some((name) => typeof json[name] === "string"),
    ),
  ],
  [
    "error-single-quotes",
    "single quotes in place of double ones",
    (body) => body.json === undefined && /^\{\s*'/.test(body.text),
  ],
  [
    "error-cut",
    "JSON that is cut off",
    (body) => body.json === undefined && /^\{[^\0\uFFFD]*[^}]$/.test(body.text),
  ],
  [
    "error-written-twice",
    "two bodies, one behind the other",
    (body) => body.json === undefined && /\}\s*\{/.test(body.text),
  ],
  [
    "error-not-utf8",
    "JSON that is not UTF-8",
    (body) => body.json === undefined && /^\{|\0|\uFFFD/.test(body.text) && /\0|\uFFFD/.test(body.text),
  ],
];

/** The media type, where the body itself is an Error. */
const types = [
  "text/plain",
  "text/html",
  "application/javascript",
  "application/xml",
  "application/octet-stream",
] as const;
const typed: readonly Row[] = types.map((type) => [
  `error-type-${type}`,
  `the media type is ${type}`,
  (body) => body.type.toLowerCase().startsWith(type) && isError(body.json),
]);

/** How a member is written, in words, where it is not of its type. */
const writings: readonly (readonly [
  id: string,
  text: string,
  is: (value: Json | undefined, status: number) => boolean,
])[] = [
  ["missing", "is missing", (value) => value === undefined],
  ["null", "is null", (value) => value === null],
  ["text", "is written in quotes", (value) => typeof value === "string" && /^\d+$/.test(value)],
  ["word", "is a word", (value) => typeof value === "string" && !/^\d+$/.test(value)],
  [
    "status",
    "is the status, a number",
    (value, status) => typeof value === "bigint" && value === BigInt(status),
  ],
  [
    "number",
    "is a number",
    (value, status) => typeof value === "bigint" && value !== BigInt(status) && value !== 0n,
  ],
  ["zero", "is 0", (value) => value === 0n],
  ["fraction", "is a fraction", (value) => typeof value === "number"],
  ["boolean", "is a boolean", (value) => typeof value === "boolean"],
  ["list", "is a list", (value) => Array.isArray(value)],
  ["object", "is an object", (value) => isJsonObject(value ?? null)],
];
const isRight = (name: string, value: Json | undefined, status: number) =>
  name === "status" ? value === BigInt(status) : typeof value === "string";

const members = (["code", "message", "status"] as const).flatMap((name) =>
  writings.map(
    ([id, text, is]) =>
      [
        `error-${name}-${id}`,
        `${name} ${text}`,
        object((json, { status }) => {
          const others = (["code", "message", "status"] as const).filter((other) => other !== name);
          return (
            is(json[name], status) &&
            !isRight(name, json[name], status) &&
            others.every((other) => isRight(other, json[other], status))
          );
        }),
      ] as const,
  ),
);

const untyped = [
  "error-type-missing",
  "no media type",
  (body: AnswerBody) => body.type === "" && isError(body.json),
] as const;
export const errorRules: RuleTable = {
  kinds: /^errors:/,
  rules: rulesOf([...shapes, ...typed, ...members, untyped]),
};
