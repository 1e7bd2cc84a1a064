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

const CUSTOM = { range: "custom", from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00+01:00" };

it.each([
  [{ range: "2026-13" }, "range"],
  [{ range: "7d", model: "" }, "model", "The model must have at least 1 character."],
  [{ range: "2019-12" }, "range"],
  [{ range: "custom" }, "from", "The from field is required with range=custom."],
  [{ range: "custom", from: CUSTOM.from }, "to", "The to field is required with range=custom."],
  [{ ...CUSTOM, range: "7d" }, "from", "The from field can only be used with range=custom."],
  [{ range: "2026-03", to: CUSTOM.to }, "to", "The to field can only be used with range=custom."],
  [{ ...CUSTOM, from: "2026-03-01" }, "from"],
  [{ ...CUSTOM, from: "2019-12-31T23:59:59Z" }, "from", "The from field must not be before 2020."],
  [{ ...CUSTOM, to: CUSTOM.from }, "to", "The to field must be after from."],
  [{ ...CUSTOM, to: "2027-03-02T00:00:00.001Z" }, "to", "The to field must be at most 366 days after from."],
  [
    { ...CUSTOM, endpoint: "/v1/models", model: "mini" },
    "model",
    expect.stringContaining("endpoint and model"),
  ],
])("refuses %j and names the field", (query, field, message = expect.any(String)) => {
  const { error } = analyticsQuery.safeParse(query);
  expect(error?.issues[0]).toMatchObject({ path: [field], message });
});

it.each([
  CUSTOM,
  { range: "2026-03" },
  { ...CUSTOM, to: "2027-03-02T00:00:00Z" },
  { ...CUSTOM, model: "mini" },
])("accepts %j", (query) => expect(analyticsQuery.safeParse(query).success).toBe(true));
