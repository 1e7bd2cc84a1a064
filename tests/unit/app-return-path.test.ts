import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loginPath, paths, RETURN_PARAMETER, returnPathOf, safeReturnPath } from "#app/lib/paths.ts";

const SITE = "https://latchkey.example";

describe("the way back after signing in", () => {
  test.each([
    "/api-keys",
    "/add-balance?amount=25",
    "/payment/success?session_id=cs_test_1#top",
    "/?to=https://evil.example",
  ])("keeps %s", (path) => expect(safeReturnPath(path)).toBe(path));

  test.each([
    ["an absolute address", "https://evil.example/"],
    ["a protocol-relative address", "//evil.example"],
    ["a backslash for a slash", "/\\evil.example"],
    ["another site's page", "//evil.example/api-keys"],
    ["two backslashes", "\\\\evil.example"],
    ["a tab between the slashes", "/\t/evil.example"],
    ["a newline between the slashes", "/\n/evil.example"],
    ["a dot segment that uncovers two slashes", "/.//evil.example"],
    ["a parent segment that uncovers two slashes", "/a/..//evil.example"],
    ["an encoded dot segment", "/%2e//evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a relative path", "api-keys"],
    ["leading space", " //evil.example"],
    ["nothing", ""],
    ["no parameter", null],
    ["the sign-in page itself", "/login?return_to=/login"],
  ])("goes to the dashboard for %s", (_what, wanted) => expect(safeReturnPath(wanted)).toBe(paths.dashboard));

  test("never leaves the site, whatever it is given", () => {
    const part = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "\t",
      "\n",
      "@",
      ":",
      "evil.example",
      "%2f",
      "%5c",
      "?",
      "#",
      "a",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = safeReturnPath(`/${parts.join("")}`);
        expect(path).toMatch(/^\/(?!\/)/);
        expect(new URL(path, SITE).origin).toBe(SITE);
      }),
      { numRuns: 2000 },
    );
  });

  test("survives the trip through the sign-in address", () => {
    const wanted = "/add-balance?amount=25&note=a b";
    const carried = new URL(loginPath(wanted), SITE).searchParams.get(RETURN_PARAMETER);
    expect(new URL(safeReturnPath(carried), SITE).searchParams.get("note")).toBe("a b");
  });

  test("is left out where it would lead to the dashboard anyway", () => {
    expect(loginPath(paths.dashboard)).toBe(paths.login);
    expect(loginPath(paths.login)).toBe(paths.login);
  });
});

describe("the way back of an emailed link", () => {
  const inLink = (target: string) => returnPathOf(new URLSearchParams({ redirect_to: target }));

  test("is inside the address that the link redirects to", () =>
    expect(inLink(`${SITE}/login?return_to=%2Fapi-keys`)).toBe("/api-keys"));

  test.each([
    `${SITE}/login`,
    `${SITE}/login?return_to=//evil.example`,
    "https://evil.example/api-keys",
    "not an address",
    "",
  ])("is the dashboard with %j", (target) => expect(inLink(target)).toBe(paths.dashboard));

  test("yields to the sign-in page's own", () => {
    const query = { return_to: "/profile", redirect_to: `${SITE}/login?return_to=/api-keys` };
    expect(returnPathOf(new URLSearchParams(query))).toBe("/profile");
  });
});
