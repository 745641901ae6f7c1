/** A page of the package's documentation as HTML. */

import { Marked, type Tokens } from "marked";

/**
 * @param markdown of a file of the package, which is trusted
 * @param served names of the files that links may lead to
 */
export function renderDocs(markdown: string, served: ReadonlySet<string>): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const label = this.parser.parseInline(tokens);
        const address = addressOf(href, served);
        return address === undefined ? label : `<a href="${address}">${label}</a>`;
      },
      image: ({ href, text }: Tokens.Image) =>
        served.has(href) ? `<img src="${href}" alt="${text.replaceAll('"', "&quot;")}">` : "",
    },
  });
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "Documentation";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title.replace(/[<&`]/g, "")} · Store Orders mock</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="../page/icon.svg">
<link rel="stylesheet" href="../page/docs.css">
</head>
<body>
<nav><a href="../">Mock</a> <a href="README.md">Overview</a> <a href="index.md">Documents</a></nav>
<main>
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

/** The anchor of a heading as GitHub makes it, which links in the documents are written for. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** Undefined for a link to a file that the package does not have, or that is not served. */
function addressOf(href: string, served: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:\/\/|#)/.test(href)) return href.replaceAll('"', "%22");
  // The README above docs/ has that name here; that of docs/ is the index.
  const path = href.replace("docs/README.md", "index.md");
  const [, name = "", anchor = ""] = /^(?:\.\.?\/|docs\/)?([\w.-]+)(#[\w-]+)?$/.exec(path) ?? [];
  return served.has(name) ? name + anchor : undefined;
}
