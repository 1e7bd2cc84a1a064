import { describe, expect, it } from "vitest";
import { statusName, statusTone } from "#app/lib/http-status.ts";
import { lifeFacts } from "#app/lib/keys/key-life.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { apiKey } from "#tests/support/api-key.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const before = "2026-11-19T12:00:00.000Z";
const after = "2026-11-21T12:00:00.000Z";

const keyWith = (about: Partial<ApiKey>) => apiKey({ created_at: "2026-09-12T12:00:00.000Z", ...about });
const revoked = { status: "revoked", revoked_at: before } as const;

describe("the head of a key's usage", () => {
  it.each([
    [{}, ["Created Sep 12, 2026"]],
    [{ disabled_at: before }, ["Created Sep 12, 2026"]],
    [{ expires_at: after }, ["Created Sep 12, 2026", "Expires Nov 21, 2026"]],
    [{ expires_at: before }, ["Created Sep 12, 2026", "Expired Nov 19, 2026"]],
    [{ ...revoked, expires_at: after }, ["Created Sep 12, 2026", "Revoked Nov 19, 2026"]],
    [{ ...revoked, revoked_at: null }, ["Created Sep 12, 2026"]],
  ])("of %j says %j", (about, facts) => {
    expect(lifeFacts(keyWith(about), NOON)).toEqual(facts);
  });

  it("shows a key as expired from the very millisecond that refuses it", () => {
    const ending = keyWith({ expires_at: new Date(NOON).toISOString() });
    expect([NOON - 1, NOON].map((now) => lifeFacts(ending, now)[1])).toEqual([
      "Expires Nov 20, 2026",
      "Expired Nov 20, 2026",
    ]);
  });
});

describe("a status", () => {
  it("shows its name if it has one", () => {
    expect(["429", "502", "418"].map(statusName)).toEqual([
      "429 Too Many Requests",
      "502 Bad Gateway",
      "418",
    ]);
  });

  it.each([
    [200, "success"],
    [399, "success"],
    [400, "warning"],
    [499, "warning"],
    [500, "danger"],
  ])("of %d is a %s", (code, tone) => expect(statusTone(code)).toBe(tone));
});
