import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACTORS, actorOf, describeActivity, locationOf } from "#app/features/activity/messages.ts";
import { KIND_LABELS, kindParameter } from "#app/features/activity/queries.ts";
import type { AuditItem } from "#core/contract/audit.ts";
import { AUDIT_ACTIONS, AUDIT_ACTORS, type AuditAction, actionsOf } from "#core/domain/audit.ts";

const item = (action: AuditAction, detail: AuditItem["detail"] = {}): AuditItem => ({
  id: "au_1",
  created_at: "2026-11-20T14:05:00.000Z",
  action,
  by: "owner",
  key: action.startsWith("key.") ? { id: "key_1", name: "Production" } : null,
  detail,
  place: null,
  request_id: "r",
});

describe("the activity", () => {
  it("has its own text for every action, and for who did it", () => {
    const said = actionsOf().map((action) => describeActivity(item(action)).text);
    expect(new Set(said).size).toBe(actionsOf().length);
    for (const text of said) expect(text).toMatch(/^\p{Lu}.* (was|were|credit) |^(A|An|The) |^— /u);
    expect(new Set(AUDIT_ACTORS.map((actor) => ACTORS[actor])).size).toBe(AUDIT_ACTORS.length);
  });

  it("knows every action that is written anywhere, including by SQL alone", () => {
    const written = globSync("worker/core/**/*.ts").flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const named = [...text.matchAll(/\baction(?::| =) "([a-z]+\.[a-z_]+)"/g)];
      const inserted = [...text.matchAll(/'([a-z]+\.[a-z_]+)', (?:public_id|\$\{)/g)];
      return [...named, ...inserted].map(([, action = ""]) => action);
    });
    expect(written.length).toBeGreaterThan(10);
    expect([...new Set(written)].filter((action) => !actionsOf().some((known) => known === action))).toEqual(
      [],
    );
  });

  it.each([
    [item("key.created"), "Key “Production” was created", ""],
    [
      item("key.changed", { name: "New", disabled: true }),
      "Key “Production” was changed",
      "Named “New”, disabled",
    ],
    [item("key.changed", { disabled: false, expires_at: null }), undefined, "Enabled, never expires"],
    [item("key.changed", { allowed_origins: [] }), undefined, "No browser access"],
    [
      item("key.changed", { allowed_origins: ["https://a.example", "https://b.example"] }),
      undefined,
      "Browser access from https://a.example, https://b.example",
    ],
    [
      item("key.changed", { budget_day: 5, budget_week: null, budget_month: 80 }),
      undefined,
      "Budget $5.00 per day, $80.00 per month",
    ],
    [
      item("key.changed", { budget_day: null, budget_week: null, budget_month: null }),
      undefined,
      "No budget",
    ],
    [item("key.changed", { budget_day: 0.0001 }), undefined, "Budget $0.0001 per day"],
    [
      item("budgets.changed", { budget_day: 0.5, budget_month: null }),
      "The account’s spending limits were changed",
      "Spending limit $0.50 per day",
    ],
    [item("budgets.changed", { budget_day: null, budget_month: null }), undefined, "No spending limit"],
    [item("low_balance.changed", { dollars: 2.005 }), "Low balance notifications were set to $2.005", ""],
    [item("key.changed", { shows_balance: false }), undefined, "Can’t see the balance"],
    [
      item("key.changed", { name: "New", shows_balance: true }),
      undefined,
      "Named “New”, can see the balance",
    ],
    [item("key.created", { shows_balance: false }), undefined, "Can’t see the balance"],
    [
      item("token.created", { name: "CI", scopes: ["keys:read", "usage:read"] }),
      "Access token “CI” was created",
      "keys:read, usage:read",
    ],
    [item("token.revoked", { name: "CI" }), "Access token “CI” was revoked", ""],
    [item("token.revoked"), "An access token was revoked", ""],
    [item("tokens.revoked"), "All access tokens were revoked", ""],
    [item("key.rotated", { overlap_hours: 0 }), undefined, "The old key was revoked immediately"],
    [item("key.rotated", { overlap_hours: 24 }), undefined, "The old key kept working for 24 hours"],
    [item("credit.granted", { dollars: 5, reason: "Sorry" }), "$5.00 credit was granted", "Sorry"],
    [item("plan.set", { plan: "Premium" }), "The plan was set to Premium", ""],
    [
      item("plan.changed", { draws_on_balance: true }),
      "The plan was changed",
      "Pays from the balance when it is used up",
    ],
    [item("plan.changed", { draws_on_balance: false }), undefined, "Refuses requests when it is used up"],
  ])("describes the event: %#", (entry, text, note) => {
    const words = describeActivity(entry);
    if (text !== undefined) expect(words.text).toBe(text);
    expect(words.note).toBe(note);
  });

  it("names the access token that did it", () => {
    const created = item("key.created");
    expect(actorOf(created)).toBe("You");
    expect(actorOf({ ...created, by: "token", detail: { token: "CI" } })).toBe("Access token “CI”");
    expect(actorOf({ ...created, by: "token" })).toBe("An access token");
  });

  it.each([
    [null, ""],
    [
      { device: "Firefox on Windows", city: "Lisbon", country: "PT" },
      "Firefox on Windows · Lisbon, Portugal",
    ],
    [{ device: "Firefox on Windows", city: null, country: null }, "Firefox on Windows"],
    [{ device: null, city: null, country: "DE" }, "Germany"],
    [{ device: null, city: "Lisbon", country: "T1" }, "Lisbon, T1"],
  ])("shows the location, and nothing that is unknown: %#", (place, text) => {
    expect(locationOf({ place })).toBe(text);
  });

  it("shows the kind in the address, and all of them for anything else", () => {
    for (const kind of Object.keys(AUDIT_ACTIONS)) expect(kindParameter.parse(kind)).toBe(kind);
    expect(Object.keys(KIND_LABELS)).toEqual(Object.keys(AUDIT_ACTIONS));
    expect([null, "", "all", "toString"].map(kindParameter.parse)).toEqual([null, null, null, null]);
  });
});
