import { describe, expect, it } from "vitest";
import {
  dailyLimit,
  rateErrorRate,
  rateResponseTime,
  trendBetween,
  trendsOf,
} from "#app/lib/analytics/stat-view.ts";
import { RANGE_MS } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { analyticsOf, NO_TOKENS } from "./dashboard-response.ts";

describe("the label for a response time", () => {
  it.each([
    [0, 0, "Excellent performance"],
    [99.999, 0, "Excellent performance"],
    [100, 1, "Good performance"],
    [299.999, 1, "Good performance"],
    [300, 2, "Performance needs improvement"],
    [12_000, 2, "Performance needs improvement"],
  ])("for %d ms is: level %d, %s", (milliseconds, level, label) => {
    expect(rateResponseTime(milliseconds)).toEqual({ level, label });
  });
});

describe("the label for an error rate", () => {
  it.each([
    [0, 0, "Excellent"],
    [0.999, 0, "Excellent"],
    [1, 1, "Good"],
    [4.999, 1, "Good"],
    [5, 2, "Needs attention"],
    [100, 2, "Needs attention"],
  ])("for %d percent is: level %d, %s", (percent, level, label) => {
    expect(rateErrorRate(percent)).toEqual({ level, label });
  });
});

describe("the daily limit", () => {
  const requestsIn = (total_requests: number, length: number) =>
    analyticsOf({ total_requests, from: new Date(0).toISOString(), to: new Date(length).toISOString() });

  it("does not stretch less than a day to one", () => {
    expect(dailyLimit(requestsIn(300, HOUR_MS)).percent).toBe(3);
  });

  it("is a hundredth of the last day's requests in percent, without a count that the plan's card has", () => {
    expect(dailyLimit(requestsIn(6482, RANGE_MS["24h"]))).toEqual({
      percent: 64.82,
      text: "10,000",
    });
  });

  it("fills the bar at 10,000 requests and no further", () => {
    expect(dailyLimit(requestsIn(9_999, RANGE_MS["24h"])).percent).toBeLessThan(100);
    expect(dailyLimit(requestsIn(10_000, RANGE_MS["24h"])).percent).toBe(100);
    expect(dailyLimit(requestsIn(25_000, RANGE_MS["24h"])).percent).toBe(100);
  });

  it("compares the daily average beyond one day", () => {
    expect(dailyLimit(requestsIn(171_204, RANGE_MS["30d"])).text).toBe("5,707 of 10,000 a day");
    expect(dailyLimit(requestsIn(70_000, RANGE_MS["7d"]))).toEqual({
      percent: 100,
      text: "10,000 of 10,000 a day",
    });
  });
});

describe("a trend", () => {
  it("is the change against the window before, its arrow the direction", () => {
    expect(trendBetween(200, 225)).toEqual({ direction: "up", text: "12.5%" });
    expect(trendBetween(200, 150)).toEqual({ direction: "down", text: "25.0%" });
    expect(trendBetween(200, 0)).toEqual({ direction: "down", text: "100.0%" });
  });

  it("is flat where nothing changed, or by less than can be shown", () => {
    expect(trendBetween(0, 0)).toEqual({ direction: "flat", text: "0.0%" });
    expect(trendBetween(100_000, 100_001)).toEqual({ direction: "flat", text: "0.0%" });
  });

  it("makes up no percentage from zero and caps absurd ones", () => {
    expect(trendBetween(0, 3)).toEqual({ direction: "up", text: "from 0" });
    expect(trendBetween(1, 10.99)).toEqual({ direction: "up", text: "999.0%" });
    expect(trendBetween(1, 500)).toEqual({ direction: "up", text: ">999%" });
  });

  it("is missing when the window before had no requests", () => {
    const previous = {
      total_requests: 0,
      average_response_time: 0,
      error_rate: 0,
      cost: 0,
      imported_cost: 0,
      ...NO_TOKENS,
    };
    const response = analyticsOf({ total_requests: 10, previous });
    expect(trendsOf(response)).toEqual({ requests: null, time: null, errors: null, cost: null });
  });

  it("shows only requests when this window has none", () => {
    const previous = {
      total_requests: 10,
      average_response_time: 90,
      error_rate: 2,
      cost: 1,
      imported_cost: 0,
      ...NO_TOKENS,
    };
    const trends = trendsOf(analyticsOf({ total_requests: 0, previous }));
    expect(trends).toMatchObject({ time: null, errors: null, cost: null });
    expect(trends.requests).toEqual({ direction: "down", text: "100.0%" });
  });

  it("compares each figure with its own", () => {
    const trends = trendsOf(
      analyticsOf({
        total_requests: 110,
        average_response_time: 180,
        error_rate: 3,
        cost: 0.75,
        imported_cost: 0,
        previous: {
          total_requests: 100,
          average_response_time: 200,
          error_rate: 2,
          cost: 1,
          imported_cost: 0,
          ...NO_TOKENS,
        },
      }),
    );
    expect(trends).toEqual({
      requests: { direction: "up", text: "10.0%" },
      time: { direction: "down", text: "10.0%" },
      errors: { direction: "up", text: "50.0%" },
      cost: { direction: "down", text: "25.0%" },
    });
  });
});
