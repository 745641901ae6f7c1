/** An address as people may see it. */

/** Puts `***` for the password of an address. */
export function hidePassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^:/@]*:).*@/i, "$1***@");
}
