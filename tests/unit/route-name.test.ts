import { expect, test } from "vitest";
import { routeName } from "#worker/log.ts";
import { fixedPaths } from "#worker/web/kept-pages.ts";

test.each([
  ["/", "/"],
  ["/login", "/login"],
  ["/reset-password/pkce_0a1b2c3d", "/reset-password"],
  ["/api/keys/lk_secret/reveal", "/api"],
  ["/v1/chat/completions", "/v1"],
  ["/lk_aB3dE5fG7hJ9", "/…"],
  ["/eyJhbGciOiJIUzI1NiJ9", "/…"],
  [`/${"a".repeat(25)}`, "/…"],
])("%s is %s in a log", (pathname, name) => expect(routeName(pathname)).toBe(name));

test("only addresses without a variable part are fixed", () => {
  const routes = {
    root: { id: "root", path: "" },
    shell: { id: "shell", parentId: "root" },
    home: { id: "home", parentId: "shell", index: true },
    keys: { id: "keys", parentId: "shell", path: "api-keys" },
    usage: { id: "usage", parentId: "shell", path: "api-keys/:id/usage" },
    docs: { id: "docs", parentId: "root", path: "documentation/:topic?" },
    rest: { id: "rest", parentId: "root", path: "*" },
  };
  expect(fixedPaths(routes)).toEqual(new Set(["/", "/api-keys"]));
});
