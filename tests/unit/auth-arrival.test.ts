import { describe, expect, test } from "vitest";
import { readAuthCallback } from "#app/lib/auth/auth-callback.ts";
import { isSixDigits } from "#app/lib/auth/second-factor.ts";
import { parseSession } from "#app/lib/auth/stored-session.ts";

const arrival = (query: string, hash = "") => readAuthCallback(new URLSearchParams(query), hash);

describe("the parameters of the sign-in page", () => {
  test.each(["signup", "magiclink", "email", "email_change"])("are an emailed link of type %s", (type) =>
    expect(
      arrival(`token_hash=t1&type=${type}&redirect_to=https://x.example`, "#email=ada%2Bnew%40x.example"),
    ).toEqual({ kind: "link", tokenHash: "t1", type, email: "ada+new@x.example" }),
  );

  test.each(["recovery", "invite", "sms", "", "constructor"])(
    "are a link that this page does not redeem, of type %j",
    (type) =>
      expect(arrival(`token_hash=t1&type=${type}`)).toMatchObject({
        kind: "link",
        tokenHash: "t1",
        type: null,
      }),
  );

  test("are a provider's refusal, in the query or in the hash", () => {
    const refusal = { kind: "refusal", description: "The user said no" };
    expect(arrival("error=x&error_description=The+user+said+no")).toEqual(refusal);
    expect(arrival("", "#error=x&error_description=The+user+said+no")).toEqual(refusal);
  });

  test.each([
    ["error=access_denied&error_description=The+user+denied+the+request", /^You canceled/],
    [
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
      /^This link has expired/,
    ],
  ])("are a refusal in our own words when its code is known: %s", (query, words) =>
    expect(arrival(query)).toMatchObject({ kind: "refusal", description: expect.stringMatching(words) }),
  );

  test("are a refusal without a message, or with as much of it as fits", () => {
    expect(arrival("error=server_error")).toEqual({ kind: "refusal", description: "" });
    expect(arrival(`error_description=${"a".repeat(999)}`)).toEqual({
      kind: "refusal",
      description: "a".repeat(200),
    });
  });

  test("are a provider's consent", () => expect(arrival("code=c1")).toEqual({ kind: "consent" }));

  test.each(["", "return_to=/api-keys", "token_hash=", "type=magiclink"])("are nothing with %j", (query) =>
    expect(arrival(query)).toEqual({ kind: "nothing" }),
  );
});

describe("a two-factor code", () => {
  test.each(["000000", "123456"])("may be %j", (code) => expect(isSixDigits(code)).toBe(true));

  test.each([
    "",
    "12345",
    "1234567",
    "12345a",
    " 12345",
    "12345 ",
    "123456\n",
    "１２３４５６",
    "-12345",
    "1e5000",
  ])("is refused here as %j", (code) => expect(isSixDigits(code)).toBe(false));
});

describe("a stored session", () => {
  const session = { access_token: "a", refresh_token: "r", expires_at: 1, user: { id: "u" } };

  test("is read when it is complete", () => expect(parseSession(JSON.stringify(session))).toEqual(session));

  test.each([
    "{",
    "",
    "null",
    "7",
    '"eyJhbGciOi"',
    "[]",
    JSON.stringify({ ...session, access_token: undefined }),
    JSON.stringify({ ...session, refresh_token: 7 }),
    JSON.stringify({ ...session, expires_at: "soon" }),
    JSON.stringify({ ...session, user: null }),
    JSON.stringify({ ...session, user: {} }),
  ])("is null as %s", (text) => expect(parseSession(text)).toBeNull());
});
