import { describe, expect, test } from "vitest";
import { keyFailure } from "#app/features/keys/change-key.ts";
import {
  choiceOf,
  expiryInstant,
  expiryProblem,
  expiryText,
  expiryValue,
  localDay,
  NEVER,
  overlapText,
} from "#app/features/keys/expiry.ts";
import { expiryNote, keyAbilities, keyBadges, lastCallNote } from "#app/features/keys/key-life-view.ts";
import { keyMessages } from "#app/features/keys/messages.ts";
import { ApiError } from "#app/lib/api-error.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { apiKey } from "#tests/support/api-key.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(NOW + ms).toISOString();

const keyWith = (about: Partial<ApiKey>) => apiKey({ created_at: at(-30 * DAY), ...about });
const badgesOf = (about: Partial<ApiKey>) => keyBadges(keyWith(about), NOW).map(({ label }) => label);

describe("the badges of a key", () => {
  test("are empty for a key that works until it is revoked", () => {
    expect(badgesOf({})).toEqual([]);
  });

  test("show a test key, and one with restrictions", () => {
    expect(badgesOf({ key: "lkt_9fK2••••••••Qe7T" })).toEqual(["Test"]);
    const allowed_origins = ["https://shop.example"];
    expect(badgesOf({ allowed_origins })).toEqual(["Restricted"]);
    expect(badgesOf({ allowed_origins, status: "revoked" })).toEqual([]);
  });

  test.each([
    [14 * DAY, ["Expires in 14 days"]],
    [7 * DAY + 2_000, ["Expires in 7 days"]],
    [15 * DAY, []],
    [23 * HOUR, ["Expires in 23 h"]],
    [20 * MINUTE, ["Expires in 20 min"]],
    [1, ["Expires in 1 min"]],
    [0, ["Expired"]],
    [-DAY, ["Expired"]],
  ])("show an expiry %d ms away as %j", (left, badges) => {
    expect(badgesOf({ expires_at: at(left) })).toEqual(badges);
  });

  test("show a rotated key's expiry in hours, and as a date when it is days away", () => {
    expect(badgesOf({ replaced_by: "key_2", expires_at: at(23 * HOUR) })).toEqual([
      "Rotated",
      "Expires in 23 h",
    ]);
    expect(badgesOf({ replaced_by: "key_2", expires_at: at(7 * DAY) })).toEqual([
      "Rotated",
      "Expires Nov 27, 2026",
    ]);
    expect(badgesOf({ replaced_by: "key_2", expires_at: at(-1) })).toEqual(["Rotated", "Expired"]);
  });

  test("show the plan's key and a disabled one, together with its other badges", () => {
    expect(badgesOf({ plan_key: true, disabled_at: at(-DAY), expires_at: at(DAY * 3) })).toEqual([
      "Premium",
      "Disabled",
      "Expires in 3 days",
    ]);
  });

  test("of a revoked key show nothing that no longer matters", () => {
    const gone = {
      status: "revoked",
      disabled_at: at(-DAY),
      expires_at: at(-DAY),
      replaced_by: "k",
    } as const;
    expect(badgesOf(gone)).toEqual(["Rotated"]);
  });
});

describe("a key's expiry", () => {
  test("includes the time when it is near, and the plan it belongs to", () => {
    expect(expiryNote(keyWith({}), NOW)).toBeNull();
    expect(expiryNote(keyWith({ expires_at: at(90 * DAY) }), NOW)).toBe("Expires Feb 18, 2027");
    expect(expiryNote(keyWith({ expires_at: at(HOUR) }), NOW)).toMatch(/^Expires Nov 20, 2026, \d\d:00$/);
    expect(expiryNote(keyWith({ expires_at: at(-3 * DAY) }), NOW)).toBe("Expired Nov 17, 2026");
    expect(expiryNote(keyWith({ expires_at: at(365 * DAY), plan_key: true }), NOW)).toBe(
      "Expires Nov 20, 2027 with the Premium plan",
    );
  });

  test("cannot be changed for the plan's key or a rotated one, and an expired key can't be rotated", () => {
    expect(keyAbilities(keyWith({}), NOW)).toEqual({ rename: true, expire: true, rotate: true, note: null });
    expect(badgesOf({ playground: true })).toEqual(["Only on this site"]);
    expect(keyAbilities(keyWith({ playground: true }), NOW)).toMatchObject({
      rename: false,
      expire: false,
      rotate: false,
    });
    expect(keyAbilities(keyWith({ plan_key: true }), NOW)).toEqual({
      rename: true,
      expire: false,
      rotate: true,
      note: "The Premium key expires with its plan.",
    });
    expect(keyAbilities(keyWith({ replaced_by: "k" }), NOW)).toEqual({
      rename: true,
      expire: false,
      rotate: false,
      note: "A rotated API key expires when its overlap ends.",
    });
    expect(keyAbilities(keyWith({ expires_at: at(-1) }), NOW)).toMatchObject({ expire: true, rotate: false });
  });
});

describe("a rotated key's last call", () => {
  const successor = keyWith({ id: "key_2", created_at: at(-HOUR) });

  test("shows on which side of the rotation it was", () => {
    expect(lastCallNote(keyWith({}), successor, NOW)).toBe("Never called");
    expect(lastCallNote(keyWith({ last_used: at(-2 * HOUR) }), successor, NOW)).toBe(
      "Last called 2 hours ago, before the rotation",
    );
    expect(lastCallNote(keyWith({ last_used: at(-5_000) }), successor, NOW)).toBe("Last called just now");
  });
});

describe("the overlap", () => {
  test("ends when it says, or when the old key expires before that", () => {
    expect(overlapText(keyWith({}), 0, NOW)).toContain("stop working immediately");
    expect(overlapText(keyWith({}), 24, NOW)).toMatch(/^Both keys work until Nov 21, 2026, /);
    expect(overlapText(keyWith({ expires_at: at(3 * DAY) }), 720, NOW)).toMatch(/until Nov 23, 2026, /);
  });
});

describe("an expiry", () => {
  test("of a preset is that many days from now; never is null", () => {
    expect(expiryValue({ kind: "30", date: "" }, NOW)).toBe(at(30 * DAY));
    expect(expiryValue(NEVER, NOW)).toBeNull();
    expect(expiryText(NEVER, NOW)).toBe("never");
    expect(expiryText({ kind: "7", date: "" }, NOW)).toBe("Nov 27, 2026");
  });

  test("of a day is its last moment in the reader's zone", () => {
    const end = expiryInstant({ kind: "date", date: "2026-12-24" }, NOW);
    expect(end).toBe(new Date(2026, 11, 24, 23, 59, 59, 999).getTime());
    expect(localDay(Number(end))).toBe("2026-12-24");
  });

  test("of an existing key is shown as its day", () => {
    expect(choiceOf(null)).toEqual(NEVER);
    expect(choiceOf(new Date(2026, 11, 24, 8).toISOString())).toEqual({ kind: "date", date: "2026-12-24" });
  });

  test("needs a day that is not over", () => {
    expect(expiryProblem(NEVER, NOW)).toBeNull();
    expect(expiryProblem({ kind: "date", date: localDay(NOW) }, NOW)).toBeNull();
    expect(expiryProblem({ kind: "date", date: localDay(NOW - DAY) }, NOW)).toBe(
      "Choose today or a later date.",
    );
    for (const date of ["", "2026-02-31x", "12026-01-01"]) {
      expect(expiryProblem({ kind: "date", date }, NOW)).toBe("Choose a date.");
    }
  });
});

describe("a refused change", () => {
  const refusal = (status: number) => new ApiError({ status, code: "c", message: "This key is revoked." });

  test("shows a reason that the reader can act on, and the general message otherwise", () => {
    expect(keyFailure(refusal(409), keyMessages.changeFailed).description).toBe("This key is revoked.");
    expect(keyFailure(refusal(500), keyMessages.changeFailed).description).toBe(
      "Failed to change API key. Please try again.",
    );
    expect(keyFailure(new TypeError("Failed to fetch"), keyMessages.rotateFailed)).toEqual({
      title: "Error",
      description: "Failed to rotate API key. Please try again.",
    });
  });
});
