import type { User } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { confirmedAddress } from "#app/features/auth/first-proof.ts";

const AT = "2026-11-28T12:00:00.000Z";
const USER = { email_confirmed_at: AT, last_sign_in_at: "2026-11-28T12:00:00.030Z" } as User;
const FACTOR = { status: "verified" } as NonNullable<User["factors"]>[number];

it.each<[string, object, boolean]>([
  ["confirmed in the same moment", {}, true],
  ["confirmed long before", { email_confirmed_at: "2026-11-01T12:00:00.000Z" }, false],
  ["that isn't confirmed", { email_confirmed_at: undefined }, false],
  ["with a second factor, which only a confirmed person can add", { factors: [FACTOR] }, false],
])("a link's session with an address %s: %s", (_which, change, first) => {
  expect(confirmedAddress({ user: { ...USER, ...change } })).toBe(first);
});
