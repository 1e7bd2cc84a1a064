import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { accountLimits, accounts } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import type { AdmitResponse } from "#worker/gateway/metering.ts";
import { setSyncFault } from "./faulty-sync.ts";
import { budgetKey } from "./key-budgets.ts";
import { admit, grant, meteredKey, meteredUser, meterOf, recordsOf, restart, settlement } from "./meter.ts";
import { type Act, type Charged, microsOf, START, type SyncFault } from "./meter-acts.ts";
import { stopClock } from "./meter-clock.ts";
import { MeterModel, type ModelKey } from "./meter-model.ts";
import { storedRefusals } from "./refusals.ts";
import { keySecrets, openTestDatabase, clock as wallClock, writeDirectly } from "./test-api.ts";

/** A request that was not settled for so long is closed by an alarm. */
const ORPHAN_MS = 12 * 60_000;
const FUNDS = 4000;
/** A request that waits for libSQL for so long is refused, however slow the machine is. */
const PATIENCE_MS = 1_900;
/** So that no key reaches its rate. */
const SLOTS_MAX = 90;

interface Counted {
  /** Certainly on disk. */
  sure: number;
  /** Counted before a crash, and perhaps not on disk by then. */
  perhaps: number;
  /** Counted since the last crash. */
  since: number;
}

/** An account's object, and the model beside it. */
export class MeterHistory {
  private readonly model = new MeterModel(FUNDS);
  private readonly refusals = new Map<string, Counted>();
  private readonly slots = new Map<string, number>();
  private readonly clock: ReturnType<typeof stopClock>;
  private readonly metered: Awaited<ReturnType<typeof meteredUser>>;
  /** How far the clock has moved forward, all in all. */
  private forward = 0;
  /** libSQL failed the object since it last read the terms. */
  private failed = false;

  private constructor(metered: MeterHistory["metered"], clock: MeterHistory["clock"]) {
    this.metered = metered;
    this.clock = clock;
    for (const [lineage, key] of metered.keys.entries()) this.addKey({ ...key, lineage, budgets: [] });
  }

  static async begin(): Promise<MeterHistory> {
    const clock = stopClock(START);
    const metered = await meteredUser({ micros: FUNDS, keys: 2 });
    await metersOf(env.METER)(metered.key.route).identify([metered.key.lookup], null, crypto.randomUUID());
    const history = new MeterHistory(metered, clock);
    for (const [key, period] of ["day", "week"].entries())
      await history.change({
        do: "budget",
        key,
        budgets: [{ period: period as "day" | "week", micros: 900 }],
      });
    return history;
  }

  async play(act: Act): Promise<void> {
    if (act.do === "admit") await this.admit(act, 1);
    else if (act.do === "spend") await this.spend(act);
    else if (act.do === "burst") await this.burst(act);
    else if (act.do === "refuse") await this.refuse(act);
    else if (act.do === "settle" || act.do === "report") await this.end(act);
    else if (act.do === "step") this.step(act.ms);
    else if (act.do === "jump") {
      this.step(act.to - Date.now());
      await this.admit(act, 1);
      if (act.flush) await this.flush("none");
    } else if (act.do === "rotate") await this.rotate(act);
    else if (act.do === "flush") await this.flush(act.fault);
    else if (act.do === "restart") await this.restart();
    else await this.change(act);
  }

  /** Ends every request, posts everything, and compares libSQL with the model. */
  async finish(): Promise<void> {
    const open = this.model.requests.filter(({ price }) => price === null);
    for (const [index, request] of open.entries()) {
      const charged: Charged = { dimension: "character", quantity: index * 50 };
      await this.meter.settle([settlement(request.id, index * 50, [charged])]);
      this.model.settle(request, index * 50);
    }
    await this.flush("none");
    await this.refresh();
    expect(await this.meter.standing()).toMatchObject({ pending: 0, unposted: 0, heldMicros: 0 });
    await this.compareRecords();
    await this.compareReceipts();
    await this.compareRefusals();
  }

  private async compareRecords(): Promise<void> {
    const { rows, ...sums } = await recordsOf(this.metered.user);
    const paid = new Map(rows.map(({ requestId, cost, value }) => [requestId, { cost, value }]));
    const expected = this.model.requests.map(({ id, covered, price }) => {
      const micros = price ?? Number.NaN;
      return [id, covered ? { cost: 0, value: micros } : { cost: micros, value: 0 }] as const;
    });
    expect(rows).toHaveLength(expected.length);
    expect(paid).toEqual(new Map(expected));
    const cost = this.model.funds - this.model.balance;
    const granted = this.model.funds;
    expect(sums).toMatchObject({ cost, debits: cost, balance: granted - cost });
  }

  /** What each request has cost is what its price lines add up to, whatever it is charged by, and never above its hold. */
  private async compareReceipts(): Promise<void> {
    const sql =
      "SELECT request_id, cost_micros + plan_micros AS micros, price_lines FROM api_usage WHERE account_id = ?";
    const holds = new Map(this.model.requests.map(({ id, hold }) => [id, hold]));
    const args = [this.metered.user.account.id];
    for (const row of (await openTestDatabase().$client.execute({ sql, args })).rows) {
      const { lines }: { lines: Charged[] } = JSON.parse(String(row.price_lines ?? '{"lines":[]}'));
      const listed = lines.reduce((sum, line) => sum + microsOf(line), 0);
      expect(row.micros).toBe(Math.min(listed, holds.get(String(row.request_id)) ?? Number.NaN));
    }
  }

  private async compareRefusals(): Promise<void> {
    const stored = new Map<string, number>();
    for (const [name, count] of Object.entries(await storedRefusals(this.metered.user))) {
      const ofKey = name.slice(0, name.lastIndexOf(" "));
      stored.set(ofKey, (stored.get(ofKey) ?? 0) + count);
    }
    expect([...stored.keys()].filter((name) => !this.refusals.has(name))).toEqual([]);
    for (const [name, { sure, perhaps, since }] of this.refusals) {
      const count = stored.get(name) ?? 0;
      expect(count, name).toBeGreaterThanOrEqual(sure + since);
      expect(count, name).toBeLessThanOrEqual(sure + perhaps + since);
    }
  }

  /** Identical requests at once. */
  private async admit({ key: nth, hold }: { key: number; hold: number }, count: number): Promise<void> {
    const key = this.keyAt(nth);
    if (!this.hasRate(key, count)) return;
    const begun = performance.now();
    const responses = await Promise.all(Array.from({ length: count }, () => admit(key, { hold })));
    const slow = performance.now() - begun > PATIENCE_MS;
    const rank = ({ admitted, ...each }: AdmitResponse) =>
      !admitted ? 2 : "covered" in each && each.covered ? 0 : 1;
    for (const response of responses.sort((left, right) => rank(left) - rank(right)))
      this.compare({ key, hold, slow }, response);
    const [only] = responses;
    if (count === 1 && only && only.balanceMicros !== null)
      expect(only.balanceMicros).toBe(this.model.balance);
  }

  private compare(
    { key, hold, slow }: { key: ModelKey; hold: number; slow: boolean },
    response: AdmitResponse & { requestId: string },
  ): void {
    const expected = this.model.judge(key, hold, Date.now());
    const payer = response.admitted && response.covered ? "covered" : "paid";
    const seen = response.admitted ? payer : response.code;
    if (seen === "unavailable") expect(this.failed || slow).toBe(true);
    else expect(seen).toBe(expected);
    if (!response.admitted) {
      this.countRefusal(key, seen);
      return;
    }
    const { requestId: id, covered } = response;
    const { lineage } = key;
    const request = { id, lineage, at: Date.now(), hold, covered, reported: 0, price: null };
    this.model.requests.push({ ...request, age: this.forward });
    this.refusalsAreSaved();
  }

  /** A request that costs what it held. */
  private async spend(act: { key: number; hold: number }): Promise<void> {
    const count = this.model.requests.length;
    await this.admit(act, 1);
    const charged: Charged = { dimension: "character", quantity: act.hold };
    if (this.model.requests.length > count) await this.end({ do: "settle", nth: count, charged });
  }

  /** Requests while the object is posting. */
  private async burst(act: { key: number; hold: number; count: number; fault: SyncFault }): Promise<void> {
    if (this.model.requests.some(({ price, age }) => price === null && this.forward - age > ORPHAN_MS))
      await this.flush("none");
    await setSyncFault(this.metered.key, act.fault);
    if (act.fault !== "none") this.failed = true;
    const flushing = runDurableObjectAlarm(this.meter);
    await this.admit(act, act.count);
    await flushing;
    await setSyncFault(this.metered.key, "none");
  }

  private async refuse({ key: nth, code }: Extract<Act, { do: "refuse" }>): Promise<void> {
    const key = this.keyAt(nth);
    if (!this.hasRate(key, 1)) return;
    const { route, lookup } = key;
    const request = { keyHashes: [lookup], requestId: crypto.randomUUID(), code, origin: null };
    const begun = performance.now();
    const response = await metersOf(env.METER)(route).refuse(request);
    const slow = performance.now() - begun > PATIENCE_MS;
    const judged = this.model.judge(key, 0, Date.now());
    const own = ["invalid_api_key", "key_expired", "account_suspended", "account_stopped"].includes(judged);
    if (response.code === "unavailable") expect(this.failed || slow).toBe(true);
    else expect(response.code).toBe(own ? judged : code);
    if (response.code !== "unavailable") this.countRefusal(key, own ? judged : code);
  }

  private async end({ do: what, nth, charged }: Extract<Act, { do: "settle" | "report" }>): Promise<void> {
    const request = this.model.requests[nth % Math.max(1, this.model.requests.length)];
    const cost = microsOf(charged);
    const report = settlement(request?.id ?? "unknown", cost, [charged]);
    if (what === "settle") await this.meter.settle([report]);
    else await this.meter.progress(report);
    if (request && what === "settle") this.model.settle(request, cost);
    else if (request) request.reported = cost;
  }

  private async change(act: Act): Promise<void> {
    const { user } = this.metered;
    const accountId = user.account.id;
    if (act.do === "budget") {
      const key = this.keyAt(act.key);
      if (!key.revoked) key.budgets = act.budgets;
      await budgetKey(user, key, act.budgets);
    } else if (act.do === "limit") {
      this.model.limits = act.limits;
      await writeDirectly((db) => db.delete(accountLimits).where(eq(accountLimits.accountId, accountId)));
      for (const limit of act.limits)
        await writeDirectly((db) => db.insert(accountLimits).values({ accountId, ...limit }));
    } else if (act.do === "plan") {
      this.model.plan = act.plan;
      await writeDirectly((db) => db.delete(subscriptions).where(eq(subscriptions.accountId, accountId)));
      const { plan } = act;
      if (plan) await writeDirectly((db) => db.insert(subscriptions).values({ accountId, ...plan }));
    } else if (act.do === "suspend") {
      this.model.suspended = act.suspended;
      const suspendedAt = act.suspended ? Date.now() : null;
      await writeDirectly((db) => db.update(accounts).set({ suspendedAt }).where(eq(accounts.id, accountId)));
    } else if (act.do === "stop") {
      this.model.stopped = act.stopped;
      const stoppedAt = act.stopped ? Date.now() : null;
      await writeDirectly((db) => db.update(accounts).set({ stoppedAt }).where(eq(accounts.id, accountId)));
    } else if (act.do === "fund" && act.micros !== 0) {
      this.model.funds += act.micros;
      await grant(user, act.micros);
    }
    await this.refresh();
  }

  /** Both keys are used right before and, if they still work, right after. */
  private async rotate({ key: nth, hours, hold }: Extract<Act, { do: "rotate" }>): Promise<void> {
    const key = this.keyAt(nth);
    await this.admit({ key: nth, hold }, 1);
    if (key.replaced || key.expiresAt <= Date.now()) return;
    const { account } = this.metered.user;
    const ctx = { db: openTestDatabase(), clock: wallClock, requestId: "test", account, keySecrets };
    const input = { id: key.publicId, overlapHours: hours };
    const made = await rotateKey({ ...ctx, metering: createMetering(env.METER) }, input);
    key.replaced = true;
    key.revoked = hours === 0;
    key.expiresAt = Date.now() + hours * 3_600_000;
    const { lineage, budgets } = key;
    this.addKey({ ...(await meteredKey(made.id, made.key)), lineage, budgets });
    this.failed = false;
    this.refusalsAreSaved();
    if (hours > 0) await this.admit({ key: nth, hold }, 1);
    await this.admit({ key: this.model.keys.filter(({ revoked }) => !revoked).length - 1, hold }, 1);
  }

  private step(ms: number): void {
    this.clock.move(ms);
    this.forward += Math.max(0, ms);
  }

  private async flush(fault: SyncFault): Promise<void> {
    await setSyncFault(this.metered.key, fault);
    if (fault !== "none") this.failed = true;
    if (await runDurableObjectAlarm(this.meter)) {
      this.refusalsAreSaved();
      await this.adoptOrphans();
    }
    await setSyncFault(this.metered.key, "none");
  }

  private async adoptOrphans(): Promise<void> {
    const rows = await runInDurableObject(this.meter, (_, { storage }) =>
      storage.sql.exec<{ id: string }>("SELECT request_id AS id FROM request WHERE state = 0").toArray(),
    );
    const open = new Set(rows.map(({ id }) => id));
    for (const request of this.model.requests) {
      if (request.price !== null || open.has(request.id)) continue;
      expect(this.forward - request.age).toBeGreaterThan(ORPHAN_MS);
      this.model.settle(request, request.reported);
    }
  }

  private async refresh(): Promise<void> {
    expect(await this.meter.refresh()).toBe(true);
    this.failed = false;
    this.refusalsAreSaved();
  }

  private async restart(): Promise<void> {
    await restart(this.metered.key);
    this.failed = false;
    for (const counted of this.refusals.values()) {
      counted.perhaps += counted.since;
      counted.since = 0;
    }
  }

  private refusalsAreSaved(): void {
    for (const counted of this.refusals.values()) {
      counted.sure += counted.since;
      counted.since = 0;
    }
  }

  private countRefusal({ publicId }: ModelKey, code: string): void {
    const name = `${publicId} ${code}`;
    const counted = this.refusals.get(name) ?? { sure: 0, perhaps: 0, since: 0 };
    this.refusals.set(name, { ...counted, since: counted.since + 1 });
  }

  private hasRate({ publicId }: ModelKey, count: number): boolean {
    const used = (this.slots.get(publicId) ?? 0) + count;
    this.slots.set(publicId, used);
    return used <= SLOTS_MAX;
  }

  private addKey(key: Pick<ModelKey, "publicId" | "key" | "route" | "lookup" | "lineage" | "budgets">): void {
    const life = { revoked: false, replaced: false, expiresAt: Number.POSITIVE_INFINITY };
    this.model.keys.push({ ...key, ...life });
  }

  /** Seldom one that was revoked. */
  private keyAt(nth: number): ModelKey {
    const usable = this.model.keys.filter(({ revoked }) => !revoked);
    const keys = nth === 0 ? this.model.keys : usable;
    const key = nth === 0 ? keys[0] : keys[nth % keys.length];
    if (key === undefined) throw new Error("There is no key.");
    return key;
  }

  private get meter() {
    return meterOf(this.metered.key);
  }
}
