import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayAfterKey, weeksOf } from "#app/features/analytics/calendar-view.ts";
import {
  checkedDraft,
  draftOfDays,
  lengthText,
  parseMoment,
  startOf,
  textsOf,
  windowOf,
  zoneText,
} from "#app/features/analytics/range-draft.ts";
import { dayOf, dayStart, instantOf, midnight, wallClock } from "#app/lib/local-time.ts";
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "#core/domain/time.ts";

const PARIS = "Europe/Paris";
const TODAY = "2026-11-20";
const ZONES = [PARIS, "America/St_Johns", "Asia/Kathmandu", "Africa/Cairo", "Australia/Lord_Howe", "UTC"];

describe("a wall-clock time", () => {
  const anyInstant = fc
    .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    .map((at) => at - (at % QUARTER_MS));

  it("leads back to its instant, or to the earlier of two with that time", () => {
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...ZONES), (instant, zone) => {
        const found = instantOf(wallClock(instant, zone), zone);
        expect(found).toBeLessThanOrEqual(instant);
        expect(wallClock(found, zone)).toBe(wallClock(instant, zone));
      }),
    );
  });

  it("that the clocks skip is the moment at which they do", () => {
    const skipped = Date.UTC(2026, 2, 29, 2, 30);
    expect(new Date(instantOf(skipped, PARIS)).toISOString()).toBe("2026-03-29T01:00:00.000Z");
    // In Cairo, they skip midnight.
    expect(new Date(dayStart("2026-04-24", "Africa/Cairo")).toISOString()).toBe("2026-04-23T22:00:00.000Z");
  });

  it("of a day begins that day, whatever the clocks do", () => {
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...ZONES), (instant, zone) => {
        const day = dayOf(wallClock(instant, zone));
        const start = dayStart(day, zone);
        expect(start).toBeLessThanOrEqual(instant);
        expect(dayOf(wallClock(start, zone))).toBe(day);
        expect(dayOf(wallClock(start - 1, zone)) < day).toBe(true);
      }),
    );
  });
});

describe("a typed date", () => {
  const nov3 = Date.UTC(2026, 10, 3);
  it.each([
    ["Nov 3, 2026 00:00", nov3],
    ["Nov 3, 2026, 9:05", nov3 + 9 * HOUR_MS + 5 * MINUTE_MS],
    ["  november 3 2026 24:00 ", nov3 + 24 * HOUR_MS],
    ["3 Nov 2026", nov3],
    ["Nov. 3", nov3],
    ["2026-11-03", nov3],
    ["2026-11-03T14:30", nov3 + 14 * HOUR_MS + 30 * MINUTE_MS],
    // It would be in the future, so it is last year's.
    ["Dec 24", Date.UTC(2025, 11, 24)],
  ])("%s", (text, moment) => expect(parseMoment(text, "from", TODAY)).toBe(moment));

  it.each([
    "",
    "yesterday",
    "Feb 30, 2026",
    "Nov 3, 2026 25:00",
    "Nov 3, 2026 24:01",
    "Foo 3, 2026",
    "11/3/2026",
    "2026-13-01",
  ])("not %s", (text) => expect(parseMoment(text, "from", TODAY)).toBeNull());

  it("without a time is the end of its day where a range ends", () => {
    expect(parseMoment("Nov 3, 2026", "to", TODAY)).toBe(nov3 + 24 * HOUR_MS);
  });

  it("is read as it was written", () => {
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / MINUTE_MS, max: Date.UTC(2030, 0) / MINUTE_MS });
    fc.assert(
      fc.property(minutes, minutes, (from, to) => {
        const texts = textsOf({ from: from * MINUTE_MS, to: to * MINUTE_MS });
        expect(parseMoment(texts.from, "from", TODAY)).toBe(from * MINUTE_MS);
        expect(parseMoment(texts.to, "to", TODAY)).toBe(to * MINUTE_MS);
      }),
    );
  });
});

describe("a custom range", () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-20T13:32:00Z"), toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());
  const check = (from: string, to: string) => checkedDraft({ from, to }, TODAY, PARIS);

  it("ends with the last moment of its last day", () => {
    expect(textsOf(draftOfDays("2026-11-03", "2026-11-16"))).toEqual({
      from: "Nov 3, 2026 00:00",
      to: "Nov 16, 2026 24:00",
    });
    const { draft } = check("Nov 3, 2026 00:00", "Nov 16, 2026 24:00");
    expect(draft).toMatchObject({ first: "2026-11-03", last: "2026-11-16" });
    expect(windowOf(draftOfDays("2026-11-03", "2026-11-16"), PARIS)).toEqual({
      from: "2026-11-02T23:00:00.000Z",
      to: "2026-11-16T23:00:00.000Z",
    });
  });

  it("is refused with the field and the reason", () => {
    expect(check("soon", "Nov 3").error).toEqual({
      end: "from",
      text: "Enter a date, such as Nov 20, 2026 00:00.",
    });
    expect(check("Nov 3", "later").error).toMatchObject({ end: "to" });
    expect(check("Nov 21, 2026", "Nov 22, 2026").error?.text).toBe("A range can’t begin in the future.");
    expect(check("Nov 4", "Nov 3").error?.text).toBe("The end must be after the start.");
    expect(check("Nov 3 10:00", "Nov 3 10:00").draft).toBeNull();
    expect(check("Nov 3, 2019", "Nov 3").error).toEqual({
      end: "from",
      text: "A range can’t begin before 2020.",
    });
    expect(check("Nov 19, 2025", "Nov 19, 2026").draft).not.toBeNull();
    expect(check("Nov 18, 2025", "Nov 19, 2026").error).toEqual({
      end: "to",
      text: "A range can have at most 366 days.",
    });
  });

  it("begins with the days that the page shows", () => {
    const texts = (range: Parameters<typeof startOf>[0]) => textsOf(startOf(range, TODAY, PARIS));
    expect(texts({ range: "24h" })).toEqual({ from: "Nov 20, 2026 00:00", to: "Nov 20, 2026 24:00" });
    expect(texts({ range: "7d" }).from).toBe("Nov 14, 2026 00:00");
    expect(texts({ range: "2026-11" })).toEqual({ from: "Nov 1, 2026 00:00", to: "Nov 20, 2026 24:00" });
    expect(texts({ range: "2026-02" }).to).toBe("Feb 28, 2026 24:00");
    expect(texts({ range: "custom", from: "2026-11-03T08:30:00Z", to: "2026-11-04T17:00:00Z" })).toEqual({
      from: "Nov 3, 2026 09:30",
      to: "Nov 4, 2026 18:00",
    });
  });

  it("has a length and a zone, which may change in between", () => {
    const draft = draftOfDays("2026-11-03", "2026-11-16");
    expect([lengthText(draft), zoneText(draft, PARIS)]).toEqual(["14 days", "UTC+1"]);
    expect(zoneText(draftOfDays("2026-10-20", "2026-10-30"), PARIS)).toBe("UTC+2 to UTC+1");
    const short = { from: midnight(TODAY), to: midnight(TODAY) + 30 * HOUR_MS + 5 * MINUTE_MS };
    expect(lengthText(short)).toBe("1 day 6 h 5 min");
  });
});

describe("the calendar", () => {
  it("has whole weeks from Monday, as far as the month goes", () => {
    const november = weeksOf("2026-11");
    expect(november).toHaveLength(6);
    expect([november[0]?.[0], november.at(-1)]).toEqual(["2026-10-26", ["2026-11-30"]]);
    expect(weeksOf("2027-02")).toHaveLength(4);
  });

  it.each([
    ["ArrowLeft", "2026-11-19"],
    ["ArrowDown", "2026-11-27"],
    ["Home", "2026-11-16"],
    ["End", "2026-11-22"],
    ["PageUp", "2026-10-20"],
    ["PageDown", "2026-12-20"],
    ["x", null],
  ])("%s leads to %s", (key, day) => expect(dayAfterKey(TODAY, key, false)).toBe(day));

  it("stays in a shorter month", () => {
    expect(dayAfterKey("2026-03-31", "PageUp", false)).toBe("2026-02-28");
    expect(dayAfterKey("2024-02-29", "PageUp", true)).toBe("2023-02-28");
  });
});
