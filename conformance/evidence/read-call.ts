/** Reads a request in the document's terms: its operation, credential and id. */

import { percentDecoded } from "../../base/escapes.ts";
import { ordersPath } from "../../spec/wire.ts";
import type { Exchange, HeaderList, OutgoingRequest } from "./exchange.ts";
import { type PathId, readPathId } from "./read-id.ts";
import { hasSpecialHeader } from "./special-headers.ts";

/**
 * The document's operations, HEAD of the list, and the pet that it only mentions. other: a method or path of no operation.
 */
export type CallOperation = "list" | "cancel" | "head" | "pet" | "other";

export interface ReadRequest {
  readonly operation: CallOperation;
  /** Whether path and method are written as in the document: a server need not know another spelling. */
  readonly isPlain: boolean;
  readonly credential: Credential;
  readonly query: string | undefined;
  /** Whether it has more than the operation: a query, or a header that may have an effect by HTTP or by a convention. */
  readonly isSpecial: boolean;
  /** The id in the path of a cancel, or of another call on an order's path. */
  readonly id: PathId | undefined;
}

export interface Call extends ReadRequest {
  readonly exchange: Exchange;
  /** Its place in the order of recording. */
  readonly number: number;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly status: number | undefined;
  /** Whether the valid key was refused because of earlier bad keys. */
  readonly isLockedOut?: boolean;
  /** Names of headers with which a list with the key was answered; set on calls with headers that the run added. */
  readonly addedHeaders?: ReadonlySet<string>;
  /** Whether the server fails at each call of this kind; set where each try got a gateway's own error. */
  readonly failsAlways?: (() => boolean) | undefined;
}

/** Whether it is an operation with the key, by the documented path; it may have a query, and any other headers. */
export const isKeyed = ({ operation, isPlain, credential }: ReadRequest, wanted: CallOperation): boolean =>
  operation === wanted && isPlain && credential === "valid";

/** Whether a cancel was accepted and carried out. */
export const isCancelled = ({ status = 0, credential }: Call): boolean =>
  status >= 200 && status < 300 && !isBad(credential);

/** Whether two calls were under way at the same time. */
export const overlap = (one: Call, other: Call): boolean =>
  one.sentAt < other.endedAt && other.sentAt < one.endedAt;

export function readCall(exchange: Exchange, number: number, apiKey: string): Call {
  const { request, answer, sentAt, endedAt } = exchange;
  return { ...readRequest(request, apiKey), exchange, number, sentAt, endedAt, status: answer?.status };
}

export function readRequest(request: OutgoingRequest, apiKey: string): ReadRequest {
  const [path = ""] = request.path.split("?", 1);
  const query = queryOf(request.path);
  const credential = readCredential(request.headers, query, apiKey);
  const isSpecial = query !== undefined || hasSpecialHeader(request);
  return { credential, query, isSpecial, ...readTarget(request, path, query) };
}

/** Whether a method changes nothing on a server that conforms to its standard (RFC 9110, 9.2.1; RFC 4918, 9.1). */
export const isSafeMethod = (name: string): boolean => /^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND)$/.test(name);

/** Whether a request may change something: by its method, or by the one that a header or the query names instead. */
export function mayAct(request: OutgoingRequest): boolean {
  const method = overriddenMethod(request, queryOf(request.path));
  return ![method, request.method].every(isSafeMethod);
}

type CallTarget = Pick<ReadRequest, "operation" | "isPlain" | "id">;

function readTarget(request: OutgoingRequest, path: string, query: string | undefined): CallTarget {
  const method = overriddenMethod(request, query);
  const isPlainMethod = method === request.method;
  const plain = readPath(method, path);
  // A suffix for the API's own media type belongs neither to the id nor to the document's path.
  const isPlainPath = !/\.json$/i.test(path) && request.target === undefined;
  if (plain.operation !== "other") return { ...plain, isPlain: isPlainMethod && isPlainPath };
  // The id and the operation are needed to judge an effect of the call, or a list in its answer.
  return { ...readPath(method.toUpperCase(), normalPath(path)), isPlain: false };
}

function readPath(method: string, path: string): Omit<CallTarget, "isPlain"> {
  if (path === ordersPath && method === "GET") return { operation: "list", id: undefined };
  if (path === ordersPath && method === "HEAD") return { operation: "head", id: undefined };
  const id = path.startsWith(`${ordersPath}/`) ? path.slice(ordersPath.length + 1) : undefined;
  if (method === "DELETE" && id !== undefined && !id.includes("/"))
    return { operation: "cancel", id: readPathId(id) };
  if (method === "GET" && /^\/pets\/[^/]+$/.test(path)) return { operation: "pet", id: undefined };
  // The document has no such operation; a server may have one, which must not cancel.
  const isOrder = id !== undefined && id !== "" && !id.includes("/");
  return { operation: "other", id: isOrder ? readPathId(id) : undefined };
}

/** The method by which some servers treat a request: the one that a header or the query names. */
function overriddenMethod({ method, headers }: OutgoingRequest, query: string | undefined): string {
  const header = headers.find(([name]) => /^x-(?:http-)?method(?:-override)?$/i.test(name))?.[1];
  return header ?? /(?:^|&)_method=(\w+)/.exec(query ?? "")?.[1] ?? method;
}

/** A path as a lenient server reads it: decoded, without empty and dot segments, in lower case. */
function normalPath(path: string): string {
  const segments: string[] = [];
  for (const raw of path.split("/")) {
    const segment = percentDecoded(raw).replace(/;.*$/s, "").toLowerCase();
    for (const part of segment.split("/")) {
      if (part === "..") segments.pop();
      else if (part !== "" && part !== ".") segments.push(part);
    }
  }
  return `/${segments.join("/")}`;
}

/** Ways of being without a valid key. */
const badCredentials = [
  "none",
  "empty",
  "wrongKey",
  "cutShort",
  "lengthened",
  "bareKey",
  "basic",
  "otherScheme",
  "inQuery",
  "inHeader",
] as const;
export type BadCredential = (typeof badCredentials)[number];

/**
 * unknown: removed from a recording. unclear: the key in a form that a server may accept or refuse by HTTP, such as `bearer
 * KEY`. furtherWord: `Bearer KEY word`, malformed by RFC 6750; a server that splits at blanks accepts it.
 */
export type Credential = "valid" | "unknown" | "unclear" | "furtherWord" | BadCredential;

export function isBad(credential: Credential): credential is BadCredential {
  return credential !== "valid" && !isTolerable(credential);
}

/** Whether a server may accept or refuse a credential. */
export const isTolerable = (credential: Credential): boolean =>
  credential === "unknown" || credential === "unclear" || credential === "furtherWord";

/** The query of a path, without its mark. */
export function queryOf(path: string): string | undefined {
  const mark = path.indexOf("?");
  return mark < 0 ? undefined : path.slice(mark + 1);
}

export function readCredential(headers: HeaderList, query: string | undefined, apiKey: string): Credential {
  const given = headers.filter(([name]) => name.toLowerCase() === "authorization").map(([, value]) => value);
  if (given.length > 1) {
    return given.some((value) => readAuthorization(value, apiKey) === "valid") ? "unclear" : "wrongKey";
  }
  const [authorization] = given;
  if (authorization !== undefined) return readAuthorization(authorization, apiKey);
  if (query !== undefined && apiKey !== "" && percentDecoded(query.replaceAll("+", " ")).includes(apiKey))
    return "inQuery";
  return headers.some(([, value]) => apiKey !== "" && value.includes(apiKey)) ? "inHeader" : "none";
}

function readAuthorization(authorization: string, apiKey: string): Credential {
  const value = authorization.trim();
  if (value === `Bearer ${apiKey}`) return "valid";
  if (value === apiKey) return "bareKey";
  const [, scheme = "", rest = ""] = /^([^\s]*)\s*(.*)$/s.exec(value)!;
  if (/^basic$/i.test(scheme)) return "basic";
  if (!/^bearer$/i.test(scheme)) return rest === "" ? "wrongKey" : "otherScheme";
  // Another case of the scheme, or more white space: RFC 9110, 11.1 and 11.4.
  if (rest === apiKey) return "unclear";
  if (rest === "") return "empty";
  if (apiKey !== "" && rest.startsWith(apiKey) && /^\s/.test(rest.slice(apiKey.length))) return "furtherWord";
  if (apiKey.includes(rest)) return "cutShort";
  return rest.includes(apiKey) ? "lengthened" : "wrongKey";
}
