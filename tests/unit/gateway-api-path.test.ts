import { describe, expect, it } from "vitest";
import { apiPath } from "#core/domain/gateway/api-path.ts";
import { ENDPOINTS } from "#core/domain/gateway/endpoints/find-endpoint.ts";

const PATHS = [...ENDPOINTS.map(({ path }) => path), "/models", "/models/demo/small"];

describe("the path of a request to the API", () => {
  it.each(PATHS)("is the same for each base URL that leads to it: %s", (path) => {
    for (const base of ["/v1", "", "/", "//v1", "/v1/", "/V1", "/v1/v1", "//v1//V1/"])
      expect(apiPath(`${base}${path}`), base).toBe(path);
    expect(apiPath(`/v1${path.replaceAll("/", "//")}`)).toBe(path);
  });

  it.each([
    ["/v1/key", "/key"],
    ["/v1//keys/self/revoke", "/keys/self/revoke"],
    ["/v1", ""],
    ["/v1/", "/"],
    ["/v1/v1x", "/v1x"],
    ["/v1/v1/v1/models", "/v1/models"],
    ["/v1/Chat/completions", "/Chat/completions"],
    ["/v1/chat/completions/", "/chat/completions/"],
    ["/v1/%2fmodels", "/%2fmodels"],
    ["/v1/..;/admin", "/..;/admin"],
  ])("is otherwise what the client wrote: %s", (path, expected) => {
    expect(apiPath(path)).toBe(expected);
  });

  it.each([
    "/",
    "",
    "/key",
    "/keys/self/revoke",
    "/v1x/models",
    "/v2/models",
    "/Models",
    "/modelsx",
    "/chat",
    "/images/logo.png",
    "/pricing",
    "/api/v1/models",
    "/v1%2Fmodels",
  ])("is none: %s", (path) => {
    expect(apiPath(path)).toBe(null);
  });
});
