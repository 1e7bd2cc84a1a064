import type { Factor, User, UserIdentity } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountUserFrom, sameAddress } from "#app/features/account/account-user.ts";
import { inOrder } from "#app/features/account/sessions.ts";
import {
  identityAddress,
  readLinkReturn,
  rememberLinking,
  signInMethods,
} from "#app/features/account/sign-in-methods.ts";
import { groupSecret, qrImage } from "#app/features/account/totp.ts";
import { invitationFailure, tabParameter, usersAddress } from "#app/features/account/users-view.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { pageAt } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

const AT = "2026-11-20T10:00:00.000Z";
const user = (fields: Partial<User> = {}): User => ({
  id: "u1",
  app_metadata: {},
  user_metadata: {},
  aud: "authenticated",
  created_at: AT,
  ...fields,
});
const factor = (fields: Partial<Factor> = {}): Factor => ({
  id: "f1",
  factor_type: "totp",
  status: "verified",
  created_at: AT,
  updated_at: AT,
  ...fields,
});
const identity = (provider: string, email?: string): UserIdentity => ({
  id: provider,
  user_id: "u1",
  identity_id: provider,
  provider,
  ...(email !== undefined && { identity_data: { email } }),
});

describe("the person on the screen", () => {
  test("has a second factor only when a verified app is listed, whatever the metadata claims", () => {
    const claim = { user_metadata: { twoFactorEnabled: true, twoFactorSecret: "X" } };
    expect(accountUserFrom(user(claim)).factor).toBeNull();
    const unverified = factor({ status: "unverified" });
    expect(accountUserFrom(user({ factors: [unverified] })).factor).toBeNull();
    const verified = factor({ id: "f2" });
    expect(accountUserFrom(user({ factors: [unverified, verified] })).factor).toBe(verified);
  });

  test("uses the name chosen here, or else the one from Google or GitHub", () => {
    const given = { full_name: "Maya from GitHub" };
    expect(accountUserFrom(user({ user_metadata: given })).name).toBe("Maya from GitHub");
    const chosen = { ...given, display_name: "Maya" };
    expect(accountUserFrom(user({ user_metadata: chosen })).name).toBe("Maya");
    const cleared = { ...given, display_name: "" };
    expect(accountUserFrom(user({ user_metadata: cleared })).name).toBe("");
  });

  test.each([[undefined], [7], [{ first: "Maya" }]])("has no name when the metadata has %j", (full_name) => {
    expect(accountUserFrom(user({ user_metadata: { full_name } })).name).toBe("");
  });
});

describe("the key to type in", () => {
  test.each([
    ["JBSWY3DPEHPK3PXP", "JBSW Y3DP EHPK 3PXP"],
    ["JBSWY3", "JBSW Y3"],
    ["", ""],
  ])("%s is shown in groups of four", (secret, shown) => expect(groupSecret(secret)).toBe(shown));

  test("a picture keeps the part after a number sign", () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000"/></svg>`;
    const [type, data = ""] = qrImage(`data:image/svg+xml;utf-8,${svg}`).split(",");
    expect(type).toBe("data:image/svg+xml");
    expect(data).not.toContain("#");
    expect(decodeURIComponent(data)).toBe(svg);
    expect(qrImage("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
  });
});

test("the ways to sign in keep their order, and the only one left is recognized", () => {
  const listed = signInMethods([identity("github", "maya@github.test")]);
  expect(listed.map(({ name, identity: linked }) => [name, linked?.provider])).toEqual([
    ["Email", undefined],
    ["Google", undefined],
    ["GitHub", "github"],
  ]);
  expect(listed.every(({ last }) => last)).toBe(true);
  expect(signInMethods([identity("email"), identity("google")]).some(({ last }) => last)).toBe(false);
  expect(identityAddress(identity("email"))).toBe("");
});

test("sessions are listed with this device first, then by when they were active", () => {
  const session = (id: string, minute: number, current = false) => ({
    id,
    device: null,
    ip: null,
    created_at: AT,
    last_active_at: `2026-11-20T10:0${minute}:00.000Z`,
    current,
  });
  const listed = inOrder([session("old", 1), session("new", 9), session("this", 0, true)]);
  expect(listed.map(({ id }) => id)).toEqual(["this", "new", "old"]);
});

test("recognizes one mailbox however it is spelled", () => {
  expect(sameAddress(" Maya@Example.com", "maya@example.COM ")).toBe(true);
  expect(sameAddress("maya+1@example.com", "maya@example.com")).toBe(false);
});

test.each([
  [null, "email"],
  ["password", "password"],
  ["invite", "invite"],
  ["Invite", "email"],
  ["__proto__", "email"],
])("the tab %s opens %s", (wanted, tab) => expect(tabParameter.parse(wanted)).toBe(tab));

test("a tab has its own address", () => {
  const { searchParams } = new URL(paths.userManagementTab("password"), "https://latchkey.test");
  expect(usersAddress.read(searchParams)).toEqual({ tab: "password" });
});

test("a refused invitation keeps the API’s reason, and no other server’s", () => {
  const refused = (code: string) => new ApiError({ status: 422, code, message: "…" });
  expect(invitationFailure(refused("unexpected_response"))).toHaveProperty(
    "message",
    "User invitation failed",
  );
  for (const failure of [refused("invalid_request"), new Error("No user logged in")])
    expect(invitationFailure(failure)).toBe(failure);
});

describe("the way back from linking", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const back = (query: string) => readLinkReturn(new URL(`https://latchkey.test/profile${query}`));

  test("does not apply to a user who did not leave to link, whatever the address contains", () =>
    expect(back("?error=x&error_description=Call+us")).toBeNull());

  test.each([
    ["", null],
    ["?error=x&error_description=You+turned+back", "You turned back"],
    [
      "?error=access_denied&error_description=The+user+denied+the+request",
      "You canceled, or access was denied. Try again when you’re ready.",
    ],
    ["#error=server_error&error_description=Already+linked", "Already linked"],
    ["?error=x", ""],
    [`?error=x&error_description=${"a".repeat(500)}`, "a".repeat(200)],
  ])("%s is read as %j", (query, refusal) => {
    rememberLinking("github");
    expect(back(query)).toEqual({ provider: "github", refusal });
  });

  test("knows only the existing providers", () => {
    kept.set("latchkey-linking", "toString");
    expect(back("")).toBeNull();
  });
});

test.each([
  ["/user-management", "Users", "card"],
  ["/profile", "Settings", "settings"],
  ["/api-keys", "API Keys", "columns"],
  ["/api-keys/key_1/usage", "API Key Usage", "figures"],
  ["/billing/receipts/rcpt_1", "Receipt", "columns"],
  ["/payment-success", "Payment", "columns"],
  ["/documentation", "Documentation", "list"],
  ["/documentation/streaming", "Documentation", "list"],
])("before it loads, %s is called %s and laid out as %s", (path, title, skeleton) =>
  expect(pageAt(path)).toMatchObject({ heading: { title }, skeleton }),
);
