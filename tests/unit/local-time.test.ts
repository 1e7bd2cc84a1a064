import { expect, it } from "vitest";
import { localTimes } from "#core/domain/zone.ts";

const at = (text: string) => Date.parse(text);

it.each([
  ["UTC", "2026-05-28T12:00:00.007Z", "2026-05-28T12:00:00.007+00:00"],
  ["Asia/Kathmandu", "2026-05-28T18:14:59.999Z", "2026-05-28T23:59:59.999+05:45"],
  ["America/St_Johns", "2026-05-28T02:29:00.000Z", "2026-05-27T23:59:00.000-02:30"],
  ["Pacific/Chatham", "2026-05-28T11:15:00.000Z", "2026-05-29T00:00:00.000+12:45"],
])("%s shows %s as %s", (zone, instant, shown) => {
  expect(localTimes(zone, at("2026-05-01"), at("2026-05-31"))(at(instant))).toBe(shown);
});

it("distinguishes the two hours of the same name on a day of 25 hours", () => {
  const timeOf = localTimes("Europe/Berlin", at("2025-10-20"), at("2025-10-30"));
  const shown = ["2025-10-26T00:30:00Z", "2025-10-26T01:30:00Z", "2025-10-26T02:30:00Z"].map((t) =>
    timeOf(at(t)),
  );
  expect(shown).toEqual([
    "2025-10-26T02:30:00.000+02:00",
    "2025-10-26T02:30:00.000+01:00",
    "2025-10-26T03:30:00.000+01:00",
  ]);
});
