import { z } from "zod";
import {
  consentPage,
  exchangeProviderCode,
  joinScopes,
  type Provider,
  readWithToken,
  usableAddress,
} from "./oauth-provider.ts";

const userSchema = z.object({
  id: z.number().int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub's sign-in (OAuth 2). */
export const github: Provider = {
  name: "github",
  consentUrl: (settings, request) =>
    consentPage("/login/oauth/authorize", settings, request, joinScopes(["user:email"], request.scopes)),
  exchangeCode: (settings, proof) => exchangeProviderCode("/login/oauth/access_token", settings, proof),
  async readProfile({ url }, accessToken) {
    const [user, emails] = await Promise.all([
      readWithToken(new URL("/user", url), accessToken, userSchema),
      readWithToken(new URL("/user/emails", url), accessToken, emailsSchema),
    ]);
    const primary = emails.find((email) => email.primary);
    const subject = String(user.id);
    return {
      subject,
      verifiedEmail: primary?.verified ? usableAddress(primary.email) : null,
      claims: {
        iss: "https://api.github.com",
        sub: subject,
        provider_id: subject,
        email: primary?.email.toLowerCase() ?? null,
        email_verified: primary?.verified ?? false,
        phone_verified: false,
        name: user.name ?? null,
        full_name: user.name ?? null,
        user_name: user.login,
        preferred_username: user.login,
        avatar_url: user.avatar_url ?? null,
      },
    };
  },
};
