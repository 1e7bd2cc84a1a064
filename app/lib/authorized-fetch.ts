import { ApiError, apiErrorOf } from "./api-error.ts";
import { untilPageIsLeft } from "./until-page-is-left.ts";

export interface TokenSource {
  /** Null without a session. */
  current: () => Promise<string | null>;
  /** Null when the session has ended. */
  refresh: () => Promise<string | null>;
  /** Forgets the session and goes to the sign-in page. `none`: there was no session. */
  leave: (reason: "refused" | "none") => void;
  /** Goes to the sign-in page for the session's second factor, and back afterwards. */
  stepUp: () => Promise<void>;
  /** Asks the person to confirm that it's them, which gives the session a new token. False if they decline. */
  confirmPresence: () => Promise<boolean>;
}

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Sends requests with the session's token. A 401 is followed by one refresh and one retry; without a session, or
 * after a second 401, the user is sent to the sign-in page. Requests that fail together share one refresh. A 403 for
 * a missing proof of presence asks for it and is followed by one retry; if the person declines, it goes to the caller.
 * A 403 for a missing second factor leads to it, and never settles, so that nothing fails on the page that is left.
 * @throws ApiError `unauthorized` after leaving, or the error of asking.
 */
export function authorizedFetch(send: Send, tokens: TokenSource): Send {
  const sendWithSession = retryingOnce(send, tokens);
  return async (input, init) => {
    const first = await sendWithSession(input, init);
    // Another request or tab may have asked meanwhile.
    const isProven = async () => (await tokens.current()) !== first.token || (await tokens.confirmPresence());
    const retried = (await refusalOf(first)) === "presence_required" && (await isProven());
    const last = retried ? await sendWithSession(input, init) : first;
    if ((await refusalOf(last)) !== "second_factor_required") return last.response;
    await tokens.stepUp();
    return untilPageIsLeft();
  };
}

/** A response, and the token of its request. */
interface Sent {
  response: Response;
  token: string;
}

function retryingOnce(send: Send, tokens: TokenSource): (...request: Parameters<Send>) => Promise<Sent> {
  const renew = sharedRenewal(tokens);
  const leave = (reason: "refused" | "none") => {
    tokens.leave(reason);
    return new ApiError({ status: 401, code: "unauthorized", message: "Please sign in again." });
  };
  return async (input, init) => {
    const sendWith = async (token: string) => ({
      response: await send(input, withBearer(init, token)),
      token,
    });
    const token = await tokens.current();
    if (token === null) throw leave("none");
    const first = await sendWith(token);
    if (first.response.status !== 401) return first;

    const renewed = await renew(token);
    if (renewed === null) throw leave("refused");
    const second = await sendWith(renewed);
    if (second.response.status === 401) throw leave("refused");
    return second;
  };
}

/** The code of a 403; null for any other response. */
const refusalOf = async ({ response }: Sent): Promise<string | null> =>
  response.status === 403 ? (await apiErrorOf(response.clone())).code : null;

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
