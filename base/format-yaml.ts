/** Writes plain values as YAML 1.2, two blanks a level. */

export type Yaml = string | number | boolean | readonly Yaml[] | { readonly [name: string]: Yaml };

/** A JSON Schema, as an OpenAPI document carries it. */
export type Schema = { readonly [name: string]: Yaml };

/** Texts that mean themselves without quotes; everything else is written as JSON, which YAML 1.2 takes. */
const plain =
  /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_/$](?:[\w $./{}()'*+;,=<>@^~-]*[\w./{}()'*+;=<>@^~-])?$/i;

export function formatYaml(value: { readonly [name: string]: Yaml }): string {
  return members(value, "");
}

function members(value: { readonly [name: string]: Yaml }, indent: string): string {
  return Object.entries(value)
    .map(([name, member]) => `${indent}${scalar(name)}:${nested(member, `${indent}  `)}`)
    .join("");
}

/** What stands behind a colon, with its line end. */
function nested(value: Yaml, indent: string): string {
  if (typeof value !== "object") return ` ${scalar(value)}\n`;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []\n";
    return `\n${value.map((item: Yaml) => `${indent}- ${entry(item, `${indent}  `)}`).join("")}`;
  }
  const text = members(value as { readonly [name: string]: Yaml }, indent);
  return text === "" ? " {}\n" : `\n${text}`;
}

/** What stands behind a dash: an object begins on the dash's own line. */
function entry(value: Yaml, indent: string): string {
  return nested(value, indent).trimStart();
}

function scalar(value: string | number | boolean): string {
  return typeof value === "string" && plain.test(value) ? value : JSON.stringify(value);
}
