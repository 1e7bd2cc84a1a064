import { type ClientResponse, hc } from "hono/client";
import { knownSession, renewedToken } from "#app/lib/auth/auth.ts";
import { noteEndedSession } from "#app/lib/auth/ended-session.ts";
import { goToLoginAndBack, goToSecondFactor } from "#app/lib/auth/go-to-login.ts";
import { dropStoredSession } from "#app/lib/auth/stored-session.ts";
import type { ApiApp } from "#worker/api/app.ts";
import { apiErrorOf } from "./api-error.ts";
import { authorizedFetch } from "./authorized-fetch.ts";
import { fetchOrNameBlocker } from "./blocked-request.ts";
import { noteBuild } from "./code/new-build.ts";
import { confirmPresence } from "./presence.ts";

export { ApiError } from "./api-error.ts";

/** Kept here because a refused refresh removes the stored session, and its email with it. */
let email = "";

const tokens = {
  async current() {
    const session = await knownSession();
    email = session?.user.email ?? email;
    return session?.access_token ?? null;
  },
  refresh: renewedToken,
  leave(reason: "refused" | "none") {
    if (reason === "refused") noteEndedSession(email);
    // With a refused session in the storage, the sign-in page would come straight back here.
    dropStoredSession();
    goToLoginAndBack();
  },
  stepUp: goToSecondFactor,
  confirmPresence,
};

/** The product API, for the signed-in user. Only in the browser. */
export const api = hc<ApiApp>("/", {
  fetch: authorizedFetch(async (input, init) => {
    const response = await fetchOrNameBlocker(input, init);
    noteBuild(response);
    return response;
  }, tokens),
});

type Success<T> =
  T extends ClientResponse<infer Body, infer Status, "json">
    ? Status extends 200 | 201 | 202
      ? Body
      : never
    : never;

type AnyResponse = ClientResponse<unknown, number, string>;

/** The JSON of a successful response. @throws ApiError for any other. */
export async function unwrap<T extends ClientResponse<unknown, number, "json">>(
  request: Promise<T>,
): Promise<Success<T>> {
  const response = await successful(request);
  return (await response.json()) as Success<T>;
}

/** The file that a successful response holds, chunk by chunk. @throws ApiError for any other. */
export async function fileStream(request: Promise<AnyResponse>) {
  const response = await successful(request);
  if (!response.body) throw await apiErrorOf(response);
  return response.body;
}

/** A successful response, as of `fetch`. @throws ApiError for any other. */
export async function successful(request: Promise<AnyResponse>): Promise<Response> {
  // At run time it is fetch's own Response; the client's type only narrows it.
  const response = (await request) as unknown as Response;
  if (response.ok) return response;
  throw await apiErrorOf(response);
}
