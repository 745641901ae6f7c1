/** Keeps the API key out of everything a run writes, by its value and not by where it stands. */

/** What stands where the key was. */
export const maskedKey = "***";
/** What stands where the key less its last character was: the suite sends that, and it tells almost as much. */
export const maskedCutKey = "***%?";

/** A function that masks a key in any text: as it is, URL-encoded, in base64, in JSON. */
export function createRedactor(apiKey: string): (text: string) => string {
  const masks = new Map([[apiKey.slice(0, -1), maskedCutKey]]);
  const forms = [
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    ...base64Forms(apiKey),
  ];
  for (const form of forms) masks.set(form, maskedKey);
  // A form too short to be told from ordinary text would mask half the report.
  const ordered = [...masks].filter(([form]) => form.length >= 3).sort(([a], [b]) => b.length - a.length);
  return (text) => ordered.reduce((rest, [form, mask]) => rest.replaceAll(form, mask), text);
}

/** base64 of the key alone and as a Basic user name, cut to the part that its neighbours cannot change. */
function base64Forms(apiKey: string): readonly string[] {
  if (!/^[\x20-\x7e]+$/.test(apiKey)) return [];
  const alone = btoa(apiKey);
  const asUser = btoa(`${apiKey}:`);
  return [alone, alone.replace(/=+$/, ""), asUser, asUser.replace(/=+$/, "")];
}
