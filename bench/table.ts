/** Tables as text and as Markdown. The first column names the row; the others are set right. */

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function formatTextTable({ columns, rows }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join("  ")
      .trimEnd();
  return [line(columns), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}

/** `isWords`: every column is set left. */
export function formatMarkdownTable({ columns, rows }: Table, isWords = false): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = columns.map((_, at) => (isWords || at === 0 ? "---" : "--:"));
  return [line(columns), line(rule), ...rows.map(line)].join("\n");
}
