import type { SupabaseContext } from "./context.ts";
import { AuthFailure, userNotFound } from "./errors.ts";
import { providersOf } from "./identities.ts";
import { addIdentity, type ProvenProfile, requireVerifiedEmail } from "./oauth-identity.ts";
import { mergeMetadata } from "./users.ts";

/** Adds an identity to the signed-in user who requested it, whatever its email address. */
export function linkIdentity(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
  profile: ProvenProfile,
) {
  return lite.inTurn(async () => {
    const { repo } = await lite.auth();
    const owner = (await repo.findIdentityByProviderAndId(profile.provider, profile.subject))?.user_id;
    if (owner) throw alreadyLinked(owner === userId ? "" : " to another user");
    requireVerifiedEmail(profile);
    const user = await repo.findUserById(userId);
    if (!user) throw userNotFound();
    await addIdentity(repo, userId, profile);
    const raw_app_meta_data = mergeMetadata(user.raw_app_meta_data, await providersOf(repo, userId));
    await repo.updateUser(userId, { raw_app_meta_data });
    return userId;
  });
}

const alreadyLinked = (whose: string) =>
  new AuthFailure(422, "identity_already_exists", `Identity is already linked${whose}`);
