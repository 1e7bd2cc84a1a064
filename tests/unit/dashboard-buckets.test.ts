import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  axisValues,
  dollarAxis,
  formatAxisCount,
  formatAxisDollars,
  formatAxisTime,
  labelledBuckets,
} from "#app/components/charts/usage-metrics.ts";
import { toBuckets, totalErrors } from "#app/lib/analytics/buckets.ts";
import { zoneName } from "#app/lib/wall-clock.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { analyticsOf, NO_TOKENS } from "./dashboard-response.ts";

const PARIS = "Europe/Paris";
const point = (date: string, requests = 4, errors = 1, time = 120) => ({
  date,
  requests,
  errors,
  avg_response_time: time,
  cost: 0,
  imported_cost: 0,
  ...NO_TOKENS,
});
const dayOf = (index: number) => new Date(Date.UTC(2026, 9, 21 + index)).toISOString().slice(0, 10);
const dates = (count: number) => Array.from({ length: count }, (_, index) => dayOf(31 - count + index));

/** The 25 local hours that the last 24 hours before 14:32 in Paris touch. */
const hours = Array.from({ length: 25 }, (_, index) => {
  const local = new Date(Date.UTC(2026, 10, 19, 14 + index)).toISOString().slice(0, 19);
  return point(`${local}+01:00`);
});
const day = analyticsOf({ series: hours });
const ticksOf = (response: AnalyticsResponse, narrow: boolean) =>
  labelledBuckets(toBuckets(response, PARIS), response.range, narrow).map(({ tick }) => tick);

describe("a bucket of the last 24 hours", () => {
  const buckets = toBuckets(day, PARIS);

  it("shows its day and its hour in the reader's zone", () => {
    expect(buckets[1]).toMatchObject({ label: "Yesterday, 15:00 – 16:00", tick: "15:00", partial: false });
    expect(buckets[9]?.label).toBe("Yesterday, 23:00 – 00:00");
    expect(buckets[19]?.label).toBe("Today, 09:00 – 10:00");
  });

  it("is partial at both ends of the window, and shows how far it goes", () => {
    expect(buckets[0]).toMatchObject({ label: "Yesterday, 14:32 – 15:00", partial: true });
    expect(buckets[24]).toMatchObject({ label: "Today, 14:00 – 14:32", partial: true });
    expect(buckets.filter(({ partial }) => partial)).toHaveLength(2);
  });

  it("keeps its label through a change of the clocks", () => {
    const response = analyticsOf({
      from: "2026-10-24T23:30:00.000Z",
      to: "2026-10-25T23:30:00.000Z",
      as_of: "2026-10-25T23:30:00.000Z",
      series: [
        point("2026-10-25T01:00:00+02:00"),
        point("2026-10-25T02:00:00+02:00"),
        point("2026-10-25T02:00:00+01:00"),
        point("2026-10-25T03:00:00+01:00"),
        point("2026-10-26T00:00:00+01:00"),
      ],
    });
    const labels = toBuckets(response, PARIS).map(({ label }) => label);
    expect(labels[1]).toBe("Yesterday, 02:00 – 02:00");
    expect(labels[2]).toBe("Yesterday, 02:00 – 03:00");
    expect(labels[4]).toBe("Today, 00:00 – 00:30");
  });

  it("without requests has no time and no error rate, rather than zero", () => {
    const response = analyticsOf({
      series: [point("2026-11-20T09:00:00+01:00", 0, 0, 0), ...hours.slice(20)],
    });
    expect(toBuckets(response, PARIS)[0]).toMatchObject({
      requests: 0,
      errors: 0,
      time: null,
      errorRate: null,
    });
  });

  it("has the share of its requests that failed", () => {
    expect(buckets[3]).toMatchObject({ requests: 4, errors: 1, errorRate: 25, time: 120 });
  });
});

describe("a bucket of days", () => {
  const response = analyticsOf({
    range: "7d",
    from: "2026-11-13T13:32:00.000Z",
    series: dates(8).map((date) => point(date)),
  });

  it("shows its weekday, whatever zone the reader is in", () => {
    for (const zone of [PARIS, "Pacific/Kiritimati", "America/Los_Angeles"]) {
      expect(toBuckets(response, zone)[2]).toMatchObject({
        label: "Sun, Nov 15",
        tick: "Nov 15",
        partial: false,
      });
    }
  });

  it("is partial at both ends of the window, and shows how far it goes", () => {
    const buckets = toBuckets(response, PARIS);
    expect(buckets[0]).toMatchObject({ label: "Fri, Nov 13, from 14:32", partial: true });
    expect(buckets[7]).toMatchObject({ label: "Today, until 14:32", partial: true });
  });

  it("is whole at the start of a window that starts at midnight", () => {
    const midnight = { ...response, from: "2026-11-12T23:00:00.000Z" };
    expect(toBuckets(midnight, PARIS)[0]).toMatchObject({ label: "Fri, Nov 13", partial: false });
  });
});

describe("a bucket of a window that has ended", () => {
  const spanOf = (from: string, to: string, days: string[]) =>
    analyticsOf({ range: "7d", from, to, series: days.map((day) => point(day)) });

  it("is whole when the window ends at midnight, and named by its day", () => {
    const days = spanOf("2026-11-02T23:00:00.000Z", "2026-11-04T23:00:00.000Z", ["2026-11-03", "2026-11-04"]);
    expect(toBuckets(days, PARIS)).toMatchObject([
      { label: "Tue, Nov 3", partial: false },
      { label: "Wed, Nov 4", partial: false },
    ]);
  });

  it("shows both of its ends when the window lies within it", () => {
    const hours = spanOf("2026-11-03T08:30:00.000Z", "2026-11-03T17:00:00.000Z", ["2026-11-03"]);
    expect(toBuckets(hours, PARIS)[0]).toMatchObject({ label: "Tue, Nov 3, 09:30 – 18:00", partial: true });
  });

  it("is whole on a day of 25 hours, and in a zone whose day begins at 01:00", () => {
    const october = spanOf("2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z", ["2026-10-25"]);
    expect(toBuckets(october, PARIS)[0]).toMatchObject({ label: "Sun, Oct 25", partial: false });
    const april = spanOf("2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z", ["2026-04-24"]);
    expect(toBuckets(april, "Africa/Cairo")[0]).toMatchObject({ label: "Fri, Apr 24", partial: false });
  });
});

describe("the tokens of a bucket", () => {
  const counted = (date: string) => ({ ...point(date), tokens_in: 100, tokens_cached: 30, tokens_out: 20 });
  const week = analyticsOf({
    range: "7d",
    from: "2026-11-17T23:00:00.000Z",
    series: ["2026-11-18", "2026-11-19", "2026-11-20"].map(counted),
  });

  it("are input without cached input, cached input and output", () => {
    expect(toBuckets(week, PARIS)[0]?.tokens).toEqual({ input: 70, cached: 30, output: 20 });
  });

  it("aren't known for a single endpoint", () => {
    expect(toBuckets(day, PARIS)[0]?.tokens).toBeNull();
  });
});

it("the errors of a window are those of all its buckets", () => {
  expect(totalErrors(day)).toBe(25);
});

it("a zone is named by its offset at the time", () => {
  expect(zoneName("2026-11-20T13:32:00.000Z", PARIS)).toBe("UTC+1");
  expect(zoneName("2026-07-20T13:32:00.000Z", PARIS)).toBe("UTC+2");
  expect(zoneName("2026-11-20T13:32:00.000Z", "Asia/Kolkata")).toBe("UTC+5:30");
});

describe("the labels below the chart", () => {
  it("are round hours", () => {
    expect(ticksOf(day, false)).toEqual(["16:00", "20:00", "00:00", "04:00", "08:00", "12:00"]);
    expect(ticksOf(day, true)).toEqual(["16:00", "22:00", "04:00", "10:00"]);
  });

  it("are days counted back from today", () => {
    const week = analyticsOf({ range: "7d", series: dates(8).map((date) => point(date)) });
    const november = toBuckets(analyticsOf({ series: dates(20).map((date) => point(date)) }), PARIS);
    const ticks = (narrow: boolean) => labelledBuckets(november, "2026-11", narrow).map(({ tick }) => tick);
    expect(ticks(false)).toEqual(["Nov 1", "Nov 5", "Nov 9", "Nov 13", "Nov 17"]);
    expect(ticks(true)).toEqual(["Nov 1", "Nov 7", "Nov 13", "Nov 19"]);
    const month = analyticsOf({ range: "30d", series: dates(31).map((date) => point(date)) });
    expect(ticksOf(week, false)).toHaveLength(8);
    expect(ticksOf(week, true)).toEqual(["Nov 14", "Nov 16", "Nov 18", "Nov 20"]);
    expect(ticksOf(month, false)).toEqual(["Oct 23", "Oct 30", "Nov 6", "Nov 13", "Nov 20"]);
    expect(ticksOf(month, true)).toEqual(["Oct 21", "Oct 31", "Nov 10", "Nov 20"]);
  });
});

describe("the axis", () => {
  it.each([
    [437, [0, 125, 250, 375, 500]],
    [11, [0, 3, 6, 9, 12]],
    [226, [0, 75, 150, 225, 300]],
    [500, [0, 125, 250, 375, 500]],
    [0, [0, 1, 2, 3, 4]],
    [7_300, [0, 2000, 4000, 6000, 8000]],
  ])("for values up to %d has round steps", (highest, values) => {
    expect(axisValues(highest)).toEqual(values);
  });

  it("always has whole steps and reaches the highest value, at most three times over", () => {
    for (let highest = 0.1; highest < 1e7; highest *= 1.07) {
      const values = axisValues(highest);
      expect(values.every(Number.isInteger)).toBe(true);
      expect(values.at(-1)).toBeGreaterThanOrEqual(highest);
      if (highest > 4) expect(values.at(-1)).toBeLessThan(highest * 3);
    }
  });

  it.each([
    [0.36, ["$0.00", "$0.10", "$0.20", "$0.30", "$0.40"]],
    [3.6, ["$0", "$1", "$2", "$3", "$4"]],
    [4.8, ["$0.00", "$1.25", "$2.50", "$3.75", "$5.00"]],
    [0.05, ["$0.00", "$0.02", "$0.04", "$0.06", "$0.08"]],
    [0.009, ["$0.0000", "$0.0025", "$0.0050", "$0.0075", "$0.0100"]],
    [0.000002, ["$0.000000", "$0.000001", "$0.000002", "$0.000003", "$0.000004"]],
    [7_300, ["$0", "$2k", "$4k", "$6k", "$8k"]],
  ])("for up to $%d has readable amounts", (highest, texts) => {
    const values = dollarAxis(highest);
    expect(values.map((value) => formatAxisDollars(value, values[1] ?? 0))).toEqual(texts);
  });

  it("of dollars tells its steps apart and reaches the highest amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (micros) => {
        const values = dollarAxis(micros / 1_000_000);
        expect(values.at(-1)).toBeGreaterThanOrEqual(micros / 1_000_000);
        expect(new Set(values.map((value) => formatAxisDollars(value, values[1] ?? 0))).size).toBe(5);
      }),
    );
  });

  it("writes short numbers", () => {
    expect([500, 4500, 1_250_000].map(formatAxisCount)).toEqual(["500", "4.5k", "1.25M"]);
    const timesUpTo = (highest: number) => {
      const values = axisValues(highest);
      return values.map((value) => formatAxisTime(value, values[1] ?? 1));
    };
    expect(timesUpTo(290)).toEqual(["0", "75 ms", "150 ms", "225 ms", "300 ms"]);
    expect(timesUpTo(1_190)).toEqual(["0", "0.3 s", "0.6 s", "0.9 s", "1.2 s"]);
    expect(timesUpTo(4_900)).toEqual(["0", "1.25 s", "2.50 s", "3.75 s", "5.00 s"]);
    expect(timesUpTo(64_000)).toEqual(["0", "20 s", "40 s", "60 s", "80 s"]);
  });
});
