import { z } from "zod";
import type { SupabaseContext } from "./context.ts";
import { AuthFailure, userNotFound } from "./errors.ts";
import { NO_TOKENS } from "./one-time-token.ts";
import { mergeMetadata, type Repository } from "./users.ts";

type Identity = Awaited<ReturnType<Repository["findIdentitiesByUserId"]>>[number];

const oldestFirst = (identities: Identity[]) =>
  identities.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));

/** The providers in app_metadata: that of the first identity, and all of them. */
export async function providersOf(repo: Repository, userId: string) {
  const identities = oldestFirst(await repo.findIdentitiesByUserId(userId));
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  return { provider: providers[0], providers };
}

/** Removes one of the user's identities, never the last. Address and provider list follow those that stay. */
export function unlinkIdentity({ lite }: Pick<SupabaseContext, "lite">, userId: string, identityId: string) {
  return lite.inTurn(async () => {
    if (!z.guid().safeParse(identityId).success)
      throw new AuthFailure(404, "validation_failed", "identity_id must be an UUID");
    const { repo } = await lite.auth();
    const identities = await repo.findIdentitiesByUserId(userId);
    if (identities.length <= 1)
      throw new AuthFailure(
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
      );
    const staying = identities.filter(({ id }) => id !== identityId);
    if (staying.length === identities.length)
      throw new AuthFailure(422, "identity_not_found", "Identity doesn't exist");
    const user = await repo.findUserById(userId);
    if (!user) throw userNotFound();
    const columns = await addressAmong(repo, user.email, oldestFirst(staying));
    await lite.deleteIdentity(identityId);
    const raw_app_meta_data = mergeMetadata(user.raw_app_meta_data, await providersOf(repo, userId));
    await repo.updateUser(userId, { ...columns, raw_app_meta_data });
  });
}

const verifiedAddress = z.object({ email: z.string(), email_verified: z.literal(true) });

/** A user keeps their address while an identity carries it; otherwise it becomes that of the oldest one. */
async function addressAmong(repo: Repository, email: string | null, staying: Identity[]) {
  if (staying.some((identity) => identity.email === email)) return {};
  const next = staying
    .map(({ identity_data }) => verifiedAddress.safeParse(identity_data).data?.email)
    .find(Boolean);
  if (!next) return {};
  if (await repo.findUserByEmail(next))
    throw new AuthFailure(
      422,
      "email_conflict_identity_not_deletable",
      "Unable to unlink identity due to email conflict",
    );
  return { ...NO_TOKENS, email: next, email_change: null };
}
