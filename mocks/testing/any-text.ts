import fc from "fast-check";

/** Texts with control characters and half surrogates, drawn more quickly than with the unit "binary". */
export const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
