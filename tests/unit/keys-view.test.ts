import { describe, expect, test } from "vitest";
import { refusedAt } from "#app/features/keys/change-key.ts";
import { isInUse, keysByStatus, maskParts, sampleRequest } from "#app/features/keys/keys-view.ts";
import { createBlockedReason, footerText, keyMessages } from "#app/features/keys/messages.ts";
import { ApiError } from "#app/lib/api-error.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { displayMask, maskOf } from "#core/domain/api-key.ts";
import { apiKey } from "#tests/support/api-key.ts";

const keyOf = (id: string, status: ApiKey["status"]) => apiKey({ id, name: id, status });
const refusal = (status: number, code: string, message: string) => new ApiError({ status, code, message });

describe("the key list", () => {
  test("puts each key into the tab of its status, in the original order", () => {
    const keys = [keyOf("c", "active"), keyOf("b", "revoked"), keyOf("a", "active")];
    const { active, revoked } = keysByStatus(keys);
    expect(active.map(({ id }) => id)).toEqual(["c", "a"]);
    expect(revoked.map(({ id }) => id)).toEqual(["b"]);
  });

  test("shows how many keys of which status are listed", () => {
    expect(footerText(4, "active")).toBe("Showing 4 active keys");
    expect(footerText(1, "active")).toBe("Showing 1 active key");
    expect(footerText(0, "revoked")).toBe("Showing 0 revoked keys");
  });

  test("cuts the API's masked form at its dots: first 8 and last 4 characters", () => {
    const key = `lk_9fK2x${"m".repeat(40)}Qe7T`;
    expect(maskParts(displayMask(maskOf(key)))).toEqual({ head: "lk_9fK2x", dots: "••••••••", tail: "Qe7T" });
  });

  test("treats a key without dots as a full one", () => {
    expect(maskParts("lk_9fK2xA7cQ2mQe7T")).toBeNull();
  });
});

describe("creating a key", () => {
  test("needs a balance above 0", () => {
    expect(createBlockedReason(0.000001, false)).toBeNull();
    expect(createBlockedReason(0, false)).toBe("Add funds to your account before creating an API key.");
    expect(createBlockedReason(-3, false)).toBe("Add funds to your account before creating an API key.");
  });

  test("waits for the balance to load and for the previous creation", () => {
    expect(createBlockedReason(undefined, false)).toBe(keyMessages.blocked.balanceUnknown);
    expect(createBlockedReason(48.2, true)).toBe(keyMessages.blocked.creating);
  });

  test("finds the invalid field only when the input was refused", () => {
    const fieldOf = refusedAt("name");
    expect(fieldOf(refusal(422, "invalid_name", "The name must have at most 100 characters."))).toBe("name");
    expect(fieldOf(refusal(402, "insufficient_balance", "…"))).toBeNull();
    expect(fieldOf(refusal(500, "internal_error", "…"))).toBeNull();
    expect(fieldOf(new TypeError("Failed to fetch"))).toBeNull();
  });
});

describe("the sample request", () => {
  const command = sampleRequest("https://keys.example", "lk_secret");

  test("goes to this site and carries the key in the Authorization header", () => {
    expect(command).toContain("curl https://keys.example/v1/chat/completions");
    expect(command).toContain('-H "Authorization: Bearer lk_secret"');
  });

  test("has a body that is JSON", () => {
    const [, body = ""] = /-d '(.*)'$/.exec(command) ?? [];
    expect(JSON.parse(body)).toEqual({ model: "demo-small", messages: [{ role: "user", content: "Hello" }] });
  });
});

describe("a key about to be revoked", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");

  test("counts as in use when it was used within five minutes", () => {
    expect(isInUse("2026-11-20T11:55:00.001Z", now)).toBe(true);
    expect(isInUse("2026-11-20T11:55:00.000Z", now)).toBe(false);
    expect(isInUse(null, now)).toBe(false);
  });
});
