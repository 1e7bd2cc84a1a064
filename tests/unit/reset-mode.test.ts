import { describe, expect, test } from "vitest";
import { type ResetMode, resetMode } from "#app/features/auth/reset-mode.ts";

const at = (address: string) => resetMode(new URL(address, "https://latchkey.example"));
const request: ResetMode = { mode: "request" };
const update = (token: string): ResetMode => ({ mode: "update", token });

describe("a new password is chosen when there is a token", () => {
  test.each([
    ["/reset-password/t1", "t1"],
    ["/reset-password/t1?type=recovery", "t1"],
    ["/reset-password/t1#type=recovery", "t1"],
    ["/reset-password/a%2Fb%20c", "a/b c"],
    ["/reset-password/%E0%A4%A", "%E0%A4%A"],
    ["/reset-password/reset-password", "reset-password"],
    ["/reset-password?token=t1", "t1"],
    ["/reset-password?token=t1&type=recovery", "t1"],
    ["/reset-password/?token=t1", "t1"],
    ["/reset-password?access_token=t1", "t1"],
    ["/reset-password?access_token=t1#type=recovery", "t1"],
    ["/reset-password#token=t1", "t1"],
    ["/reset-password?type=recovery#token=t1", "t1"],
    ["/reset-password#access_token=t1&type=recovery", "t1"],
    ["/reset-password?token=t1&type=", "t1"],
  ])("%s", (address, token) => {
    expect(at(address)).toEqual(update(token));
  });

  test("the path takes precedence over the query, the query over the hash, and 'token' over 'access_token'", () => {
    expect(at("/reset-password/p?token=q#token=h")).toEqual(update("p"));
    expect(at("/reset-password?access_token=q#token=h")).toEqual(update("q"));
    expect(at("/reset-password?access_token=a&token=t")).toEqual(update("t"));
    expect(at("/reset-password?token=#token=h")).toEqual(update("h"));
  });

  test("a token that is named but empty counts, so that the form can report that it is missing", () => {
    expect(at("/reset-password?type=recovery&token=")).toEqual(update(""));
    expect(at("/reset-password#access_token=")).toEqual(update(""));
  });

  test("the session of an implicit link has its refresh token, and is read only from the hash", () => {
    expect(at("/reset-password#access_token=a&refresh_token=r&type=recovery")).toEqual({
      ...update("a"),
      refreshToken: "r",
    });
    expect(at("/reset-password/p#access_token=a&refresh_token=r")).toEqual(update("p"));
    expect(at("/reset-password#token=a&refresh_token=r")).toEqual(update("a"));
    expect(at("/reset-password?access_token=a&refresh_token=r")).toEqual(update("a"));
    expect(at("/reset-password#access_token=a&refresh_token=")).toEqual(update("a"));
  });
});

test.each([
  "/reset-password",
  "/reset-password/",
  "/reset-password?type=recovery",
  "/reset-password#type=recovery",
  "/reset-password?code=t1",
  "/reset-password?token_hash=t1",
  "/reset-password/t1?type=signup",
  "/reset-password?token=t1&type=magiclink",
  "/reset-password?token=t1&type=Recovery",
  "/reset-password#access_token=t1&type=invite",
  "/reset-password?token=t1#type=signup",
  "/reset-password#error=access_denied&error_code=otp_expired",
])("a link is requested at %s", (address) => {
  expect(at(address)).toEqual(request);
});
