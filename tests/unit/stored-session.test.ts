import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isFresh, lacksSecondFactor, type StoredSession } from "#app/lib/auth/stored-session.ts";

const EXPIRES = 1_800_000_000;
const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

function sessionWith(factors?: { status: string }[], token = tokenOf({ aal: "aal1" })): StoredSession {
  const user = { id: "u", ...(factors && { factors }) };
  return { access_token: token, refresh_token: "r", expires_at: EXPIRES, user };
}

describe("a stored token", () => {
  it.each([
    [90_001, true],
    [90_000, false],
    [0, false],
    [-1, false],
  ])("that lasts %i ms more is sent as it is: %s", (ms, fresh) => {
    vi.useFakeTimers({ now: EXPIRES * 1000 - ms });
    onTestFinished(() => void vi.useRealTimers());
    expect(isFresh(sessionWith())).toBe(fresh);
    expect(isFresh({ ...sessionWith(), access_token: `lasts ${ms}`, expires_in: 3_600 })).toBe(fresh);
  });
});

describe("the second step", () => {
  const verified = [{ status: "unverified" }, { status: "verified" }];

  it.each<[string, StoredSession, boolean]>([
    ["without a factor", sessionWith(), false],
    ["with a factor that was never set up", sessionWith([{ status: "unverified" }]), false],
    ["with a factor", sessionWith(verified), true],
    ["with a factor, once passed", sessionWith(verified, tokenOf({ aal: "aal2" })), false],
    ["with a factor, of a token without a level", sessionWith(verified, tokenOf({})), true],
    ["with a name beyond ASCII", sessionWith(verified, tokenOf({ name: "Zoë ▲ 😀", aal: "aal2" })), false],
  ])("%s is missing: %s", (_, session, lacking) => expect(lacksSecondFactor(session)).toBe(lacking));

  it.each(["", "no-token", "a.b.c", "a.bnVsbA.c", "a.e30=.c.d"])(
    "a token that cannot be read, %j, is left to the provider",
    (token) => {
      const unreadable = ["", "no-token", "a.b.c", "a.bnVsbA.c"].includes(token);
      expect(lacksSecondFactor(sessionWith(verified, token))).toBe(!unreadable);
    },
  );
});
