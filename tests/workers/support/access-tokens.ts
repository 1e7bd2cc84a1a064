import type { AccessToken } from "#core/contract/access-tokens.ts";
import { TOKEN_SCOPES, type TokenScope } from "#core/domain/access-token.ts";
import { call, type TestApi, type TestUser } from "./test-api.ts";

export const TOKEN_BODY = { name: "CI", scopes: ["usage:read"], expires_in_days: 90 };

/** A token with these scopes, all unless given; `token` is the full text. */
export async function createTokenAs(
  api: TestApi,
  user: TestUser,
  { scopes = TOKEN_SCOPES, ...rest }: { scopes?: readonly TokenScope[]; name?: string } = {},
): Promise<AccessToken> {
  const response = await call(api, user.token, "/api/tokens", { body: { ...TOKEN_BODY, ...rest, scopes } });
  if (response.status !== 201) throw new Error(`creating a token returned ${response.status}`);
  return response.json<AccessToken>();
}

export const revokeToken = (api: TestApi, { token }: TestUser, id: string) =>
  call(api, token, `/api/tokens/${id}/revoke`, { method: "POST" });
