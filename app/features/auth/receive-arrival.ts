import { useEffect, useRef, useState } from "react";
import { failureMessage } from "#app/lib/api-error.ts";
import { auth, knownSession, separateAuth, unwrapAuth } from "#app/lib/auth.ts";
import { loginPath, returnPathOf } from "#app/lib/paths.ts";
import type { Auth } from "#app/lib/supabase.client.ts";
import { type Arrival, type LinkType, readArrival } from "./arrival.ts";
import { askedHere, wasAskedHere } from "./asked-links.ts";
import { confirmedAddress, dropEarlierPassword, type FirstProof } from "./first-proof.ts";
import { authMessages } from "./messages.ts";
import { type Provider, takeRequestedProvider } from "./provider.ts";
import { hideToken } from "./token-free-address.ts";

/** The account that a link would sign this browser in to. */
export interface EntryQuestion {
  kind: "entry";
  email: string;
  /** The email address of the account that is signed in; null if none is. */
  current: string | null;
  enter: () => Promise<void>;
  refuse: () => Promise<void>;
}

/** A decision that the reader of a link makes before the link does anything else. */
type Question =
  | EntryQuestion
  | { kind: "first-password"; proof: FirstProof }
  | { kind: "email-change"; confirm: () => Promise<Outcome> };

export interface Outcome {
  note: { tone: "danger" | "info" | "success"; message: string } | null;
  question: Question | null;
  /** True if the visit brought a message and there is a session from before. */
  signedIn: boolean;
}
type Note = Outcome["note"];

/** The outcome of the visit, null until it is known, and the way to set what a question led to. */
export function useArrival(): [Outcome | null, (next: Outcome) => void] {
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
  return [outcome, setOutcome];
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
  if (client) return outcomeOf(await processArrival(arrival, requested, (await client.initialize()).error));
  // Without a token in the address, the form reports the problem when it is submitted.
  const note = arrival.kind === "nothing" ? null : problem(null, authMessages.fallback.verification);
  return { note, question: null, signedIn: false };
}

async function outcomeOf(result: Note | Question): Promise<Outcome> {
  const question = result !== null && "kind" in result ? result : null;
  const note = result !== null && "tone" in result ? result : null;
  return { note, question, signedIn: note !== null && (await knownSession()) !== null };
}

/** Null if its code can't be loaded. */
const loadedClient = () => auth().catch(() => null);

async function processArrival(
  arrival: Arrival,
  requested: Provider | null,
  failure: Error | null,
): Promise<Note | Question> {
  const fallback = authMessages.fallback[requested ?? "signIn"];
  switch (arrival.kind) {
    case "nothing":
      return null;
    case "link":
      return arrival.type ? followLink(arrival, arrival.type) : problem(null);
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

type Link = { tokenHash: string; email: string };

/** A link can come from anyone, so what this browser didn't ask for is not redeemed without its reader's consent. */
async function followLink(link: Link, type: LinkType): Promise<Note | Question> {
  const { tokenHash: token, email } = link;
  // A first magic link is a sign-up link too.
  if (type === "signup" && askedHere("magiclink") === null)
    return { kind: "first-password", proof: { type, token, email } };
  if (type === "email_change" && askedHere(type) === null)
    return { kind: "email-change", confirm: async () => outcomeOf(await redeemLink(token, type, true)) };
  return redeemLink(token, type, false);
}

/**
 * Exchanges an emailed token for a session. It becomes the browser's if its reader `agreed` or asked for it here, or is
 * signed in to that account. Otherwise they decide: money would go to a stranger's account.
 */
async function redeemLink(tokenHash: string, type: LinkType, agreed: boolean): Promise<Note | Question> {
  try {
    const before = (await (await auth()).getSession()).data.session;
    const client = await separateAuth();
    const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type });
    if (error) return problem(error);
    const { session } = data;
    // A change of address is confirmed in both mailboxes; this was the first.
    if (!session) return { tone: "info", message: authMessages.confirmOtherAddress };
    const { id, email = "" } = session.user;
    const isFirst = type === "signup" || (type === "email" && confirmedAddress(session));
    if (isFirst && !(await dropped(client)))
      return {
        kind: "first-password",
        proof: { type: "signup", token: tokenHash, email, account: { client, email } },
      };
    const enter = async () => void (await unwrapAuth((browser) => browser.setSession(session)));
    const isExpected = before
      ? before.user.id === id
      : agreed || wasAskedHere(type === "email_change" ? type : "magiclink", email);
    if (isExpected) {
      await enter();
      return null;
    }
    const refuse = async () => void (await client.signOut({ scope: "local" }));
    return { kind: "entry", email, current: before?.user.email ?? null, enter, refuse };
  } catch {
    return problem(null, authMessages.fallback.verification);
  }
}

/** False if it failed: then the reader chooses a password, which can be tried again. */
const dropped = (client: Auth) =>
  dropEarlierPassword(client).then(
    () => true,
    () => false,
  );
