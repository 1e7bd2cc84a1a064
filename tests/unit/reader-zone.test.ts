import fc from "fast-check";
import { expect, test } from "vitest";
import { readerZone, usableZone } from "#app/lib/reader-zone.ts";
import { zoneField } from "#core/contract/usage-window.ts";
import { runs } from "#tests/support/tier.ts";

const accepts = (zone: string) => zoneField.safeParse(zone).success;

const NAMES = Intl.supportedValuesOf("timeZone");
/** As browsers have named zones, and parts of names put together. */
const named = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(undefined, "", "Etc/Unknown", "+05:30", "-03", "UTC+5", "GMT+5", "Mars/Olympus", "local"),
  fc.tuple(fc.constantFrom(...NAMES, "UTC", "Etc/GMT"), fc.string({ maxLength: 4 })).map(([a, b]) => a + b),
  fc.string({ maxLength: 100 }),
);

test("whatever the browser names, the API accepts the zone that is used, and a name that it accepts is kept", () => {
  fc.assert(
    fc.property(named, (name) => {
      const zone = usableZone(name);
      expect(accepts(zone), zone).toBe(true);
      expect(zone).toBe(name !== undefined && accepts(name) ? name : "UTC");
    }),
    { numRuns: runs(1_500) },
  );
});

test.each([undefined, "", "Etc/Unknown", "+05:30", "UTC+5", `Europe/${"x".repeat(60)}`])(
  "the zone %s is read as UTC",
  (name) => {
    expect(usableZone(name)).toBe("UTC");
  },
);

test("the zone of this machine is its own", () => {
  expect(readerZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
