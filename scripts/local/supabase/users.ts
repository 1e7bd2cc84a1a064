import { randomUUID } from "node:crypto";
import { compare, hash } from "bcryptjs";
import { isTriedFirst } from "#core/domain/password-rule.ts";
import type { SupabaseContext } from "./context.ts";
import { AuthFailure, validationFailed } from "./errors.ts";
import { isTaken, type LiteUser } from "./lite-internals.ts";
import { NO_TOKENS } from "./one-time-token.ts";

const BCRYPT_MAXIMUM = 72;
/** Below the hosted service's 10: these accounts are local, and signing in is most of what the service does. */
const BCRYPT_COST = 8;

interface NewUser {
  email: string;
  passwordHash: string | null;
  confirmed: boolean;
  /** Metadata from the user or the admin, which never overrides the server's own. */
  userMetadata: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
}

export type Repository = Awaited<ReturnType<SupabaseContext["lite"]["auth"]>>["repo"];

/** @throws AuthFailure `weak_password` or `validation_failed` for what the hosted service would refuse. */
export function requireStrongPassword({ project }: Pick<SupabaseContext, "project">, password: string): void {
  if (password.length > BCRYPT_MAXIMUM)
    throw validationFailed(`Password cannot be longer than ${BCRYPT_MAXIMUM} characters`);
  if (password.length < project.minimumPasswordLength)
    throw new AuthFailure(
      422,
      "weak_password",
      `Password should be at least ${project.minimumPasswordLength} characters.`,
      { weak_password: { reasons: ["length"] } },
    );
  // As the hosted service's check for leaked passwords does, which knows many more.
  if (isTriedFirst(password, ""))
    throw new AuthFailure(
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
      { weak_password: { reasons: ["pwned"] } },
    );
}

export const hashPassword = (password: string): Promise<string> => hash(password, BCRYPT_COST);

/** The hash of an unknown password: checking against it takes as long as checking a real one. */
const NO_ONES_HASH = "$2b$08$AcLVjEjm8bEn9QVduKMp3u0XWk3f.6mHoWUo3.VvJBUhZj9a7hbNS";

export const isPasswordOf = (user: LiteUser | null, password: string): Promise<boolean> =>
  compare(password, user?.encrypted_password ?? NO_ONES_HASH);

/** Finds or creates the account of an address. Exactly one of several concurrent requests creates it. */
export async function findOrCreateUser(
  ctx: Pick<SupabaseContext, "lite">,
  user: NewUser,
): Promise<{ user: LiteUser; isNew: boolean }> {
  const { repo } = await ctx.lite.auth();
  const known = await repo.findUserByEmail(user.email);
  const created = known ? null : await createUser(ctx, user);
  const found = known ?? created ?? (await repo.findUserByEmail(user.email));
  if (!found) throw new Error("The account was deleted while it was being made.");
  return { user: found, isNew: created !== null };
}

/** A user with the one identity that an address and a password make; null when the address is taken. */
async function createUser({ lite }: Pick<SupabaseContext, "lite">, user: NewUser): Promise<LiteUser | null> {
  const id = randomUUID();
  const { repo } = await lite.auth();
  const about = { sub: id, email: user.email, email_verified: user.confirmed, phone_verified: false };
  const created = await unlessTaken(
    repo.createUser({
      id,
      email: user.email,
      encrypted_password: user.passwordHash,
      confirmed_at: user.confirmed ? new Date().toISOString() : null,
      raw_user_meta_data: { ...user.userMetadata, ...about },
      raw_app_meta_data: { provider: "email", providers: ["email"], ...user.appMetadata },
    }),
  );
  if (created) await createEmailIdentity(repo, created, { ...user.userMetadata, ...about });
  return created;
}

const createEmailIdentity = (repo: Repository, { id }: LiteUser, identity_data: Record<string, unknown>) =>
  repo.createIdentity({ id: randomUUID(), provider: "email", provider_id: id, user_id: id, identity_data });

/** Sets a new password. Earlier emailed tokens become invalid, and all other sessions end. */
export async function setPassword(
  { lite }: Pick<SupabaseContext, "lite">,
  userId: string,
  passwordHash: string,
  keptSession?: string,
): Promise<void> {
  const auth = await lite.auth();
  const user = await auth.repo.findUserById(userId);
  // As the trigger in `supabase/migrations` does on the hosted service.
  const noted = { password_changed_at: new Date().toISOString() };
  const raw_app_meta_data = mergeMetadata(user?.raw_app_meta_data ?? {}, noted);
  await auth.repo.updateUser(userId, { encrypted_password: passwordHash, raw_app_meta_data, ...NO_TOKENS });
  const scope = keptSession === undefined ? "global" : "others";
  await lite.inTurn(() => auth.signOut(keptSession, scope, userId));
}

/** Changes the address together with its email identity. Tokens emailed to the old address become invalid. */
export async function moveAddress(
  repo: Repository,
  user: LiteUser,
  email: string,
  verified: boolean,
): Promise<LiteUser | null> {
  const moved = await repo.updateUser(user.id, {
    ...NO_TOKENS,
    email,
    email_change: null,
    email_change_confirm_status: 0,
    ...(verified && !user.confirmed_at && { confirmed_at: new Date().toISOString() }),
  });
  const about = { email, email_verified: verified };
  const identity = (await repo.findIdentitiesByUserId(user.id)).find(({ provider }) => provider === "email");
  if (!identity) await createEmailIdentity(repo, user, { sub: user.id, ...about, phone_verified: false });
  else
    await repo.updateIdentity(identity.id, { identity_data: mergeMetadata(identity.identity_data, about) });
  return moved;
}

/** Null for a write that another request has beaten. */
export function unlessTaken<T>(write: Promise<T>): Promise<T | null> {
  return write.catch((error: unknown) => {
    if (isTaken(error)) return null;
    throw error;
  });
}

/** The hosted rule for metadata: keys are merged, null removes one. */
export function mergeMetadata(
  current: LiteUser["raw_user_meta_data"],
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const before: Record<string, unknown> = typeof current === "string" ? JSON.parse(current) : current;
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}
