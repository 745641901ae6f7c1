/** One operation of the control plane: its effect and its documentation. */

import type { JsonObject as Schema } from "../../base/json.ts";
import type { Field, MembersOf } from "../core/field.ts";
import type { MockRequest } from "../http/reply.ts";
import type { Control } from "./control.ts";

export interface ControlCall<Query = unknown> {
  /** Control of the world without a name. */
  readonly start: Control;
  /** Control of the world that the query names. */
  readonly control: Control;
  /** The world that the query names; an asterisk for every world. */
  readonly world: string | undefined;
  readonly request: MockRequest;
  /** The JSON value of the request's body. @throws {BadInput} */
  given(): never;
  /** The part of the path in place of `{orderId}` or `{world}`. */
  readonly segment: string;
  readonly query: Query;
}

export interface ControlOperation {
  /** The method of `Control` that does the same. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Schema of the answer; an answer that is not JSON has its media type. */
  readonly answer: Schema;
  readonly media?: string;
  /** Other forms of the answer, by media type. */
  readonly others?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly mayLackBody?: true;
  /** Whether its body may be as long as the mock's limit, or a part of it; other bodies are short. */
  readonly bodyShare?: number;
  /** Query parameters apart from `world`. */
  readonly query?: Parameters;
  /** A value to be sent as JSON, or the whole reply. */
  run(call: ControlCall): unknown;
}

type Parameters = Readonly<Record<string, Field>>;

export type ControlMethods = Readonly<Record<string, ControlOperation>>;

export function on<Query extends Parameters>(
  id: string,
  method: string,
  path: string,
  rest: Omit<ControlOperation, "id" | "method" | "path" | "query" | "run"> & {
    readonly query?: Query;
    run(call: ControlCall<MembersOf<Query>>): unknown;
  },
): ControlOperation {
  return { id, method, path, ...rest };
}
