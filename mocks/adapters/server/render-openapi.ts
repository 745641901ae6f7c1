/** The OpenAPI document as the mock serves it. */

import { parseDocument } from "yaml";

/**
 * @param text the document in YAML
 * @param baseUrl address of the API, which becomes the document's only server
 */
export function renderOpenapi(text: string, baseUrl: string, format: "yaml" | "json"): string {
  const document = parseDocument(text);
  document.set("servers", [{ url: baseUrl, description: "This mock." }]);
  return format === "yaml" ? String(document) : `${JSON.stringify(document, undefined, 2)}\n`;
}
