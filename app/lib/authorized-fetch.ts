import { ApiError, apiErrorOf } from "./api-error.ts";

/** Where access tokens come from. */
export interface TokenSource {
  /** Null without a session. */
  current(): Promise<string | null>;
  /** Asks for a new token; null when there is none to be had. */
  refresh(): Promise<string | null>;
  /** Forgets the session and goes to the sign-in page. `refused`: the API refused the session, or there was none. */
  leave(reason: "refused" | "none"): void;
  /** Goes to the sign-in page for the session's second step, with the way back. */
  stepUp(): Promise<void>;
}

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Sends requests with the session's token. A 401 is followed by one refresh and one retry; whoever has
 * no session then, or is refused again, leaves. Requests that fail together share one refresh. A refusal
 * for want of the second step leads to it, and still goes to the caller.
 * @throws ApiError `unauthorized` after leaving.
 */
export function authorizedFetch(send: Send, tokens: TokenSource): Send {
  const sendWithSession = retryingOnce(send, tokens);
  return async (input, init) => {
    const answer = await sendWithSession(input, init);
    if (await demandsSecondFactor(answer)) await tokens.stepUp();
    return answer;
  };
}

function retryingOnce(send: Send, tokens: TokenSource): Send {
  const renew = sharedRenewal(tokens);
  const leave = (reason: "refused" | "none") => {
    tokens.leave(reason);
    return new ApiError({ status: 401, code: "unauthorized", message: "Please sign in again." });
  };
  return async (input, init) => {
    const token = await tokens.current();
    if (token === null) throw leave("none");
    const answer = await send(input, withBearer(init, token));
    if (answer.status !== 401) return answer;

    const renewed = await renew(token);
    if (renewed === null) throw leave("refused");
    const second = await send(input, withBearer(init, renewed));
    if (second.status === 401) throw leave("refused");
    return second;
  };
}

async function demandsSecondFactor(answer: Response): Promise<boolean> {
  return answer.status === 403 && (await apiErrorOf(answer.clone())).code === "second_factor_required";
}

/** A token other than the refused one was renewed meanwhile, by another request or tab. */
function sharedRenewal(tokens: TokenSource): (refused: string) => Promise<string | null> {
  let pending: Promise<string | null> | undefined;
  return async (refused) => {
    const now = await tokens.current();
    if (now !== refused) return now;
    pending ??= tokens.refresh().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

function withBearer(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
