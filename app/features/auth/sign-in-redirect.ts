import { loginPath } from "#app/lib/paths.ts";

/** Where the identity provider sends somebody back to: the sign-in page, which goes on to `returnTo`. */
export const signInRedirect = (returnTo: string) => new URL(loginPath(returnTo), window.location.origin).href;
