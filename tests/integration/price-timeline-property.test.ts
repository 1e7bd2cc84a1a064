import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { cancelPrices } from "#core/services/prices/cancel-prices.ts";
import { listPriceHistory } from "#core/services/prices/price-history.ts";
import { publishPrices, rollBackPrices } from "#core/services/prices/publish-prices.ts";
import { readPrices, readPublishedPrices } from "#core/services/prices/read-prices.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  // Each history begins without lists, and the product never deletes one.
  await database.db.$client.execute("DROP TRIGGER price_lists_no_delete");
});
afterAll(() => database.stop());

const NOON = Date.UTC(2026, 10, 22, 12);
const HOURS = 6;
const hour = fc.integer({ min: 0, max: HOURS });
const price = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("publish" as const), price }),
  fc.record({ kind: fc.constant("schedule" as const), price, hour }),
  fc.record({ kind: fc.constant("cancel" as const), list: fc.nat() }),
  fc.record({ kind: fc.constant("rollBack" as const), list: fc.nat() }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.constantFrom(0, 0.5, 1, 2) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface ListedPrice {
  id: number;
  from: number;
  price: number;
}

/** The prices as a line in time: each entry counts from its start until the next one's. */
class Model {
  readonly all: ListedPrice[] = [];
  line: ListedPrice[] = [];
  readonly canceled = new Set<number>();

  at = (time: number) => this.line.findLast(({ from }) => from <= time);

  /** Null where the prices are the same already. */
  publishes = (from: number, cost: number) => this.at(from)?.price !== cost;

  publish(list: ListedPrice): void {
    const changesNothing = this.at(list.from - 1)?.price === list.price;
    for (const { id, from } of this.line) if (from === list.from && changesNothing) this.canceled.add(id);
    if (!changesNothing) this.all.push(list);
    this.#draw([...this.line.filter(({ from }) => from !== list.from), list]);
  }

  cancel(list: ListedPrice): void {
    this.canceled.add(list.id);
    this.#draw(this.line.filter(({ id }) => id !== list.id));
  }

  #draw(line: ListedPrice[]): void {
    line.sort((a, b) => a.from - b.from);
    this.line = line.filter((list, i) => list.price !== line[i - 1]?.price);
  }

  /** What the desk should show: the id, the state and the end of each list. */
  history(now: number) {
    return this.all
      .toSorted((a, b) => b.from - a.from || b.id - a.id)
      .map(({ id, from }) => {
        const place = this.line.findIndex((list) => list.id === id);
        if (place === -1) return [id, this.canceled.has(id) ? "canceled" : "replaced", null];
        const until = this.line[place + 1]?.from ?? null;
        const isPast = until !== null && until <= now;
        return [id, from > now ? "scheduled" : isPast ? "past" : "in_force", until];
      });
  }
}

const modelsAt = (input: number) =>
  parsePriceEntries(JSON.stringify([{ model: "a", input, output: 4, context: 100, max_output: 10 }]));

class Desk {
  readonly model = new Model();
  #now = NOON;
  readonly ctx = testOperator(database.db, { now: () => this.#now });

  async take(step: Step): Promise<void> {
    this.#now += 1;
    if (step.kind === "wait") this.#now += step.hours * HOUR_MS;
    else if (step.kind === "cancel") await this.#cancel(step.list);
    else if (step.kind === "rollBack") await this.#rollBack(step.list);
    else {
      const wanted = step.kind === "publish" ? this.#now : NOON + step.hour * HOUR_MS;
      const effectiveFrom = Math.max(wanted, this.#now);
      const list = { models: modelsAt(step.price), effectiveFrom, reason: "test" };
      this.#published(await publishPrices(this.ctx, list), effectiveFrom, step.price);
    }
  }

  #published({ id, from }: { id: number | null; from: number }, start: number, cost: number): void {
    expect({ from, isNew: id !== null }).toEqual({ from: start, isNew: this.model.publishes(start, cost) });
    if (id !== null) this.model.publish({ id, from, price: cost });
  }

  async #cancel(nth: number): Promise<void> {
    const list = this.model.all[nth % this.model.all.length];
    if (list === undefined) return;
    const canceling = cancelPrices(this.ctx, { id: list.id, reason: "test" });
    const isScheduled = list.from > this.#now && this.model.line.includes(list);
    if (isScheduled && list !== this.model.line[0]) {
      expect(await canceling).toEqual({ id: list.id, from: list.from });
      this.model.cancel(list);
    } else await expect(canceling).rejects.toMatchObject({ details: { field: "id" } });
  }

  async #rollBack(nth: number): Promise<void> {
    const list = this.model.all[nth % this.model.all.length];
    if (list === undefined) return;
    const back = await rollBackPrices(this.ctx, { id: list.id, reason: "test" });
    this.#published(back, this.#now, list.price);
  }

  async checkHistory(): Promise<void> {
    const history = await listPriceHistory(this.ctx);
    expect(history.map(({ id, state, until }) => [id, state, until])).toEqual(this.model.history(this.#now));
    const inForce = await readPublishedPrices(database.db, this.#now);
    expect(inForce?.id).toBe(this.model.at(this.#now)?.id);
  }

  async checkGateway(): Promise<void> {
    const hours = Array.from({ length: 2 * (HOURS + 1) }, (_, half) => this.#now + (half * HOUR_MS) / 2);
    const billed = await Promise.all(hours.map((time) => readPrices(database.db, time)));
    expect(billed.map(({ current }) => current?.models.get("a")?.rates.input)).toEqual(
      hours.map((time) => this.model.at(time)?.price),
    );
  }
}

it("whatever is published, scheduled, canceled and rolled back, history, list in force and the gateway agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await database.db.$client.execute("DELETE FROM price_lists");
      const desk = new Desk();
      for (const each of steps) {
        await desk.take(each);
        await desk.checkHistory();
      }
      await desk.checkGateway();
    }),
    { numRuns: runs(300) },
  );
});
