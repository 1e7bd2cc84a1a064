import { z } from "zod";
import {
  consentPage,
  exchangeProviderCode,
  joinScopes,
  type Provider,
  readWithToken,
  usableAddress,
} from "./oauth-provider.ts";

const userInfo = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  picture: z.string().nullish(),
});

/** Google's sign-in (OpenID Connect). */
export const google: Provider = {
  name: "google",
  consentUrl: (settings, request) =>
    consentPage("/o/oauth2/v2/auth", settings, request, joinScopes(["email", "profile"], request.scopes)),
  exchangeCode: (settings, proof) => exchangeProviderCode("/oauth2/token", settings, proof),
  async readProfile({ url }, accessToken) {
    const user = await readWithToken(new URL("/oauth2/v2/userinfo", url), accessToken, userInfo);
    return {
      subject: user.sub,
      verifiedEmail: user.email_verified ? usableAddress(user.email) : null,
      claims: {
        iss: "https://accounts.google.com",
        sub: user.sub,
        provider_id: user.sub,
        email: user.email?.toLowerCase() ?? null,
        email_verified: user.email_verified,
        phone_verified: false,
        name: user.name ?? null,
        full_name: user.name ?? null,
        picture: user.picture ?? null,
        avatar_url: user.picture ?? null,
      },
    };
  },
};
