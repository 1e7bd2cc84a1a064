import { z } from "zod";
import type { SupabaseContext } from "./context.ts";
import { AuthFailure, validationFailed } from "./errors.ts";
import { fromLiteError } from "./lite-internals.ts";
import { accountOf } from "./oauth-account.ts";
import { beginFlow, type Flow, issueCode, takeFlow } from "./oauth-flow.ts";
import { linkIdentity } from "./oauth-link.ts";
import { withCode, withError, withFailure } from "./oauth-redirect.ts";
import { readChallenge } from "./pkce.ts";
import { findProvider } from "./providers.ts";
import { isAllowedRedirect } from "./redirects.ts";

const SCOPES_FORM = /^[\w:./, -]{0,500}$/;
const shortText = z.string().max(2_000).optional();
const authorization = z.object({
  provider: z.string().max(50).default(""),
  redirect_to: shortText,
  scopes: z.string().regex(SCOPES_FORM, "Invalid scopes").default(""),
  code_challenge: shortText,
  code_challenge_method: shortText,
});
const callbackQuery = z.object({
  state: shortText,
  code: shortText,
  error: shortText,
  error_description: shortText,
});
type Query = Record<string, string>;

const callbackUrl = ({ issuer }: SupabaseContext) => `${issuer}/callback`;

/** The provider's page that starts a round trip. `linkingUser` is the user who is adding an identity, if any. */
export function beginRoundTrip(
  ctx: SupabaseContext,
  query: Query,
  linkingUser: string | null = null,
): string {
  const parsed = authorization.safeParse(query);
  if (!parsed.success) throw validationFailed(parsed.error.issues[0]?.message ?? "Invalid request");
  const { provider: name, redirect_to, scopes, code_challenge, code_challenge_method } = parsed.data;
  const { provider, settings } = findProvider(ctx, name);
  const state = beginFlow(ctx.store, {
    provider: name,
    redirect_to: redirect_to && isAllowedRedirect(ctx, redirect_to) ? redirect_to : ctx.siteUrl,
    code_challenge: readChallenge(code_challenge, code_challenge_method),
    linking_user: linkingUser,
  });
  return provider.consentUrl(settings, { callbackUrl: callbackUrl(ctx), state, scopes });
}

/** The redirect after a provider's callback: to the app, with a code or an error. */
export async function finishRoundTrip(ctx: SupabaseContext, query: Query): Promise<string> {
  const { state, code, error, error_description } = callbackQuery.safeParse(query).data ?? {};
  const flow = takeValidFlow(ctx, state);
  if (flow instanceof AuthFailure) return withFailure(ctx.siteUrl, flow);
  if (error) return withError(flow.redirect_to, { error, description: error_description ?? "" });
  try {
    return withCode(flow.redirect_to, await codeForAccount(ctx, flow, code));
  } catch (problem) {
    return withFailure(flow.redirect_to, asFailure(problem));
  }
}

function takeValidFlow(ctx: SupabaseContext, state: string | undefined): Flow | AuthFailure {
  if (!state) return new AuthFailure(400, "bad_oauth_callback", "OAuth state parameter missing");
  const flow = takeFlow(ctx.store, state);
  if (!flow) return new AuthFailure(400, "bad_oauth_state", "OAuth state not found or expired");
  return flow.expired ? new AuthFailure(400, "bad_oauth_state", "OAuth state has expired") : flow;
}

async function codeForAccount(ctx: SupabaseContext, flow: Flow, code: string | undefined): Promise<string> {
  if (!code)
    throw new AuthFailure(
      400,
      "bad_oauth_callback",
      "OAuth callback with missing authorization code missing",
    );
  const { provider, settings } = findProvider(ctx, flow.provider);
  const accessToken = await provider.exchangeCode(settings, { code, callbackUrl: callbackUrl(ctx) });
  const profile = { ...(await provider.readProfile(settings, accessToken)), provider: provider.name };
  const userId = flow.linking_user
    ? await linkIdentity(ctx, flow.linking_user, profile)
    : await accountOf(ctx, profile);
  return issueCode(ctx.store, userId, flow.code_challenge);
}

function asFailure(problem: unknown): AuthFailure {
  const failure = problem instanceof AuthFailure ? problem : fromLiteError(problem);
  if (failure) return failure;
  console.error(problem);
  return new AuthFailure(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
