import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionAges, type TimedSession } from "#app/lib/auth/session-age.ts";
import { runs } from "#tests/support/tier.ts";

const LIFETIME_S = 3_600;
const RENEWED_BEFORE_MS = 90_000;
const MINUTE_MS = 60_000;
/** Times in sessions are in whole seconds. */
const ROUNDING_MS = 1_500;

type Event =
  | { kind: "wait" | "sleep"; ms: number }
  | { kind: "set clock"; ms: number }
  | { kind: "open another page" };

/** A device with a clock that is wrong, and a session that is renewed when it seems about to expire. */
function device(wrongBy: number) {
  let truth = 1_800_000_000_000;
  let offset = wrongBy;
  let steady = 0;
  let renewals = 0;
  let issuedAt = truth;
  const open = () => sessionAges(() => ({ date: truth + offset, steady }));
  let { remainingOf } = open();
  const received = (): TimedSession => {
    issuedAt = truth;
    const date = Math.round((truth + offset) / 1000);
    return { access_token: `token-${renewals}`, expires_at: date + LIFETIME_S, expires_in: LIFETIME_S };
  };
  let session = received();
  return {
    happen(event: Event) {
      if (event.kind === "open another page") {
        steady = 0;
        ({ remainingOf } = open());
      } else if (event.kind === "set clock") offset += event.ms;
      else truth += event.ms;
      if (event.kind === "wait") steady += event.ms;
    },
    renewIfNeeded() {
      if (remainingOf(session) > RENEWED_BEFORE_MS) return;
      renewals += 1;
      session = received();
    },
    remaining: () => remainingOf(session),
    trueRemaining: () => issuedAt + LIFETIME_S * 1000 - truth,
    renewals: () => renewals,
  };
}

const anyTime = fc.integer({ min: 0, max: 200 * MINUTE_MS });
const anyOffset = fc.integer({ min: -10_000 * MINUTE_MS, max: 10_000 * MINUTE_MS });
const passing: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom("wait" as const, "sleep" as const), ms: anyTime }),
  fc.record({ kind: fc.constant("open another page" as const) }),
);
const setting = fc.record({ kind: fc.constant("set clock" as const), ms: anyOffset });

describe("the age of a session", () => {
  it("is the same whatever the device's clock says", () => {
    fc.assert(
      fc.property(anyOffset, fc.array(passing, { maxLength: 20 }), (wrongBy, events) => {
        const { happen, renewIfNeeded, remaining, trueRemaining } = device(wrongBy);
        for (const event of events) {
          happen(event);
          expect(Math.abs(remaining() - trueRemaining())).toBeLessThan(ROUNDING_MS);
          renewIfNeeded();
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("never makes a session be renewed more than once for each time that the clock is set", () => {
    const events = fc.array(fc.oneof(passing, setting), { maxLength: 30 });
    fc.assert(
      fc.property(anyOffset, events, (wrongBy, history) => {
        const { happen, renewIfNeeded, remaining, renewals } = device(wrongBy);
        let passed = 0;
        let settings = 0;
        for (const event of history) {
          happen(event);
          if (event.kind === "wait" || event.kind === "sleep") passed += event.ms;
          if (event.kind === "set clock") settings += 1;
          renewIfNeeded();
          expect(remaining()).toBeGreaterThan(RENEWED_BEFORE_MS);
        }
        const shortest = LIFETIME_S * 1000 - RENEWED_BEFORE_MS - ROUNDING_MS;
        expect(renewals()).toBeLessThanOrEqual(Math.floor(passed / shortest) + settings);
      }),
      { numRuns: runs(500) },
    );
  });

  it("goes on while a page is open and the clock is set back", () => {
    const { happen, remaining, trueRemaining } = device(0);
    expect(remaining()).toBe(trueRemaining());
    happen({ kind: "set clock", ms: -70 * MINUTE_MS });
    happen({ kind: "wait", ms: 50 * MINUTE_MS });
    expect(remaining()).toBe(trueRemaining());
  });

  it("can't be longer than the token's own times allow, as when the client calculated it with a slow clock", () => {
    const claims = Buffer.from(JSON.stringify({ iat: 1_000, exp: 1_000 + LIFETIME_S }));
    const session = {
      access_token: `e30.${claims.toString("base64url")}.s`,
      expires_at: 1_000 + LIFETIME_S,
      expires_in: LIFETIME_S + 4_200,
    };
    const { remainingOf } = sessionAges(() => ({ date: (1_000 - 4_200) * 1000, steady: 0 }));
    expect(remainingOf(session)).toBe(LIFETIME_S * 1000);
  });
});
