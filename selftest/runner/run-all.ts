/** Runs for all items, some at once, as much of a run is waiting. Results are in the order of the items. */
export async function runAll<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
  atOnce = 4,
): Promise<readonly Result[]> {
  const results: Result[] = new Array(items.length);
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
