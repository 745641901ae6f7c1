/** How long a run waits in all where servers ask for it. */

/** Whether the run can afford a wait from now on. Calls that wait side by side spend the time once. */
export function createWaitBudget(budgetMs: number): (waitMs: number) => boolean {
  let left = budgetMs;
  let waitedUntil = 0;
  return (waitMs) => {
    const now = performance.now();
    const cost = now + waitMs - Math.max(now, waitedUntil);
    if (cost > left) return false;
    left -= Math.max(0, cost);
    waitedUntil = Math.max(waitedUntil, now + waitMs);
    return true;
  };
}
