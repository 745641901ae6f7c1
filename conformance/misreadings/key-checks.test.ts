import { expect, test } from "vitest";
import { authorization, badKinds, credentialForms, keyChecks } from "./key-checks.ts";

const forms = badKinds.flatMap((kind) => credentialForms[kind].map((_, form) => ({ kind, form })));
const tokenOf = (key: string, { kind, form }: (typeof forms)[number]) =>
  /^Bearer ([\w-]+)$/.exec(authorization(kind, key, form)[0]?.[1] ?? "")?.[1];

/** The lengths of signatures: HS256, ES256, RS256. Each letter that one can end with. */
test.each([32, 64, 256])(
  "no wrong key is another spelling of the same signature of %i bytes (RFC 4648, 3.5)",
  (size) => {
    for (let byte = 0; byte < 256; byte++) {
      const bytes = Buffer.alloc(size, byte);
      const key = bytes.toString("base64url");
      for (const form of forms) {
        const token = tokenOf(key, form);
        if (token)
          expect(Buffer.from(token, "base64url").equals(bytes), `${form.kind} ${form.form}: ${key}`).toBe(
            false,
          );
      }
    }
  },
);

test.each([1, 40, 4500, 7000])("a bad key adds little to a key of %i characters", (length) => {
  const key = "k".repeat(length);
  for (const { kind, form } of forms) {
    const value = authorization(kind, key, form)[0]?.[1] ?? "";
    // In base64 a key is a third longer.
    expect(value.length, `${kind} ${form}`).toBeLessThan(Math.max(length + 600, length * 1.34 + 30));
  }
});

test.each(keyChecks)(
  "the check %s lets in a value that is sent, and refuses another",
  (_name, words, rules) => {
    const key = "sk_live-7f3A";
    const values = forms.flatMap(({ kind, form }) =>
      authorization(kind, key, form).map(([, value]) => value),
    );
    const letIn = values.filter((value) => rules.some((letsIn) => letsIn(value, key)));
    expect(letIn).not.toEqual([]);
    if (words !== "any Authorization header") expect(letIn.length).toBeLessThan(values.length);
  },
);
