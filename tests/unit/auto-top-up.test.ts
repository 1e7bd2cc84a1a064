import fc from "fast-check";
import { expect, it } from "vitest";
import {
  cardName,
  chargedMinor,
  chargeOfSaving,
  chargeRoom,
  declineReason,
  judgeTopUp,
  type PastCharge,
  supportsAutoTopUp,
  type TopUpFacts,
} from "#core/domain/auto-top-up.ts";
import { runs, seed } from "#tests/support/tier.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 26, 12);
const facts: TopUpFacts = {
  chargeable: true,
  balanceMicros: 19_999_999,
  thresholdMicros: 20_000_000,
  amountMinor: 5000,
  limitMinor: 15_000,
  charges: [],
};
const charge = (createdAt: number, change: Partial<PastCharge> = {}): PastCharge => ({
  status: "paid",
  amountMinor: 5000,
  createdAt,
  reachedProvider: true,
  ...change,
});
const judge = (change: Partial<TopUpFacts>, now = NOW) => judgeTopUp({ ...facts, ...change }, now);

it("charges once the balance is below the threshold", () => {
  expect(judge({})).toEqual({ kind: "charge" });
  expect(judge({ balanceMicros: 20_000_000 })).toEqual({ kind: "unneeded" });
  expect(judge({ balanceMicros: -3_000_000 })).toEqual({ kind: "charge" });
  expect(judge({ chargeable: false })).toEqual({ kind: "unneeded" });
});

it("waits for a charge in progress, however old it is", () => {
  for (const status of ["open", "pending"] as const)
    expect(judge({ charges: [charge(NOW - 40 * DAY, { status })] })).toMatchObject({ kind: "wait" });
});

it("charges at most once an hour and three times in 24 hours, also after a decline", () => {
  expect(judge({ charges: [charge(NOW - HOUR + 1)] })).toEqual({ kind: "wait", until: NOW + 1 });
  expect(judge({ charges: [charge(NOW - HOUR)] })).toEqual({ kind: "charge" });
  const failed = { status: "failed" } as const;
  const three = [2, 8, 20].map((hours) => charge(NOW - hours * HOUR, failed));
  expect(judge({ charges: three })).toEqual({ kind: "wait", until: NOW + 4 * HOUR });
});

it("a charge from the future, after the clock was set back, counts as recent", () => {
  expect(judge({ charges: [charge(NOW + 30 * DAY)], limitMinor: 1_000_000 })).toEqual({
    kind: "wait",
    until: NOW + DAY,
  });
});

it("never exceeds the limit of the calendar month in UTC", () => {
  const start = Date.UTC(2026, 10, 1);
  const charges = [charge(start), charge(start + DAY), charge(start + 2 * DAY)];
  expect(judge({ charges })).toMatchObject({ kind: "limit" });
  expect(judge({ charges, limitMinor: 20_000 })).toEqual({ kind: "charge" });
  expect(judge({ charges }, Date.UTC(2026, 11, 1))).toEqual({ kind: "charge" });
});

it("declined and canceled charges don't count towards the limit, one that the provider may have does", () => {
  const at = NOW - 5 * DAY;
  const charges = [
    charge(at),
    charge(at, { status: "failed" }),
    charge(at, { status: "expired" }),
    charge(at, { status: "expired", reachedProvider: false }),
    charge(NOW - 40 * DAY),
  ];
  expect(chargedMinor(charges, NOW)).toBe(10_000);
  expect(chargedMinor(charges, NOW, { certain: true })).toBe(5000);
});

const pastCharge = fc.record({
  status: fc.constantFrom<PastCharge["status"][]>("paid", "failed", "expired"),
  amountMinor: fc.constantFrom(2500, 5000, 19_900),
  createdAt: fc.integer({ min: NOW - 45 * DAY, max: NOW + 2 * DAY }),
  reachedProvider: fc.boolean(),
});

it("a verdict to charge respects every limit, and another verdict names its cause", () => {
  const random = fc.record({
    charges: fc.array(pastCharge, { maxLength: 8 }),
    amountMinor: fc.constantFrom(2500, 5000, 19_900),
    limitMinor: fc.constantFrom(20_000, 60_000, 200_000),
  });
  fc.assert(
    fc.property(random, (change) => {
      const { kind } = judge(change);
      const since = (age: number) => change.charges.filter(({ createdAt }) => createdAt > NOW - age).length;
      const tooOften = since(HOUR) > 0 || since(DAY) > 2;
      const tooMuch = chargedMinor(change.charges, NOW) + change.amountMinor > change.limitMinor;
      expect(kind).toBe(tooOften ? "wait" : tooMuch ? "limit" : "charge");
    }),
  );
});

it("cards from India need a mandate for each charge", () => {
  expect([null, "US", "IN"].map((country) => supportsAutoTopUp({ country }))).toEqual([true, true, false]);
});

it("names cards and declines in words", () => {
  expect(cardName({ brand: "visa", last4: "4242" })).toBe("Visa •••• 4242");
  expect(cardName({ brand: "amex", last4: "0005" })).toBe("American Express •••• 0005");
  expect(declineReason("insufficient_funds")).toBe("Insufficient funds");
  expect(declineReason("try_again_later")).toBe("Declined by the bank");
});

it("charges nobody who hasn't agreed, whenever a stop or a suspension ends, unless the balance falls", () => {
  const micros = fc.integer({ min: -50, max: 50 }).map((dollars) => dollars * 1_000_000);
  const story = fc.record({
    balanceMicros: micros,
    thresholdMicros: micros,
    charges: fc.array(fc.nat({ max: 72 }).map((hours) => charge(NOW - hours * HOUR, { status: "failed" }))),
    enabled: fc.boolean(),
    hoursLater: fc.nat({ max: 2_000 }),
  });
  let charged = 0;
  fc.assert(
    fc.property(story, ({ enabled, hoursLater, ...rest }) => {
      const terms = { ...facts, ...rest };
      const room = chargeRoom(terms.charges, NOW);
      const agreed = chargeOfSaving({ ...terms, enabled, chargeable: false }, room, NOW) === "later";
      const ended = judgeTopUp({ ...terms, chargeable: enabled }, NOW + hoursLater * HOUR);
      if (ended.kind === "charge") charged += 1;
      expect(ended.kind === "charge" && !agreed).toBe(false);
      const now = chargeOfSaving({ ...terms, enabled, chargeable: enabled }, room, NOW);
      expect(now).toBe(judgeTopUp({ ...terms, chargeable: enabled }, NOW).kind === "charge" ? "now" : null);
    }),
    { seed, numRuns: runs(300) },
  );
  expect(charged).toBeGreaterThan(0);
});
