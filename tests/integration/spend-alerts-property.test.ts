import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "#core/storage/database.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { readSpendAlerts, setSpendAlertsOf } from "#core/storage/spend-alerts.ts";
import { billedRow } from "#tests/support/money.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { newAccount } from "./keys/key-shop.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";

/** The histories begin some days before October ends. */
const START = Date.UTC(2026, 9, 27, 9);
const LAST_REQUEST = 12;

interface Request {
  /** Requests with the same number are the same request. */
  id: number;
  /** Hours before it is posted. */
  age: number;
  micros: number;
  imported: boolean;
}
type Step =
  | { kind: "post"; batches: { account: 0 | 1; requests: Request[] }[] }
  | { kind: "set"; account: 0 | 1; amounts: number[] }
  | { kind: "wait"; hours: number };

const DOLLAR = 1_000_000;
const account = fc.constantFrom<0 | 1>(0, 1);
const amounts = fc
  .uniqueArray(
    fc.constantFrom(1, 5, 10, 10.01, 20, 50).map((dollars) => dollars * DOLLAR),
    { maxLength: 5 },
  )
  .map((all) => all.map(Math.round));
const request: fc.Arbitrary<Request> = fc.record({
  id: fc.integer({ min: 1, max: LAST_REQUEST }),
  age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 24 * 40 })),
  micros: fc.constantFrom(1, DOLLAR - 1, DOLLAR, 4 * DOLLAR, 5 * DOLLAR, 12 * DOLLAR),
  imported: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
const batch = fc.record({ account, requests: fc.array(request, { minLength: 1, maxLength: 4 }) });
const setting = fc.record({ kind: fc.constant("set" as const), account, amounts });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("post" as const),
      batches: fc.uniqueArray(batch, { selector: (one) => one.account, minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: setting },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 24 * 12 }) }),
  },
);
const history = fc
  .tuple(setting, setting, fc.array(step, { minLength: 8, maxLength: 30 }))
  .map(([first, second, steps]) => [first, second, ...steps]);

const monthOf = (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth());
const dayOf = (at: number) => Math.floor(at / DAY_MS);

/** An account as a person with a notebook would keep it. */
class Model {
  readonly notices: { amount: number; spent: number; month: number }[] = [];
  readonly #seen = new Set<number>();
  readonly #days = new Map<number, number>();
  /** Each amount with the months, and the day of each, in which it was reached or was not there yet. */
  #alerts = new Map<number, Map<number, number>>();

  post(requests: readonly Request[], at: number): void {
    for (const { id, age, micros, imported } of requests) {
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      const day = dayOf(at - age * HOUR_MS);
      if (!imported) this.#days.set(day, (this.#days.get(day) ?? 0) + micros);
    }
    const before = monthOf(at) - 1;
    if (requests.some(({ age }) => monthOf(at - age * HOUR_MS) === monthOf(before))) this.#notify(before);
    this.#notify(at);
  }

  #notify(at: number): void {
    const [spent, month] = [this.spent(at), monthOf(at)];
    const reached = [...this.#alerts].filter(([micros, months]) => micros <= spent && !months.has(month));
    for (const [, months] of reached) months.set(month, dayOf(at));
    if (reached.length > 0)
      this.notices.push({ amount: Math.max(...reached.map(([micros]) => micros)), spent, month });
  }

  set(wanted: readonly number[], at: number): void {
    this.#alerts = new Map(
      wanted.map((micros) => [micros, this.#alerts.get(micros) ?? this.#begun(micros, at)]),
    );
  }

  /** Nobody is notified of what was before. */
  #begun(micros: number, at: number): Map<number, number> {
    const before = monthOf(at) - 1;
    const day = this.#firstDayWith(micros, at);
    return new Map([
      [monthOf(before), dayOf(before)],
      ...(day === null ? [] : [[monthOf(at), day] as const]),
    ]);
  }

  spent = (at: number) => this.#daysOf(at).reduce((sum, [, micros]) => sum + micros, 0);

  alerts = (at: number) =>
    [...this.#alerts.keys()]
      .toSorted((a, b) => a - b)
      .map((micros) => ({ micros, reachedDay: this.#reachedDay(micros, at) }));

  #daysOf = (at: number) =>
    [...this.#days]
      .filter(([day]) => monthOf(day * DAY_MS) === monthOf(at))
      .toSorted(([one], [other]) => one - other);

  #firstDayWith(amount: number, at: number): number | null {
    let spent = 0;
    for (const [day, micros] of this.#daysOf(at)) {
      spent += micros;
      if (spent >= amount) return day;
    }
    return null;
  }

  #reachedDay = (micros: number, at: number): number | null =>
    this.#alerts.get(micros)?.get(monthOf(at)) ?? null;
}

const rowOf = (accountId: number, { id, age, micros, imported }: Request, at: number) =>
  billedRow(accountId, micros, {
    requestId: `alerts:${accountId}:${id}`,
    at: at - age * HOUR_MS,
    ...(imported && { billedMicros: 0 }),
  });

let db: Database;
beforeAll(async () => {
  db = await openInProcessDatabase();
});

async function play(
  steps: readonly Step[],
  accounts: readonly { id: number; model: Model }[],
): Promise<void> {
  const of = (place: 0 | 1) => {
    const found = accounts[place];
    if (found === undefined) throw new Error("There are two accounts.");
    return found;
  };
  let at = START;
  for (const one of steps) {
    if (one.kind === "wait") {
      at += one.hours * HOUR_MS;
    } else if (one.kind === "set") {
      const { id, model } = of(one.account);
      const entry = { accountId: id, requestId: "test", at, subject: "account" };
      await setSpendAlertsOf(db, { ...entry, action: "spend_alerts.changed" }, one.amounts);
      model.set(one.amounts, at);
    } else {
      const posts = one.batches.map(({ account: place, requests }) => {
        const { id, model } = of(place);
        model.post(requests, at);
        const rows = requests.map((each) => rowOf(id, each, at));
        return { accountId: id, batch: { rows, lineages: new Set<number>() } };
      });
      await postAndRead(db, posts, at);
    }
    for (const { id, model } of accounts)
      expect(await readSpendAlerts(db, id, at)).toEqual({
        alerts: model.alerts(at),
        spentMicros: model.spent(at),
      });
  }
}

const HISTORIES = runs(300);

it("each amount notifies once a month, when the month's own requests reach it, however they are posted", async () => {
  let notices = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const accounts = [
        { id: (await newAccount(db)).id, model: new Model() },
        { id: (await newAccount(db)).id, model: new Model() },
      ];
      await play(steps, accounts);
      for (const { id, model } of accounts) {
        const stored = (await storedNotifications(db, id)).filter(({ kind }) => kind === "spend_alert");
        expect(stored.map(({ data }) => data)).toEqual(model.notices);
        expect(stored.every(({ inApp, mailAt }) => inApp && mailAt !== null)).toBe(true);
        notices += stored.length;
      }
    }),
    { numRuns: HISTORIES, seed },
  );
  expect(notices).toBeGreaterThan(HISTORIES / 2);
});
