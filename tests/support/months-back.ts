/**
 * All months of a plan that ends at `validUntil`, latest first, back to the one that contains `until` (epoch
 * ms): by the calendar, one month at a time, sharing no code with the one under test.
 */
export function monthsBack(validUntil: number, until: number): { from: number; to: number }[] {
  const end = new Date(validUntil);
  const time = validUntil - Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), end.getUTCDate());
  const starts = [validUntil];
  for (let back = 1; (starts.at(-1) ?? until) > until; back++) {
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back + 1, 0));
    lastDay.setUTCDate(Math.min(end.getUTCDate(), lastDay.getUTCDate()));
    starts.push(lastDay.getTime() + time);
  }
  return starts.slice(1).map((from, i) => ({ from, to: starts[i] ?? from }));
}
