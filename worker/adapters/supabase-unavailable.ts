/** The identity provider's signing keys cannot be had now, so no token can be judged. */
export class IdentityUnavailable extends Error {
  constructor(cause: unknown) {
    super("Sign-in cannot be checked at the moment. Please try again shortly.", { cause });
    this.name = "IdentityUnavailable";
  }
}
