import { equalSecrets } from "#core/domain/encoding.ts";
import { DomainError } from "#core/domain/errors.ts";

/**
 * Compares a token with a secret of the operator, in constant time. @param what it protects, such as "The health report".
 * @throws DomainError `not_found` while no secret is configured; `unauthorized` for any other token.
 */
export async function requireToken(
  what: string,
  secret: string | undefined,
  token: string | undefined,
): Promise<void> {
  if (secret === undefined) throw new DomainError("not_found", `${what} isn't set up.`);
  if (token !== undefined && (await equalSecrets(token, secret))) return;
  throw new DomainError("unauthorized", `${what} needs the operator's token.`);
}
