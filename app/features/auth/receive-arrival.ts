import { auth, knownSession } from "#app/lib/auth.ts";
import { loginPath } from "#app/lib/paths.ts";
import { returnPathOf } from "#app/lib/return-path.ts";
import { type Arrival, readArrival } from "./arrival.ts";
import { failureMessage } from "./failure-message.ts";
import { hideToken } from "./hide-token.ts";
import { authMessages } from "./messages.ts";
import { type Provider, providerFallback, takeAskedProvider } from "./provider.ts";
import { type OtherAccount, redeemLink } from "./redeem-link.ts";

/** What an arrival came to. `note` is for its reader; without one there is nothing to say. */
export interface Outcome {
  note: { tone: "danger" | "info" | "success"; message: string } | null;
  /** Whom a link would sign in instead of who is signed in; the reader decides. */
  other: OtherAccount | null;
  /** With something to say: whether there is a session from before all the same. */
  signedIn: boolean;
}
type Note = Outcome["note"];

/** Takes what the address holds, once: it is gone from there before anything is asked of the provider. */
export async function receiveArrival(): Promise<Outcome> {
  const query = new URLSearchParams(window.location.search);
  const asked = takeAskedProvider();
  const arrival = readArrival(query, window.location.hash);
  // The client takes a provider's consent from the address itself, as soon as it is made.
  const client = arrival.kind === "consent" ? await loadedClient() : null;
  if (arrival.kind !== "nothing") hideToken(loginPath(returnPathOf(query)));
  const provider = client ?? (await loadedClient());
  const come = provider && (await meet(arrival, asked, (await provider.initialize()).error));
  // Without a token in the address, the form reports the problem when it is submitted.
  if (!provider && arrival.kind !== "nothing") return refused(authMessages.fallback.verification);
  const other = come !== null && "enter" in come ? come : null;
  const note = come !== null && "tone" in come ? come : null;
  return { note, other, signedIn: come !== null && (await knownSession()) !== null };
}

/** Null where its code cannot be loaded. */
const loadedClient = () => auth().catch(() => null);

const refused = (message: string): Outcome => ({
  note: { tone: "danger", message },
  other: null,
  signedIn: false,
});

async function meet(
  arrival: Arrival,
  asked: Provider | null,
  failure: Error | null,
): Promise<Note | OtherAccount> {
  switch (arrival.kind) {
    case "nothing":
      return null;
    case "link":
      return redeem(arrival);
    case "consent":
      return noteOnConsent(failure, providerFallback(asked));
    case "refusal":
      // Anybody can write a link to here: only to who left for a provider are the words in it a provider's.
      return problem(asked && new Error(arrival.description), providerFallback(asked));
  }
}

async function redeem({ tokenHash, type }: Extract<Arrival, { kind: "link" }>): Promise<Note | OtherAccount> {
  if (!type) return problem(null);
  try {
    const redeemed = await redeemLink(tokenHash, type);
    if (redeemed instanceof Error) return problem(redeemed);
    if (redeemed === "half") return { tone: "info", message: authMessages.confirmOtherAddress };
    return redeemed === "signed-in" ? null : redeemed;
  } catch {
    return problem(null, authMessages.fallback.verification);
  }
}

async function noteOnConsent(failure: Error | null, fallback: string): Promise<Note> {
  if (failure) return problem(failure, fallback);
  return (await knownSession()) ? null : problem(null, fallback);
}

const problem = (failure: unknown, fallback: string = authMessages.fallback.signIn) => ({
  tone: "danger" as const,
  message: failureMessage(failure, fallback),
});
