import { ApiError } from "#app/lib/api-error.ts";
import { authErrorCode } from "./auth-error.ts";

class RefusedPassword extends Error {
  override readonly name = "RefusedPassword";
}

/** True if the new password is at fault, whoever refused it. */
export const isAboutNewPassword = (error: unknown): boolean =>
  error instanceof RefusedPassword ||
  (error instanceof ApiError && error.field === "password") ||
  /^(weak|same)_password$/.test(authErrorCode(error) ?? "");

/**
 * @param email of the account, or `""` if it isn't known.
 * @throws RefusedPassword with what is wrong with the password. The list of common ones is fetched here, when one is chosen.
 */
export async function requireGoodPassword(password: string, email: string): Promise<void> {
  const { passwordProblem } = await import("#core/domain/password-rule.ts");
  const problem = passwordProblem(password, email);
  if (problem !== null) throw new RefusedPassword(problem);
}
