/** The control plane's own OpenAPI document. */

export function controlOpenapi(): string {
  return "";
}
