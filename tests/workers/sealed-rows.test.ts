import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deriveAccountRoute, lookupOf } from "#core/services/keys/key-hash.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { expectErrors } from "./support/expected-errors.ts";
import {
  call,
  createKeyAs,
  errorOf,
  keySecrets,
  newUser,
  openTestDatabase,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const otherSecret = () => crypto.getRandomValues(new Uint8Array(32));
const rowOf = async (publicId: string) => {
  const [row] = await openTestDatabase().select().from(apiKeys).where(eq(apiKeys.publicId, publicId));
  if (row === undefined) throw new Error("no such key");
  return row;
};

describe("a row of the database", () => {
  it("contains nothing of the key but its mask", async () => {
    const api = testApi();
    const { id, key } = await createKeyAs(api, await newUser());
    const row = await rowOf(id);
    const shown = [key.slice(0, 8), key.slice(-4)];
    expect(row.mask).toBe(shown.join(""));
    const text = JSON.stringify({ ...row, mask: "" });
    for (let start = 3; start + 8 <= key.length; start += 1) {
      const part = key.slice(start, start + 8);
      expect(text).not.toContain(part);
      expect(text).not.toContain(btoa(part).replace(/=+$/, ""));
    }
  });

  it("is found by the key only with the pepper that created it", async () => {
    const { id, key } = await createKeyAs(testApi(), await newUser());
    const find = async (pepper: Uint8Array<ArrayBuffer>) => {
      const lookup = await lookupOf(pepper, key);
      return openTestDatabase()
        .select({ id: apiKeys.publicId })
        .from(apiKeys)
        .where(eq(apiKeys.lookup, lookup));
    };
    expect(await find(keySecrets.pepper)).toEqual([{ id }]);
    expect(await find(otherSecret())).toEqual([]);
  });

  it("does not reveal its account's meter without the pepper", async () => {
    const route = await deriveAccountRoute(keySecrets.pepper, 7);
    expect(await deriveAccountRoute(keySecrets.pepper, 7)).toBe(route);
    expect(await deriveAccountRoute(otherSecret(), 7)).not.toBe(route);
  });
});

describe("a sealed key can't be opened", () => {
  const reveal = async (api: ReturnType<typeof testApi>, token: string, id: string) => {
    const takeErrors = expectErrors();
    const response = await call(api, token, `/api/keys/${id}/reveal`, { method: "POST" });
    return { status: response.status, body: await errorOf(response), lines: takeErrors() };
  };
  const refused = {
    status: 500,
    body: expect.objectContaining({ code: "internal_error" }),
    lines: [expect.stringContaining("does not open")],
  };

  it("in another account's row", async () => {
    const [owner, thief] = await Promise.all([newUser(), newUser()]);
    const api = testApi();
    const { id, key } = await createKeyAs(api, owner);
    await writeDirectly((db) =>
      db.update(apiKeys).set({ accountId: thief.account.id }).where(eq(apiKeys.publicId, id)),
    );
    const result = await reveal(api, thief.token, id);
    expect(result).toMatchObject(refused);
    expect(JSON.stringify(result)).not.toContain(key);
  });

  it("in another row of the same account", async () => {
    const owner = await newUser();
    const api = testApi();
    const [first, second] = [await createKeyAs(api, owner), await createKeyAs(api, owner)];
    const { sealed } = await rowOf(first.id);
    await writeDirectly((db) =>
      db
        .update(apiKeys)
        .set({ sealed })
        .where(and(eq(apiKeys.publicId, second.id), eq(apiKeys.accountId, owner.account.id))),
    );
    expect(await reveal(api, owner.token, second.id)).toMatchObject(refused);
  });

  it.each([
    ["as another version", (sealed: string) => sealed.replace(/^v2\.[0-9a-f]+/, "v1")],
    ["under another secret's id", (sealed: string) => sealed.replace(/^v2\.[0-9a-f]+/, "v2.00000000")],
    [
      "with a bit changed",
      (sealed: string) => sealed.replace(/\.(.)([^.]*)$/, (_, c, rest) => `.${c === "A" ? "B" : "A"}${rest}`),
    ],
    ["cut off", (sealed: string) => sealed.slice(0, -8)],
    ["as garbage", () => "garbage"],
  ])("%s", async (_what, alter) => {
    const owner = await newUser();
    const api = testApi();
    const { id } = await createKeyAs(api, owner);
    const { sealed } = await rowOf(id);
    await writeDirectly((db) =>
      db
        .update(apiKeys)
        .set({ sealed: alter(sealed ?? "") })
        .where(eq(apiKeys.publicId, id)),
    );
    expect(await reveal(api, owner.token, id)).toMatchObject(refused);
  });

  it("under another sealing secret", async () => {
    const owner = await newUser();
    const { id } = await createKeyAs(testApi(), owner);
    const other = testApi({ keySecrets: { ...keySecrets, sealing: otherSecret() } });
    expect(await reveal(other, owner.token, id)).toMatchObject(refused);
  });
});
