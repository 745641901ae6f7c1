import fc from "fast-check";

/** Whether the engine reads a text as JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one character cut out or put in: nearly right is where a reader goes wrong. */
export const nearlyJson = (values: fc.Arbitrary<unknown>) =>
  fc
    .tuple(values, fc.nat(60), fc.constantFrom("", ...'[]{}:,"\\0-.e1tn \n\t\u0001'))
    .map(([value, at, put]) => {
      const json = JSON.stringify(value);
      return json.slice(0, at) + put + json.slice(put === "" ? at + 1 : at);
    });
