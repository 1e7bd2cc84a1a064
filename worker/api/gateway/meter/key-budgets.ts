import { budgetWindow, fitsBudget } from "#core/domain/gateway/budgets.ts";
import type { Period } from "#core/domain/plans.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import type { MeterStore } from "./meter-store.ts";

type Verdict =
  | { fits: true }
  /** Not before the period ends, in milliseconds: the last one to end, of those that have no room. */
  | { exceeded: true; resetMs: number };

interface Sheet {
  budget: MeterTerms["budgets"][number];
  /** What libSQL does not have yet of one period; null until it is asked for. */
  unposted: (Period & { micros: number }) | null;
}

/** What keys spent of their budgets: in libSQL, and what is spent or held that is not there yet. */
export class KeyBudgets {
  private readonly store: MeterStore;
  private readonly sheets = new Map<number, Sheet[]>();
  private readonly full = new Map<Sheet, number>();

  /** For as long as these terms hold; what libSQL takes up meanwhile would be counted twice. */
  constructor(store: MeterStore, { budgets }: MeterTerms) {
    this.store = store;
    for (const budget of budgets)
      this.sheets.set(budget.keyId, [...this.of(budget.keyId), { budget, unposted: null }]);
  }

  /** Whether a request of the key with this hold may be admitted. A request belongs to the periods of its admission. */
  judge(keyId: number, hold: number, now: number): Verdict {
    const full = this.of(keyId).flatMap((sheet) => {
      const period = budgetWindow(sheet.budget.period, now);
      if (fitsBudget(sheet.budget, this.used(sheet, period), hold)) return [];
      this.full.set(sheet, period.from);
      return [period.to];
    });
    return full.length === 0 ? { fits: true } : { exceeded: true, resetMs: Math.max(...full) - now };
  }

  /** Those that had no room for a request, with the last period in which that was. */
  get refused(): RefusedBudget[] {
    return [...this.full].map(
      ([
        {
          budget: { keyId, period, micros },
        },
        from,
      ]) => ({ keyId, period, micros, from }),
    );
  }

  /** A request that the key was admitted at `at` takes so much more, or less, than was written down before. */
  spend({ keyId, at }: { keyId: number; at: number }, micros: number): void {
    for (const { unposted } of this.of(keyId))
      if (unposted !== null && unposted.from <= at && at < unposted.to) unposted.micros += micros;
  }

  private of(keyId: number): readonly Sheet[] {
    return this.sheets.get(keyId) ?? [];
  }

  private used(sheet: Sheet, period: Period): number {
    const { keyId, from, spentMicros } = sheet.budget;
    if (sheet.unposted?.from !== period.from)
      sheet.unposted = { ...period, micros: this.store.spentUnposted(keyId, period) };
    return (from === period.from ? spentMicros : 0) + sheet.unposted.micros;
  }
}
