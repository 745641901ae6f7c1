import { formatCount } from "./format.ts";

/** A reader of the text of a field. */
export interface Reading<Value> {
  /** The allowed values, as in `A whole number from 1 to 5`. */
  readonly allowed: string;
  /** Undefined for a text that is not allowed. */
  readonly read: (text: string) => Value | undefined;
  /** Whether a keyboard of digits cannot write the text. */
  readonly isText?: true;
}

export const wholeNumber = (min: number, max: number): Reading<number> => ({
  allowed: `A whole number from ${formatCount(min)} to ${formatCount(max)}`,
  read: (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
});
