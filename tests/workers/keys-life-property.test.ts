import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { DomainError } from "#core/domain/errors.ts";
import { authenticateKey } from "#core/services/keys/authenticate-key.ts";
import { retireReplacedKeys } from "#core/services/keys/revoke-key.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { inTier } from "#tests/support/tier.ts";
import { auditOf } from "./support/audit.ts";
import { keyOf, listOf, patchKey, refusalOf, reveal, revoke, rotate } from "./support/key-life.ts";
import { apply, expectedStatus, type ModelKey, type Step, steps, verdict } from "./support/key-model.ts";
import {
  call,
  createKeyAs,
  keySecrets,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

/**
 * Retiring keys covers all accounts, and other files rotate keys of today at the same time. So this is the only file
 * that retires any, in a time when all others have none.
 */
const LONG_AGO = Date.UTC(2001, 0, 1);

/** One account in the product and in the model, on a clock that only the steps advance. */
class Life {
  now = LONG_AGO;
  readonly keys: ModelKey[] = [];
  readonly #api = testApi({ clock: { now: () => this.now } });
  readonly #user: TestUser;

  constructor(user: TestUser) {
    this.#user = user;
  }

  async take(step: Step): Promise<void> {
    if (step.do === "wait") this.now += step.ms;
    else if (step.do === "retire") await this.#retire();
    else if (step.do === "create") await this.#create(step.expiresIn);
    else {
      const key = this.keys[step.which % Math.max(1, this.keys.length)];
      if (key !== undefined) await this.#act(step, key);
    }
  }

  async #create(expiresIn: number | null) {
    const end = expiresIn === null ? null : this.now + expiresIn;
    const body = {
      name: `Key ${this.keys.length}`,
      expires_at: end === null ? null : new Date(end).toISOString(),
    };
    const response = await call(this.#api, this.#user.token, "/api/keys", { body });
    expect(response.status).toBe(201);
    this.#add(await response.json(), end);
  }

  #add({ id, key, name }: ApiKey, end: number | null) {
    this.keys.push({ id, key, name, end, off: false, dead: false, heir: null });
  }

  async #act(step: Exclude<Step, { do: "create" | "wait" | "retire" }>, key: ModelKey) {
    const response = await this.#ask(step, key);
    expect(response.status, `${step.do} of ${key.name}`).toBe(expectedStatus(step, key, this.now));
    if (!response.ok) return;
    const before = key.end;
    const body = await response.json<ApiKey>();
    apply(step, key, { now: this.now, heir: body.id });
    if (step.do === "rotate") this.#add(body, before);
    if (step.do === "reveal") expect(body.key).toBe(key.key);
  }

  #ask(step: Exclude<Step, { do: "create" | "wait" | "retire" }>, { id, key, name }: ModelKey) {
    const [api, user] = [this.#api, this.#user];
    const end = step.do === "expire" && step.in !== null ? new Date(this.now + step.in).toISOString() : null;
    switch (step.do) {
      case "rename":
        return patchKey(api, user, id, { name: `${name}+` });
      case "disable":
        return patchKey(api, user, id, { disabled: true });
      case "enable":
        return patchKey(api, user, id, { disabled: false });
      case "expire":
        return patchKey(api, user, id, { expires_at: end });
      case "rotate":
        return rotate(api, user, id, step.hours);
      case "reveal":
        return reveal(api, user, id);
      case "revoke":
        return revoke(api, user, id);
      case "selfRevoke":
        return call(api, key, "/v1/keys/self/revoke", { method: "POST" });
    }
  }

  async #retire() {
    await retireReplacedKeys(this.#context());
    for (const key of this.keys)
      if (key.heir !== null && verdict(key, this.now) === "expired") key.dead = true;
  }

  #context() {
    return { db: openTestDatabase(), clock: { now: () => this.now }, requestId: "test", keySecrets };
  }

  /** Expects the list, the response to each key, and the audit log to match the model. */
  async compare() {
    const list = await listOf(this.#api, this.#user);
    expect(list.map(seen).reverse()).toEqual(this.keys.map(foreseen));
    for (const key of this.keys) {
      expect(await this.#presented(key)).toBe(verdict(key, this.now));
    }
    const log = (await auditOf(this.#user.account.id)).map(({ action, subject }) => `${action} ${subject}`);
    const ended = log.filter((entry) => entry.startsWith("key.revoked"));
    const dead = this.keys.filter((key) => key.dead).map(({ id }) => `key.revoked ${id}`);
    expect(ended.sort()).toEqual(dead.sort());
    const made = log.filter((entry) => entry.startsWith("key.created"));
    expect(made).toEqual(this.keys.map(({ id }) => `key.created ${id}`));
  }

  async #presented({ id, key }: ModelKey) {
    try {
      expect((await authenticateKey(this.#context(), key)).publicId).toBe(id);
      return "works";
    } catch (error) {
      const known = error instanceof DomainError && ["invalid_api_key", "key_disabled"].includes(error.code);
      return (known && /revoked|expired|disabled/.exec(error.message)?.[0]) || error;
    }
  }
}

const seen = ({ id, name, status, expires_at, disabled_at, replaced_by }: ApiKey) => ({
  id,
  name,
  dead: status === "revoked",
  end: expires_at === null ? null : Date.parse(expires_at),
  off: disabled_at !== null,
  heir: replaced_by,
});
const foreseen = ({ id, name, dead, end, off, heir }: ModelKey) => ({ id, name, dead, end, off, heir });

it("keys match a simple model, whatever is done to them in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
      const life = new Life(await newUser());
      await life.take({ do: "create", expiresIn: null });
      for (const step of sequence) await life.take(step);
      await life.compare();
    }),
    { numRuns: inTier({ fast: 5, full: 50 }) },
  );
});

describe("retiring replaced keys", () => {
  const retire = (now: number) =>
    retireReplacedKeys({ db: openTestDatabase(), clock: { now: () => now }, requestId: crypto.randomUUID() });
  const stateOf = async (publicId: string) =>
    (await openTestDatabase().select().from(apiKeys).where(eq(apiKeys.publicId, publicId)))[0];

  it("revokes keys whose overlap is over, deletes their ciphertexts and records it, once", async () => {
    const [user, api] = [await newUser(), testApi({ clock: { now: () => LONG_AGO } })];
    const { id } = await createKeyAs(api, user);
    const fresh = await keyOf(await rotate(api, user, id, 1), 201);
    const end = (await stateOf(id))?.expiresAt ?? 0;
    await retire(end - 1);
    expect(await stateOf(id)).toMatchObject({ status: "active", sealed: expect.any(String) });
    const runs = await Promise.all([retire(end), retire(end), retire(end)]);
    expect(runs.reduce((sum, { retired }) => sum + retired, 0)).toBeGreaterThan(0);
    expect(await stateOf(id)).toMatchObject({ status: "revoked", sealed: null, revokedAt: end });
    expect(await stateOf(fresh.id)).toMatchObject({ status: "active", sealed: expect.any(String) });
    const revoked = await openTestDatabase()
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.publicId, id), eq(apiKeys.status, "revoked")));
    expect(revoked).toHaveLength(1);
    const entries = (await auditOf(user.account.id)).filter(({ action }) => action === "key.revoked");
    expect(entries).toMatchObject([{ subject: id, detail: JSON.stringify({ by: "rotation" }) }]);
    expect(await refusalOf(await reveal(api, user, id))).toMatchObject({ status: 409, code: "key_revoked" });
  });

  it("leaves alone a key that expired without a rotation, because its owner may reactivate it", async () => {
    const [user, api] = [await newUser(), testApi({ clock: { now: () => LONG_AGO } })];
    const { id } = await createKeyAs(api, user);
    const expires_at = new Date(LONG_AGO + 60_000).toISOString();
    await patchKey(api, user, id, { expires_at });
    await retire(LONG_AGO + 120_000);
    expect(await stateOf(id)).toMatchObject({ status: "active", sealed: expect.any(String) });
  });
});
