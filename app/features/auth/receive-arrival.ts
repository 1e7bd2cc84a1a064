import { useEffect, useRef, useState } from "react";
import { failureMessage } from "#app/lib/api-error.ts";
import { auth, knownSession, separateAuth, unwrapAuth } from "#app/lib/auth.ts";
import { loginPath, returnPathOf } from "#app/lib/paths.ts";
import { type Arrival, type LinkType, readArrival } from "./arrival.ts";
import { authMessages } from "./messages.ts";
import { type Provider, takeRequestedProvider } from "./provider.ts";
import { hideToken } from "./token-free-address.ts";

export interface OtherAccount {
  email: string;
  /** The email address of the account that is signed in. */
  current: string;
  enter: () => Promise<void>;
  refuse: () => Promise<void>;
}

export interface Outcome {
  note: { tone: "danger" | "info" | "success"; message: string } | null;
  other: OtherAccount | null;
  /** True if the visit brought a message and there is a session from before. */
  signedIn: boolean;
}
type Note = Outcome["note"];

export function useArrival(): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // In development React runs effects twice, but a one-time token can be used only once.
  const received = useRef<Promise<Outcome>>();
  useEffect(() => {
    let listening = true;
    received.current ??= receiveArrival();
    void received.current.then((result) => listening && setOutcome(result));
    return () => {
      listening = false;
    };
  }, []);
  return outcome;
}

/** The token leaves the address before the provider is called. */
async function receiveArrival(): Promise<Outcome> {
  const query = new URLSearchParams(window.location.search);
  const requested = takeRequestedProvider();
  const arrival = readArrival(query, window.location.hash);
  // The client takes a provider's consent from the address itself, as soon as it is created.
  const early = arrival.kind === "consent" ? await loadedClient() : null;
  if (arrival.kind !== "nothing") hideToken(loginPath(returnPathOf(query)));
  const client = early ?? (await loadedClient());
  const result = client && (await processArrival(arrival, requested, (await client.initialize()).error));
  // Without a token in the address, the form reports the problem when it is submitted.
  if (!client && arrival.kind !== "nothing") {
    return { note: problem(null, authMessages.fallback.verification), other: null, signedIn: false };
  }
  const other = result !== null && "enter" in result ? result : null;
  const note = result !== null && "tone" in result ? result : null;
  return { note, other, signedIn: result !== null && (await knownSession()) !== null };
}

/** Null if its code can't be loaded. */
const loadedClient = () => auth().catch(() => null);

async function processArrival(
  arrival: Arrival,
  requested: Provider | null,
  failure: Error | null,
): Promise<Note | OtherAccount> {
  const fallback = authMessages.fallback[requested ?? "signIn"];
  switch (arrival.kind) {
    case "nothing":
      return null;
    case "link":
      return arrival.type ? redeemLink(arrival.tokenHash, arrival.type) : problem(null);
    case "consent":
      return failure || !(await knownSession()) ? problem(failure, fallback) : null;
    case "refusal":
      // Anyone can write such a link; the words are a provider's only if this tab left for one.
      return problem(requested && new Error(arrival.description), fallback);
  }
}

const problem = (failure: unknown, fallback: string = authMessages.fallback.signIn) => ({
  tone: "danger" as const,
  message: failureMessage(failure, fallback),
});

/**
 * Exchanges an emailed token for a session, which becomes the browser's unless another account is signed in: a link
 * can come from anyone, and money would then go to a stranger's account.
 */
async function redeemLink(tokenHash: string, type: LinkType): Promise<Note | OtherAccount> {
  try {
    const browsers = await auth();
    const before = (await browsers.getSession()).data.session;
    const client = before ? await separateAuth() : browsers;
    const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type });
    if (error) return problem(error);
    const { session } = data;
    // A change of address is confirmed in both mailboxes; this was the first.
    if (!session) return { tone: "info", message: authMessages.confirmOtherAddress };
    const enter = async () => void (await unwrapAuth((browser) => browser.setSession(session)));
    if (before && session.user.id !== before.user.id) {
      const refuse = async () => void (await client.signOut({ scope: "local" }));
      return { email: session.user.email ?? "", current: before.user.email ?? "", enter, refuse };
    }
    if (before) await enter();
    return null;
  } catch {
    return problem(null, authMessages.fallback.verification);
  }
}
