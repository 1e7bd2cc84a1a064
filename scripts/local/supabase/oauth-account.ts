import { randomUUID } from "node:crypto";
import type { SupabaseContext } from "./context.ts";
import { userNotFound } from "./errors.ts";
import { providersOf } from "./identities.ts";
import type { LiteUser } from "./lite-internals.ts";
import { addIdentity, type ProvenProfile, requireVerifiedEmail } from "./oauth-identity.ts";
import { NO_TOKENS } from "./one-time-token.ts";
import { mergeMetadata, type Repository, unlessTaken } from "./users.ts";

/** The account of the person a provider has signed in, found, joined or made. @returns its user's id. */
export async function accountOf(ctx: Pick<SupabaseContext, "lite">, profile: ProvenProfile): Promise<string> {
  const attempt = () => unlessTaken(ctx.lite.inTurn(() => findOrMakeAccount(ctx, profile)));
  // Another sign-up for the same address may happen in between; the second attempt finds that account.
  const userId = (await attempt()) ?? (await attempt());
  if (!userId) throw new Error("The account changed again and again while it was looked for.");
  return userId;
}

async function findOrMakeAccount({ lite }: Pick<SupabaseContext, "lite">, profile: ProvenProfile) {
  const { repo } = await lite.auth();
  const identity = await repo.findIdentityByProviderAndId(profile.provider, profile.subject);
  if (identity) {
    const last_sign_in_at = new Date().toISOString();
    await repo.updateIdentity(identity.id, { identity_data: profile.claims, last_sign_in_at });
    await takeOverClaims(repo, identity.user_id, profile);
    return identity.user_id;
  }
  const email = requireVerifiedEmail(profile);
  const user = await repo.findUserByEmail(email);
  if (!user) return createAccount(repo, email, profile);
  if (!user.confirmed_at) return seizeAccount(repo, user, profile);
  await addIdentity(repo, user.id, profile);
  await takeOverClaims(repo, user.id, profile);
  return user.id;
}

async function createAccount(repo: Repository, email: string, profile: ProvenProfile): Promise<string> {
  const { provider, claims } = profile;
  const id = randomUUID();
  await repo.createUser({
    id,
    email,
    encrypted_password: null,
    confirmed_at: new Date().toISOString(),
    raw_user_meta_data: mergeMetadata({}, claims),
    raw_app_meta_data: { provider, providers: [provider] },
  });
  await addIdentity(repo, id, profile);
  return id;
}

/**
 * Someone signed up with this address and never proved to own it: now its owner is here. Nothing that the first one
 * chose may remain, or their password would open the owner's account.
 */
async function seizeAccount(repo: Repository, user: LiteUser, profile: ProvenProfile): Promise<string> {
  const { provider, claims } = profile;
  const identityId = await addIdentity(repo, user.id, profile);
  await repo.deleteIdentitiesExcept(user.id, identityId);
  await repo.updateUser(user.id, {
    encrypted_password: null,
    confirmed_at: new Date().toISOString(),
    ...NO_TOKENS,
    email_change: null,
    raw_user_meta_data: mergeMetadata({}, claims),
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, { provider, providers: [provider] }),
  });
  return user.id;
}

/** As in the hosted service: every sign-in copies the provider's profile into the user's metadata. */
async function takeOverClaims(repo: Repository, userId: string, { claims }: ProvenProfile): Promise<void> {
  const user = await repo.findUserById(userId);
  if (!user) throw userNotFound();
  const known = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  await repo.updateUser(userId, {
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, known),
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, await providersOf(repo, userId)),
  });
}
