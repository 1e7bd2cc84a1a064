import { afterAll, expect, it } from "vitest";
import { keyCountRoutes } from "#tests/examples/worker/api/routes/key-counts.ts";
import { ACCESS } from "#worker/api/access.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { revoke } from "./support/key-life.ts";
import { call, createKeyAs, newUser, testApi } from "./support/test-api.ts";

const api = testApi();
api.route("/api/key-counts", keyCountRoutes);
const ROUTE = "GET /api/key-counts";
afterAll(() => {
  Reflect.deleteProperty(ACCESS, ROUTE);
});

it("a route without a row of its own is refused", async () => {
  const { token } = await newUser();
  const takeErrors = expectErrors();
  expect((await call(api, token, "/api/key-counts")).status).toBe(500);
  expect(JSON.stringify(takeErrors())).toContain(`No access is declared for ${ROUTE}.`);
});

it("the example route counts the keys of its own account only", async () => {
  Reflect.set(ACCESS, ROUTE, ACCESS["GET /api/keys"]);
  const [owner, stranger] = await Promise.all([newUser(), newUser()]);
  await createKeyAs(api, owner, "Server");
  await revoke(api, owner, (await createKeyAs(api, owner, "Laptop")).id);
  const counts = async (token: string | null, query = "") =>
    (await call(api, token, `/api/key-counts${query}`)).json();
  expect(await counts(owner.token)).toEqual({ active: 1, revoked: 1 });
  expect(await counts(owner.token, "?name=Lap")).toEqual({ active: 0, revoked: 1 });
  expect(await counts(stranger.token)).toEqual({ active: 0, revoked: 0 });
  expect(await counts(null)).toMatchObject({ code: "unauthorized" });
  expect(await counts(owner.token, `?name=${"a".repeat(101)}`)).toMatchObject({ field: "name" });
});
