import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { NewRecoveryCodes } from "#core/contract/identity.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { UserDirectory } from "#core/ports.ts";
import { accessTokens } from "#core/storage/schema/accounts.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { createTokenAs } from "./support/access-tokens.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { call, mint, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

/** What a recovery code asks of the provider, in this order: the factor goes only once everything else is shut. */
const STEPS = ["isPassword", "setPassword", "removeSecondFactors"] as const;
type Step = (typeof STEPS)[number];

const unavailable = () => new DomainError("identity_unavailable", "Away.", {}, new Error("away"));

/** Records the steps, and is away from `failing` on. */
function directoryOf({ userId }: TestUser, failing: Step | null) {
  const steps: Step[] = [];
  const take = async (step: Step) => {
    steps.push(step);
    if (step === failing) throw unavailable();
  };
  const directory: UserDirectory = {
    ...noDirectory,
    findUser: async () => ({
      id: userId,
      hasSecondFactor: true,
      signInMethods: null,
      passwordChangedAt: null,
      bannedUntil: null,
    }),
    isPassword: async () => {
      await take("isPassword");
      return false;
    },
    setPassword: () => take("setPassword"),
    removeSecondFactors: () => take("removeSecondFactors"),
  };
  return { directory, steps };
}

it.each(STEPS)(
  "when the provider fails at %s, later steps are not taken and the code still works",
  async (failing) => {
    const user = await newUser();
    const now = Math.floor(Date.now() / 1000);
    const proven = { aal: "aal2", amr: [{ method: "totp", timestamp: now }] };
    const confirmed = await mint({ claims: { sub: user.userId, email: user.email, ...proven } });
    const away = directoryOf(user, failing);
    const api = testApi({ directory: away.directory });
    await createTokenAs(api, { ...user, token: confirmed });
    const created = await call(api, confirmed, "/api/account/recovery-codes", { method: "POST" });
    const { codes } = await created.json<NewRecoveryCodes>();
    const body = { code: codes[0], password: "Another-horse-7" };
    const use = (through: typeof api) =>
      call(through, user.token, "/api/account/recovery-codes/use", { body });
    const openTokens = async () =>
      (
        await openTestDatabase()
          .select()
          .from(accessTokens)
          .where(eq(accessTokens.accountId, user.account.id))
      ).filter(({ revokedAt }) => revokedAt === null).length;

    const takeErrors = expectErrors();
    expect((await use(api)).status).toBe(503);
    expect(takeErrors()).toHaveLength(1);
    expect(away.steps).toEqual(STEPS.slice(0, STEPS.indexOf(failing) + 1));
    expect(await openTokens(), "revoked before the factor goes").toBe(
      failing === "removeSecondFactors" ? 0 : 1,
    );

    const back = directoryOf(user, null);
    expect((await use(testApi({ directory: back.directory }))).status).toBe(200);
    expect(back.steps).toEqual(STEPS);
    expect(await openTokens()).toBe(0);
  },
);
