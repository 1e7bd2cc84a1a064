import { AuthApiError, AuthRetryableFetchError } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { magicLinkFailure } from "#app/features/auth/messages.ts";

const TOO_MANY = "Too many magic link requests. Please wait a few minutes before trying again.";
const RATE_LIMIT = "Email rate limit reached. Please try again later or use another sign-in method.";
const SERVER = "Server error sending email. Please try again later or contact support.";

describe("a magic link that could not be sent", () => {
  test.each([
    ["status 429", new AuthApiError("Slow down", 429, undefined), TOO_MANY],
    [
      "status 429 that names a rate limit",
      new AuthApiError("email rate limit exceeded", 429, undefined),
      TOO_MANY,
    ],
    [
      "a message with 'rate limit'",
      new AuthApiError("Email rate limit exceeded", 400, undefined),
      RATE_LIMIT,
    ],
    ["a 500 that names a rate limit", new AuthApiError("SMTP rate limit", 500, undefined), RATE_LIMIT],
    ["status 500", new AuthApiError("Error sending magic link email", 500, undefined), SERVER],
    ["status 500 without a message", new AuthApiError("{}", 500, undefined), SERVER],
    [
      "another refusal",
      new AuthApiError("Signups not allowed for otp", 422, undefined),
      "Signups not allowed for otp",
    ],
    [
      "a provider out of reach",
      new AuthRetryableFetchError("Failed to fetch", 0),
      "The sign-in service can’t be reached. Check your connection, then try again.",
    ],
    ["a refusal without a message", new AuthApiError("{}", 400, undefined), "Magic link request failed"],
    ["something that is not an error", "thrown text", "Magic link request failed"],
    ["nothing", undefined, "Magic link request failed"],
  ])("for %s says so", (_what, failure, message) => expect(magicLinkFailure(failure)).toBe(message));
});
