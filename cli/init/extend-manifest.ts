/** Adds members to package.json and leaves the rest of its text as it is: order, indentation, line ends. */

type Members = Readonly<Record<string, string>>;

/** @returns the new text, and the lines that are new in it */
export function extendManifest(
  text: string,
  additions: Readonly<Record<string, Members>>,
): { readonly text: string; readonly added: readonly string[] } {
  const json: Record<string, unknown> = JSON.parse(text);
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  for (const [member, values] of Object.entries(additions)) {
    if (Object.keys(values).length > 0) json[member] = { ...(json[member] as object | undefined), ...values };
  }
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = JSON.stringify(json, null, indent).split("\n");
  const added = Object.values(additions).flatMap((values) =>
    Object.entries(values).map(([name, value]) => `${indent}${indent}"${name}": "${value}"`),
  );
  return { text: lines.join(lineEnd) + (text.endsWith("\n") ? lineEnd : ""), added };
}
