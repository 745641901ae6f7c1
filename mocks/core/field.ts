/** Fields of values from code or a request body, each with a reader that checks it, and its schema. */

import { BadInput, gotText, nearestName, quoteValue, refuseUnknown } from "../../base/bad-input.ts";
import { isJsonObject, type JsonObject as Schema } from "../../base/json.ts";

export interface Reader<Value = unknown> {
  readonly isRequired?: boolean;
  /** @throws {BadInput} with the name of the value, the allowed values and the given one */
  read(value: unknown, name: string): Value;
}

export interface Field<Value = unknown> extends Reader<Value> {
  readonly schema: Schema;
  /** The value to use; undefined for one that cannot be used. */
  accept(value: unknown): Value | undefined;
}

/** @param must ends the sentence "it must be ..." */
export function field<Value>(
  must: string,
  accept: Field<Value>["accept"],
  schema: Schema = {},
): Field<Value> {
  return {
    schema,
    accept,
    read(value, name) {
      const read = accept(value);
      if (read !== undefined) return read;
      const known = typeof value === "string" && nearestName(value, (schema.enum ?? []) as string[]);
      const hint = known ? ` Did you mean ${known}?` : "";
      throw new BadInput(`Cannot use ${name}: it must be ${must}, got ${gotText(value)}.${hint}`);
    },
  };
}

export const required = <Value>(given: Field<Value>): Field<Value> & { readonly isRequired: true } => ({
  ...given,
  isRequired: true,
});

export const described = <Given extends Field>(given: Given, description: string): Given => ({
  ...given,
  schema: { ...given.schema, description },
});

/** A field of any value, which is used unchanged. */
export const asGiven: Reader = { read: (value) => value };

/** JSON bodies bring integers as bigint, callers in process as numbers. */
export function numberIn(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= minimum && number <= maximum ? number : undefined;
}

export const integer = (minimum: number, maximum: number): Field<number> =>
  field(
    `an integer from ${minimum} to ${maximum}`,
    (value) => {
      const number = numberIn(value, minimum, maximum);
      return Number.isInteger(number) ? number : undefined;
    },
    { type: "integer", minimum, maximum },
  );

export const text = (maximum: number): Field<string> =>
  field(
    `a text of 1 to ${maximum} characters`,
    (value) => (typeof value === "string" && value !== "" && value.length <= maximum ? value : undefined),
    { type: "string", minLength: 1, maxLength: maximum },
  );

export const anyText: Field<string> = field(
  "a text",
  (value) => (typeof value === "string" ? value : undefined),
  { type: "string" },
);

export const word = <const Word extends string>(...words: readonly Word[]): Field<Word> =>
  field(
    words.length > 2 ? `one of ${words.map(quoteValue).join(", ")}` : words.map(quoteValue).join(" or "),
    (value) => words.find((each) => each === value),
    { enum: words },
  );

export const flag: Field<boolean> = field("true or false", (value) =>
  typeof value === "boolean" ? value : undefined,
);

export const anyObject = field("an object", (value) => (isJsonObject(value) ? value : undefined));

type Readers = Readonly<Record<string, Reader>>;

/** The type of an object with these members. */
export type MembersOf<Members extends Readers> = {
  readonly [Name in keyof Members as Members[Name] extends { readonly isRequired: true }
    ? Name
    : never]: ReturnType<Members[Name]["read"]>;
} & {
  readonly [Name in keyof Members as Members[Name] extends { readonly isRequired: true } ? never : Name]?:
    | ReturnType<Members[Name]["read"]>
    | undefined;
};

/**
 * The members of an object, each as its reader returns it. Undefined ones are left out.
 * @param what ends "Cannot use ..." and "there is no such member in ..."
 * @param place before each member's name
 */
export function readMembers<Members extends Readers>(
  value: unknown,
  readers: Members,
  what: string,
  place = "",
): MembersOf<Members> {
  const given = anyObject.read(value, what);
  const known = Object.keys(readers);
  refuseUnknown(given, known, what, place);
  const read: Record<string, unknown> = {};
  for (const name of known) {
    const [member, reader] = [given[name], readers[name]!];
    if (member === undefined && !reader.isRequired) continue;
    const used = reader.read(member, place + name);
    if (used !== undefined) read[name] = used;
  }
  return read as MembersOf<Members>;
}
