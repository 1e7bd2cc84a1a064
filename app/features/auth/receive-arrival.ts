import { loginPath } from "#app/lib/paths.ts";
import { returnPathOf } from "#app/lib/return-path.ts";
import { auth } from "#app/lib/supabase.client.ts";
import { type Arrival, readArrival } from "./arrival.ts";
import { failureMessage } from "./failure-message.ts";
import { hideToken } from "./hide-token.ts";
import { authMessages } from "./messages.ts";
import { takeProviderFallback } from "./provider.ts";

/** What an arrival came to. `note` is for its reader; without one there is nothing to say. */
export interface Outcome {
  note: { tone: "danger" | "info" | "success"; message: string } | null;
  /** With a note: whether there is a session from before all the same. */
  signedIn: boolean;
}

/** Takes what the address holds, once: it is gone from there before anything is asked of the provider. */
export async function receiveArrival(): Promise<Outcome> {
  const query = new URLSearchParams(window.location.search);
  const arrival = readArrival(query, window.location.hash);
  // The client takes a provider's consent from the address itself, as soon as it is made.
  const client = arrival.kind === "consent" ? auth() : null;
  if (arrival.kind !== "nothing") hideToken(loginPath(returnPathOf(query)));
  const ready = await (client ?? auth()).initialize();
  const note = await noteOn(arrival, ready.error);
  return { note, signedIn: note !== null && (await auth().getSession()).data.session !== null };
}

async function noteOn(arrival: Arrival, failure: Error | null): Promise<Outcome["note"]> {
  switch (arrival.kind) {
    case "nothing":
      return null;
    case "link":
      return redeem(arrival);
    case "consent":
      return noteOnConsent(failure);
    case "refusal":
      return problem(new Error(arrival.description), takeProviderFallback());
  }
}

async function redeem({ tokenHash, type }: Extract<Arrival, { kind: "link" }>): Promise<Outcome["note"]> {
  if (!type) return problem(null);
  try {
    const { data, error } = await auth().verifyOtp({ token_hash: tokenHash, type });
    if (error) return problem(error);
    return data.session ? null : { tone: "info", message: authMessages.confirmOtherAddress };
  } catch {
    return problem(null, authMessages.fallback.verification);
  }
}

async function noteOnConsent(failure: Error | null): Promise<Outcome["note"]> {
  const fallback = takeProviderFallback();
  if (failure) return problem(failure, fallback);
  const { data } = await auth().getSession();
  return data.session ? null : problem(null, fallback);
}

const problem = (failure: unknown, fallback: string = authMessages.fallback.signIn) => ({
  tone: "danger" as const,
  message: failureMessage(failure, fallback),
});
