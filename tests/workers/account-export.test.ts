import { beforeAll, describe, expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import { MAX_EXPORTS } from "#core/services/export/export-account.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { auditOf } from "./support/audit.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { failure, provide, SESSIONS } from "./support/provider.ts";
import { call, errorOf, mint, newUser, type TestApi, type TestUser, testApi } from "./support/test-api.ts";
import { proofs } from "./support/tokens.ts";

const HOUR = 3_600_000;
const PATH = "/api/account/export";
const exported = (api: TestApi, { token }: Pick<TestUser, "token">) => call(api, token, PATH);
const exportsOf = async ({ account }: TestUser) =>
  (await auditOf(account.id)).filter(({ action }) => action === "account.exported");
const outcome = async (response: Response) => [response.status, (await errorOf(response)).code];

describe("GET /api/account/export", () => {
  const api = testApi();
  let owner: TestUser;
  let [owned, foreign]: Belongings[] = [];
  beforeAll(async () => {
    const stranger = await newUser();
    owner = await newUser();
    [owned, foreign] = await Promise.all([furnish(api, owner), furnish(api, stranger)]);
  });

  it("returns a whole archive with what the account has, no secret of it, and nothing of another", async () => {
    const response = await exported(api, owner);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="latchkey-data-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const files = readZip(new Uint8Array(await response.arrayBuffer()));
    const { key, accessToken, orderId, requestId } = owned ?? Object();
    expect(files["profile.json"]).toContain(owner.email);
    expect(files["api-keys.json"]).toContain(key.name);
    expect(files["access-tokens.json"]).toContain(accessToken.name);
    expect(files["payments.csv"]).toContain(orderId);
    expect(files["usage/requests.csv"]).toContain(requestId);
    const text = JSON.stringify(files);
    expect(text).not.toContain(key.key);
    expect(text).not.toContain(accessToken.token);
    for (const mark of foreign?.marks ?? ["?"]) expect(text).not.toContain(mark);
  });

  it("is recorded, and the owner sees it in the activity", async () => {
    const user = await newUser();
    expect((await exported(api, user)).status).toBe(200);
    const activity = await call(api, user.token, "/api/audit?kind=access");
    const { items } = await activity.json<AuditResponse>();
    expect(items.map(({ action, by }) => [action, by])).toContainEqual(["account.exported", "owner"]);
  });

  it("works five times an hour per account, however many are requested at once", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const responses = await Promise.all(Array.from({ length: MAX_EXPORTS + 2 }, () => exported(api, user)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    const wait = Number(refused?.headers.get("retry-after"));
    expect([wait > 3590, wait <= 3600]).toEqual([true, true]);
    expect(await errorOf(refused ?? new Response())).toMatchObject({
      code: "rate_limited",
      error: "Too many downloads. You can download your data 5 times an hour.",
    });
    expect((await exported(api, other)).status).toBe(200);
    const later = testApi({ clock: { now: () => Date.now() + HOUR + 1000 } });
    const amr = proofs(["password"], -HOUR / 1000);
    const token = await mint({ claims: { sub: user.userId, email: user.email, amr } });
    expect((await exported(later, { token })).status).toBe(200);
    expect(await exportsOf(user)).toHaveLength(MAX_EXPORTS + 1);
  });

  it("returns an error instead of an archive if something is unavailable at the beginning", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    await provide(user.userId, { [SESSIONS]: failure(500, "unexpected_failure") });
    expect(await outcome(await exported(api, user))).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
  });
});
