import { randomUUID } from "node:crypto";
import { AuthFailure } from "./errors.ts";
import type { Profile } from "./oauth-provider.ts";
import { mergeMetadata, type Repository } from "./users.ts";

export interface ProvenProfile extends Profile {
  provider: string;
}

/** An unverified address could be anyone's, so it neither signs in to an account nor creates one. */
export function requireVerifiedEmail({ provider, verifiedEmail }: ProvenProfile): string {
  if (verifiedEmail) return verifiedEmail;
  throw new AuthFailure(
    422,
    "provider_email_needs_verification",
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );
}

export async function addIdentity(repo: Repository, userId: string, profile: ProvenProfile): Promise<string> {
  const { provider, subject, claims } = profile;
  const id = randomUUID();
  await repo.createIdentity({
    id,
    provider,
    provider_id: subject,
    user_id: userId,
    identity_data: mergeMetadata({}, claims),
  });
  return id;
}
