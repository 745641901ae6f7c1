import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { formatCurl } from "../../base/curl.ts";
import { credentialForms } from "../misreadings/key-checks.ts";
import { createReportSecrets } from "./hide-secrets.ts";

/** The values of a header in commands, as a shell passes them to curl. */
function sentBy(commands: readonly string[], apiKey: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$3"; }\n${commands.join("\n")}\n`;
  const env = { ...process.env, STORE_ORDERS_API_KEY: apiKey };
  const sent = execFileSync("sh", ["-c", script], { env, encoding: "latin1" });
  return sent
    .split("\0")
    .slice(0, -1)
    .map((header) => header.slice("x-key: ".length));
}

test.each(["sk_Live-7f3A.Zq91", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"])(
  "each form in which a run sends the key %s is shown without it, and its command sends this form",
  (apiKey) => {
    const { hide } = createReportSecrets(apiKey);
    // In base64 behind other text the key has no form of its own.
    const values = Object.values(credentialForms)
      .flatMap((forms) => forms.flatMap((form) => form(apiKey) ?? []))
      .filter((value) => !value.startsWith(`Basic ${btoa("user:").slice(0, 6)}`))
      // A command is written in UTF-8.
      .filter((value) => !/[^\0-\x7f]/.test(hide(value)));
    const shown = values.map(hide);
    expect(shown.filter((text) => text.includes(apiKey.slice(0, 6)))).toEqual([]);
    const commands = shown.map((value) =>
      formatCurl({ method: "GET", url: "http://a.test", headers: [["x-key", value]] }),
    );
    // The padding of base64 may be hidden together with the key.
    const unpadded = (value: string) => value.replace(/=+$/, "");
    expect(sentBy(commands, apiKey).map(unpadded)).toEqual(values.map(unpadded));
  },
);
