/** A standing rule that changes answers, as it is set and as it is shown. Plain JSON values only. */

import type { Field } from "../core/field.ts";
import type { faultFields, scopeFields } from "./fault-fields.ts";

type Members<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { isRequired: true } ? Name : never]: ValueOf<
    Fields[Name]
  >;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { isRequired: true } ? never : Name]?:
    | ValueOf<Fields[Name]>
    | undefined;
};
type ValueOf<Given> = Given extends Field<infer Value> ? Value : never;

/** Members that are shown, and ignored where a rule is set. */
interface ShownMembers {
  /** The remaining part of `seconds`. */
  readonly secondsLeft?: number | undefined;
  /** How often it has played; left out before the first time. */
  readonly played?: number | undefined;
}

export type FaultName = keyof typeof faultFields;
export type RuleOf<Name extends FaultName> = { readonly fault: Name } & Members<typeof scopeFields> &
  Members<(typeof faultFields)[Name]> &
  ShownMembers;
export type FaultRule = { [Name in FaultName]: RuleOf<Name> }[FaultName];
