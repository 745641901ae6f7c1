/** A copy of JSON values: the kit keeps none that a caller can change. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  // Unlike an assignment, this makes an own member of one that is named __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyJson(member)])) as T;
}
