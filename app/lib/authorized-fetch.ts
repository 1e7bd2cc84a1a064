import { ApiError, apiErrorOf } from "./api-error.ts";

export interface TokenSource {
  /** Null without a session. */
  current: () => Promise<string | null>;
  /** Null when the session has ended. */
  refresh: () => Promise<string | null>;
  /** Forgets the session and goes to the sign-in page. `none`: there was no session. */
  leave: (reason: "refused" | "none") => void;
  /** Goes to the sign-in page for the session's second factor, and back afterwards. */
  stepUp: () => Promise<void>;
}

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Sends requests with the session's token. A 401 is followed by one refresh and one retry; without a session, or
 * after a second 401, the user is sent to the sign-in page. Requests that fail together share one refresh. A 403 for
 * a missing second factor leads to it, and still goes to the caller.
 * @throws ApiError `unauthorized` after leaving.
 */
export function authorizedFetch(send: Send, tokens: TokenSource): Send {
  const sendWithSession = retryingOnce(send, tokens);
  return async (input, init) => {
    const response = await sendWithSession(input, init);
    if (await demandsSecondFactor(response)) await tokens.stepUp();
    return response;
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
    const response = await send(input, withBearer(init, token));
    if (response.status !== 401) return response;

    const renewed = await renew(token);
    if (renewed === null) throw leave("refused");
    const second = await send(input, withBearer(init, renewed));
    if (second.status === 401) throw leave("refused");
    return second;
  };
}

const demandsSecondFactor = async (response: Response): Promise<boolean> =>
  response.status === 403 && (await apiErrorOf(response.clone())).code === "second_factor_required";

/** Another request or tab may have renewed the refused token meanwhile. */
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
