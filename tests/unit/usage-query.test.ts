import { expect, it } from "vitest";
import { analyticsQuery } from "#core/contract/analytics.ts";

it("accepts named time zones, UTC when none is given", () => {
  expect(analyticsQuery.parse({ range: "7d" }).tz).toBe("UTC");
  for (const tz of ["Europe/Lisbon", "Asia/Kathmandu", "Etc/GMT+5"]) {
    expect(analyticsQuery.parse({ range: "24h", tz }).tz).toBe(tz);
  }
});

it.each(["+05:17", "-03:00", "Mars/Phobos", "", "x".repeat(65)])("refuses %j as a time zone", (tz) => {
  expect(analyticsQuery.safeParse({ range: "24h", tz }).success).toBe(false);
});
